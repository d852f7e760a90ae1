"""One interleaving is explored of each equivalence class within the context bound."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, verify
from tests.explore.classes import classes
from tests.explore.test_reduction import registers, simple
from tests.explore.tiny import AtomicAdd, If, Program, Read, Statement, Sync, Write, to_cuda

ENDLESS = 20
"""More context switches than any of these programs has events."""

BOUNDS = (0, 1, 2, 3, ENDLESS)


def explored(program: Program, bound: int, folder: Path, **more: object) -> Result:
    source = folder / "tiny.cu"
    source.write_text(to_cuda(program))
    return verify([str(source)], replace(Options(context_bound=bound, all_runs=True), **more))


def check(program: Program, folder: Path) -> None:
    for bound in BOUNDS:
        expected = classes(program, bound)
        result = explored(program, bound, folder, state_hashing=False, order_abstraction=False)
        assert result.statistics.interleavings == expected, bound
        # A random program of ours has had five times as many; what must not happen is that they grow without end.
        assert result.statistics.pruned <= 8 + 8 * expected, bound
        merging = explored(program, bound, folder)
        assert merging.statistics.interleavings <= expected, bound
        assert merging.verdict is result.verdict, bound
        assert all(v.context_switches <= bound for v in (*result.violations, *merging.violations)), bound


def each(*statements: Statement, threads: int = 2) -> Program:
    """All threads do the same."""
    return (statements,) * threads


def ticket(reg: int = 0) -> AtomicAdd:
    return AtomicAdd("x", 1, reg)


TABLE: list[tuple[str, Program]] = [
    ("tickets of four", each(ticket(), threads=4)),
    ("two tickets of three each", each(ticket(0), ticket(1), threads=3)),
    ("three tickets of two each", each(ticket(0), ticket(1), ticket(0))),
    ("counters without results", each(AtomicAdd("x", 1, None), AtomicAdd("y", 1, None), threads=3)),
    ("readers of one writer", ((Write("x", 0, 1),), *each(Read(0, "x"), threads=3))),
    ("a writer of two places, readers of both",
     ((Write("x", 0, 1), Write("y", 0, 1)), *each(Read(0, "y"), Read(1, "x")))),
    ("pairs at two places", (*each(AtomicAdd("x", 1, 0)), *each(AtomicAdd("y", 1, 0)))),
    ("tickets, a barrier, tickets", each(ticket(0), Sync(), AtomicAdd("y", 1, 1), threads=3)),
    ("who comes first writes on", each(ticket(), If(0, 0, (AtomicAdd("y", 1, 1),)), AtomicAdd("y", 1, 1))),
    ("rows at four places", tuple((AtomicAdd(f"a[{i // 2}]", 1, 0), AtomicAdd("xy"[i % 2], 1, 1)) for i in range(4))),
    ("a ring of reads and writes", tuple((Read(0, place), Write(other, 0, 1)) for place, other in
                                         (("x", "y"), ("y", "a[0]"), ("a[0]", "x")))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "program"), TABLE, ids=[name for name, _ in TABLE])
def test_one_interleaving_of_each_class_is_explored(name: str, program: Program, tmp_path: Path) -> None:
    check(program, tmp_path)


RINGS = 2
"""The last ones of the table: whoever could wake a sleeping thread may be kept from it by another one that sleeps."""


@pytest.mark.parametrize(("name", "program"), TABLE[:-RINGS], ids=[name for name, _ in TABLE[:-RINGS]])
def test_hardly_any_execution_is_begun_in_vain(name: str, program: Program, tmp_path: Path) -> None:
    statistics = explored(program, ENDLESS, tmp_path, state_hashing=False, order_abstraction=False).statistics
    assert statistics.pruned <= 4 + statistics.interleavings // 10


statements = st.one_of(simple, simple, st.just(Sync()), st.builds(If, registers, st.integers(0, 2), st.tuples(simple)))
small = st.one_of(
    st.lists(st.lists(statements, min_size=1, max_size=4).map(tuple), min_size=2, max_size=2),
    st.lists(st.lists(statements, min_size=1, max_size=2).map(tuple), min_size=3, max_size=4),
).map(tuple)
two_places = st.sampled_from(("x", "y"))
atomics = st.builds(AtomicAdd, two_places, st.integers(0, 2), st.sampled_from((0, 1, 0, None)))
crowded = st.lists(st.lists(atomics, min_size=1, max_size=3).map(tuple), min_size=2, max_size=3).map(tuple)


@pytest.mark.long
@given(st.one_of(small, crowded))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_programs_have_one_interleaving_for_each_class(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path)


@pytest.mark.long
@given(st.one_of(small, crowded))
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_many_random_programs_have_one_interleaving_for_each_class(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path)
