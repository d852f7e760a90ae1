"""Warps in lockstep: a warp of one thread is no warp, and the reduction changes no answer."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings

from cudabmc.options.table import Options
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of
from tests.explore.test_reduction import programs
from tests.explore.tiny import COMMON, Program, to_cuda

Answer = tuple[frozenset[tuple[object, ...]], frozenset[str]]


def answer(source: Path, *, warp: int, por: bool = True, bound: int = 2) -> Answer:
    """The final values of the common variables, and the properties that can fail."""
    options = Options(
        context_bound=bound, por=por, all_runs=True, max_interleavings=200_000, warp_sync=warp, order_abstraction=False
    )
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert not result.reason, result.reason
    finals = set()
    for state in run.final_states:
        if any(c.prop.id in ("assertion", "deadlock", "barrier-divergence") for c in state.vcs):
            continue
        values: dict[str, object] = {}
        for obj in state.objects.values():
            if obj.name in ("x", "y", "a"):
                for offset, (_, value) in obj.cells.items():
                    values[f"{obj.name}[{offset // 4}]" if obj.name == "a" else obj.name] = value
        finals.add(tuple(values.get(name, 0) for name in COMMON))
    return frozenset(finals), frozenset(v.prop for v in result.violations)


@given(programs)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_warps_of_one_thread_are_independent_threads(tmp_path: Path, program: Program) -> None:
    source = tmp_path / "tiny.cu"
    source.write_text(to_cuda(program))
    assert answer(source, warp=1) == answer(source, warp=0)


@given(programs)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_lockstep_adds_no_outcome_and_the_reduction_takes_none(tmp_path: Path, program: Program) -> None:
    source = tmp_path / "tiny.cu"
    source.write_text(to_cuda(program))
    reduced, full = answer(source, warp=32, bound=4), answer(source, warp=32, por=False, bound=4)
    free = answer(source, warp=0, por=False, bound=4)
    assert reduced == full
    assert full[1] <= free[1]
