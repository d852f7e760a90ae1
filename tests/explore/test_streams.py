"""Streams: outcomes and races agree with an independent enumerator of what the API orders."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Space
from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load, verify
from cudabmc.verification.question import settings_of
from tests.explore.stream_language import (
    CELLS,
    STREAMS,
    Access,
    Copy,
    Graph,
    Host,
    Kernel,
    Record,
    Statement,
    Synchronise,
    WaitEvent,
    to_cuda,
)

MANY = 1000  # more context switches than any of these programs has room for

streams = st.sampled_from(STREAMS)
accesses = st.builds(Access, st.integers(0, CELLS - 1), st.booleans())
kernels = st.builds(Kernel, streams, st.lists(accesses, min_size=1, max_size=2).map(tuple))
statements = st.one_of(
    kernels,
    kernels,
    st.builds(Copy, streams, st.integers(0, CELLS - 1)),
    st.builds(Record, streams),
    st.builds(WaitEvent, streams),
    st.builds(Synchronise, st.sampled_from(("", "e", *STREAMS))),
    st.builds(Host, accesses),
)
programs = st.lists(statements, min_size=2, max_size=7)


def outcomes(
    program: Sequence[Statement], source: Path, *, por: bool = True, captured: bool = False
) -> set[tuple[int, ...]]:
    """The final contents of the array, over all interleavings that are explored."""
    source.write_text(to_cuda(program, captured=captured))
    options = Options(context_bound=MANY, por=por, data_races_check=False, frontend="c", order_abstraction=False)
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert result.verdict is Verdict.SUCCESSFUL, (result.reason, result.violations)
    size = CELLS + Graph(program).slots
    found = set()
    for state in run.final_states:
        array = next(obj for obj in state.objects.values() if obj.space is Space.MANAGED)
        found.add(tuple(array.cells[4 * n][1] for n in range(size)))
    return found


def is_racy(program: Sequence[Statement], source: Path, *, captured: bool = False) -> bool:
    """Does cudabmc find a race?"""
    source.write_text(to_cuda(program, captured=captured))
    result = verify([str(source)], Options(frontend="c"))
    assert {v.prop for v in result.violations} <= {"data-race"}
    assert result.verdict is (Verdict.FAILED if result.violations else Verdict.SUCCESSFUL)
    return bool(result.violations)


def check(program: Sequence[Statement], source: Path, *, captured: bool = False) -> None:
    graph = Graph(program)
    assert is_racy(program, source, captured=captured) == graph.racy()
    assert outcomes(program, source, captured=captured) == graph.outcomes()


quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(programs)
def test_races_and_outcomes_are_those_that_the_api_allows(tmp_path: Path, program: list[Statement]) -> None:
    check(program, tmp_path / "p.cu")


@pytest.mark.long
@settings(quick, max_examples=600)
@given(programs)
def test_races_and_outcomes_are_those_that_the_api_allows_at_length(tmp_path: Path, program: list[Statement]) -> None:
    check(program, tmp_path / "p.cu")


@settings(quick, max_examples=15)
@given(st.lists(statements, min_size=2, max_size=4))
def test_the_reduction_loses_no_outcome(tmp_path: Path, program: list[Statement]) -> None:
    assert outcomes(program, tmp_path / "p.cu", por=False) == Graph(program).outcomes()


in_capture = st.sampled_from(("s1", "s2", "free"))
capturable = st.one_of(
    st.builds(Kernel, in_capture, st.lists(accesses, min_size=1, max_size=2).map(tuple)),
    st.builds(Copy, in_capture, st.integers(0, CELLS - 1)),
    st.builds(Record, in_capture),
    st.builds(WaitEvent, in_capture),
)


@settings(quick, max_examples=15)
@given(in_capture, st.lists(capturable, min_size=1, max_size=5))
def test_a_captured_graph_orders_what_the_streams_would(tmp_path: Path, first: str, program: list[Statement]) -> None:
    # An event that no stream of the capture has recorded cannot be waited for there.
    check([Record(first), *program], tmp_path / "p.cu", captured=True)
