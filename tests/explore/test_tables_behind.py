"""Of accesses of many stream operations those are found that may race: the same as if each was looked at."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import Options, verify
from cudabmc.result import ThreadId, Verdict
from cudabmc.source.text import SourceText
from cudabmc.state import races, tables_behind
from cudabmc.state.events import READ, WRITE, Access, ByteRange, Event, Identity, Span
from cudabmc.state.order import NONE, OperationSet
from cudabmc.state.place_grid import PlaceGrid
from cudabmc.state.races import RaceTable
from cudabmc.state.tables_behind import TablesBehind
from cudabmc.state.thread import NO_RANK, Thread
from tests.explore.stream_language import Statement, to_cuda
from tests.explore.test_streams import check, statements

quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
HOST = Thread(0, ThreadId(), 1, None, NO_RANK, None)

ranges: st.SearchStrategy[ByteRange] = st.one_of(
    st.none(), st.builds(lambda start, size: (start, start + size), st.integers(0, 80), st.integers(0, 40))
)


def overlap(a: ByteRange, b: ByteRange) -> bool:
    return a is None or b is None or (a[0] < b[1] and b[0] < a[1])


@given(st.lists(ranges, max_size=12), st.sets(st.integers(0, 11)), ranges)
def test_a_grid_finds_all_ranges_that_overlap(places: list[ByteRange], gone: set[int], asked: ByteRange) -> None:
    grid = PlaceGrid[int]()
    for number, place in enumerate(places):
        grid.add(number, place)
    for number in gone:
        if number < len(places):
            grid.remove(number, places[number])
    there = set(range(len(places))) - gone
    for found in (grid.near(asked), grid.clone().near(asked)):
        assert {number for number in there if overlap(places[number], asked)} <= found <= there


def test_a_grid_finds_few_that_do_not() -> None:
    grid = PlaceGrid[int]()
    for number in range(1000):
        grid.add(number, (4 * number, 4 * number + 4))
    assert len(grid.near((400, 404))) <= 3


def span(operation: int, place: ByteRange, kind: int) -> Span:
    first, end = (0, 0) if place is None else place
    new = Event.of_host(HOST, Identity(1, "a"), first, end - first, Access(kind, ("k", operation)), 0)
    new.operation = operation
    return Span(first, end - first, new)


def table_of(operation: int, place: ByteRange, kind: int) -> RaceTable:
    table = RaceTable(operation)
    if place is None:
        table.symbolic.append(span(operation, None, kind))
    else:
        table.add_span(span(operation, place, kind))
    return table


steps = st.lists(
    st.tuples(st.integers(0, 12), ranges, st.sampled_from((READ, WRITE)), st.sampled_from(("add", "add", "remove"))),
    max_size=14,
)
sets = st.builds(
    lambda upto, more: OperationSet(upto, 0).union(sum_of(more)), st.integers(0, 12), st.sets(st.integers(1, 12))
)


def sum_of(numbers: set[int]) -> OperationSet:
    found = NONE
    for number in numbers:
        found = found.with_(number)
    return found


@settings(max_examples=300)
@given(steps, sets, sets, st.booleans(), ranges, st.booleans(), st.sampled_from((0, 2, 100)))
def test_tables_beside_an_operation_are_those_that_are_not_known(
    history: list[tuple[int, ByteRange, int, str]], settled: OperationSet, known: OperationSet, idle: bool,
    asked: ByteRange, reads: bool, few: int,
) -> None:  # fmt: skip
    behind, there = TablesBehind[RaceTable](), dict[int, RaceTable]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_behind, "FEW", few)
        for operation, place, kind, what in history:
            behind.near(asked)  # the grids are there, and kept up
            behind.remove(operation)
            there.pop(operation, None)
            if what == "add":
                there[operation] = table_of(operation, place, kind)
                behind.add(there[operation])
        assert behind.are_over(settled, idle=idle) == all(
            idle if number == 0 else settled.has(number) for number in there
        )
        behind.forget(settled, idle=idle)
        there = {n: t for n, t in there.items() if not (idle if n == 0 else settled.has(n))}
        assert [*behind.tables.items()] == [*there.items()]
        found = [table.operation for table in behind.beside(known, asked, reads=reads)]
        candidates = [n for n, t in there.items() if not known.has(n) and (t.writes or not reads)]
        assert found == sorted(found, reverse=True)
        assert {n for n in candidates if overlap(there[n].place, asked)} <= set(found) <= set(candidates)
        rivals = behind.few_beside(known)
        assert rivals is None or rivals == [t for n, t in there.items() if not known.has(n)]
        near = behind.near(asked)
        assert near == [t for t in there.values() if t in near]
        assert {n for n, t in there.items() if overlap(t.place, asked)} <= {t.operation for t in near}


@quick
@given(program=st.lists(statements, min_size=2, max_size=7))
def test_races_are_found_by_their_places_as_the_api_allows_them(tmp_path: Path, program: list[Statement]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_behind, "FEW", 0)
        patch.setattr(races, "FEW", 0)
        check(program, tmp_path / "p.cu")


@quick
@given(program=st.lists(statements, min_size=12, max_size=30))
def test_reports_do_not_depend_on_how_races_are_found(program: list[Statement]) -> None:
    found = []
    for few in (0, 1000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables_behind, "FEW", few)
            patch.setattr(races, "FEW", few)
            result = verify([SourceText(to_cuda(program), "p.cu")], Options(frontend="c"))
        found.append([(v.message, v.places, v.steps) for v in result.violations])
    assert found[0] == found[1]


MANY_OPERATIONS = """
#include <cuda_runtime.h>
__global__ void touch(int *p, int i) { p[i] = i; }
int main() {
    int *d, *e, *f, *h;
    cudaStream_t a, b;
    cudaEvent_t copied;
    cudaStreamCreate(&a); cudaStreamCreate(&b); cudaEventCreate(&copied);
    cudaMalloc(&d, N * sizeof(int)); cudaMalloc(&e, N * sizeof(int)); cudaMalloc(&f, N * sizeof(int));
    cudaMallocHost(&h, N * sizeof(int));
    for (int i = 0; i < N; i++) h[i] = i;
    for (int i = 0; i < N; i++) {
        cudaMemcpyAsync(d + i, h + i, sizeof(int), cudaMemcpyHostToDevice, a);
        cudaEventRecord(copied, a);
        cudaStreamWaitEvent(b, copied, 0);
        cudaMemcpyAsync(e + i, d + i, sizeof(int), cudaMemcpyDeviceToDevice, b);
        touch<<<1, 1, 0, a>>>(f, i);
        touch<<<1, 1, 0, b>>>(e, i);
    }
    WAIT
    cudaMemcpy(h, e, N * sizeof(int), cudaMemcpyDeviceToHost);
    return 0;
}
"""


def calls_made(count: int) -> int:
    """How many calls of Python functions it takes to verify so many rounds of the loop."""
    calls = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    text = MANY_OPERATIONS.replace("N *", f"{count} *").replace("< N", f"< {count}").replace("WAIT", "")
    sys.setprofile(note)
    try:
        result = verify([SourceText(text, "p.cu")], Options(frontend="c"))
    finally:
        sys.setprofile(None)
    assert result.verdict is Verdict.SUCCESSFUL, (result.reason, [v.message for v in result.violations])
    return calls


def test_a_stream_operation_costs_no_more_when_many_came_before() -> None:
    calls_made(30)  # what is made once in a process
    few, more, many = (calls_made(count) for count in (60, 120, 240))
    assert many - more < 2.5 * (more - few), "four times as much if each of them was looked at"


def test_a_race_with_one_of_many_operations_is_found() -> None:
    number = random.Random(1).randrange(100)
    text = MANY_OPERATIONS.replace("N *", "100 *").replace("< N", "< 100")
    result = verify([SourceText(text.replace("WAIT", f"h[{number}] = 0;"), "p.cu")], Options(frontend="c"))
    (violation,) = result.violations
    assert violation.prop == "data-race" and f"h[{number}]" in violation.message
