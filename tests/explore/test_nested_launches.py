"""Launches in device code: outcomes and races agree with an independent enumeration of what the documents order."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Space
from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load, verify
from cudabmc.verification.question import settings_of
from tests.explore.nested_language import CELLS, STREAMS, Nested, Start, Step, Threads, Touch, to_cuda

MANY = 1000  # more context switches than any of these programs has room for

touches = st.builds(Touch, st.integers(0, CELLS - 1), st.booleans())
innermost = st.builds(Start, st.sampled_from(STREAMS), st.lists(touches, max_size=1).map(tuple))
inside = st.lists(st.one_of(touches, touches, innermost), max_size=2).map(tuple)
starts = st.builds(Start, st.sampled_from(STREAMS), inside)
steps: st.SearchStrategy[list[Step]] = st.lists(st.one_of(touches, starts, starts), max_size=3)
programs = st.tuples(steps, steps)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def outcomes(threads: Threads, source: Path, *, por: bool) -> set[tuple[int, ...]]:
    """The final contents of the array, over all interleavings that are explored."""
    source.write_text(to_cuda(threads))
    options = Options(context_bound=MANY, por=por, data_races_check=False, frontend="c", order_abstraction=False)
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assume(not result.reason.startswith("more than"))  # there are too many to compare
    assert result.verdict is Verdict.SUCCESSFUL, (result.reason, result.violations)
    found = set()
    for state in run.final_states:
        array = next(obj for obj in state.objects.values() if obj.space is Space.MANAGED)
        found.add(tuple(array.cells[4 * n][1] for n in range(CELLS + Nested(threads).count)))
    return found


def check(threads: Threads, source: Path) -> None:
    program = Nested(threads)
    source.write_text(to_cuda(threads))
    result = verify([str(source)], Options(frontend="c"))
    assert {v.prop for v in result.violations} <= {"data-race"}
    assert bool(result.violations) == program.racy(), source.read_text()
    assert outcomes(threads, source, por=True) == program.outcomes(), source.read_text()


@quick
@given(programs)
def test_races_and_outcomes_are_those_that_the_documents_allow(tmp_path: Path, threads: Threads) -> None:
    check(threads, tmp_path / "p.cu")


@pytest.mark.long
@settings(quick, max_examples=1000)
@given(programs)
def test_races_and_outcomes_are_those_that_the_documents_allow_at_length(tmp_path: Path, threads: Threads) -> None:
    check(threads, tmp_path / "p.cu")


@settings(quick, max_examples=15)
@given(st.tuples(steps.filter(lambda s: len(s) < 3), steps.filter(lambda s: len(s) < 2)))
def test_the_reduction_loses_no_outcome_of_nested_launches(tmp_path: Path, threads: Threads) -> None:
    assert outcomes(threads, tmp_path / "p.cu", por=False) == Nested(threads).outcomes()
