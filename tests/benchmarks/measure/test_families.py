"""The families: their known numbers of interleavings, and their programs."""

from pathlib import Path

import pytest
from trace_classes import Event, Threads, classes

from benchmarks.scaling.counts import all_dependent, two_threads
from benchmarks.scaling.families import BOUND, FAMILIES, Family, family
from cudabmc.command.arguments import parse_arguments
from cudabmc.result import Result
from cudabmc.verification.pipeline import verify

X = Event("x")


def readers(size: int) -> Threads:
    """Each reads y and writes a place of its own."""
    return ((Event("y"),), *((Event("y", changes=False), Event(f"place {i}")) for i in range(size)))


EVENTS = {
    "conflicts": lambda size: ((X,) * size,) * 2,
    "context bound": lambda _: ((X,) * 5,) * 2,
    "crowd": lambda size: ((X,) * 2,) * size,
    "orders": lambda size: ((X,),) * size,
    "tickets": lambda size: tuple((X, Event(f"place of the ticket of {i}")) for i in range(size)),
    "pairs": lambda size: tuple((Event(f"place {i // 2}"),) for i in range(2 * size)),
    "readers": readers,
}
SMALL = {"conflicts": (1, 2, 4, 6), "context bound": (0, 1, 2, 3, 4, 6, 8), "crowd": (1, 2, 3), "orders": (2, 3, 4, 5),
         "tickets": (2, 3), "pairs": (1, 2, 3), "readers": (1, 2, 3)}  # fmt: skip


@pytest.mark.parametrize(("name", "size"), [(name, size) for name, sizes in SMALL.items() for size in sizes])
def test_the_known_number_is_that_of_the_equivalence_classes(name: str, size: int) -> None:
    bound = size if name == "context bound" else BOUND
    assert family(name).interleavings(size) == classes(EVENTS[name](size), bound)


def test_every_family_with_conflicts_is_counted() -> None:
    assert {one.name for one in FAMILIES if one.conflicts} == set(EVENTS)


@pytest.mark.parametrize("bound", range(6))
def test_the_formula_for_two_threads_is_that_for_many(bound: int) -> None:
    assert [two_threads(events, bound) for events in (1, 2, 3, 5, 9)] == [
        all_dependent(2, events, bound) for events in (1, 2, 3, 5, 9)
    ]


def test_without_a_bound_the_orders_are_a_multinomial_coefficient() -> None:
    assert all_dependent(3, 2, 100) == 90  # 6! / (2! 2! 2!)
    assert all_dependent(4, 1, 0) == 24


def explored(one: Family, size: int, tmp_path: Path) -> Result:
    file = tmp_path / "program.cu"
    file.write_text(one.program(size))
    one_by_one = ["--no-state-hashing", "--no-order-abstraction"] if one.conflicts else []
    words = [*one.options(size), *one_by_one, str(file)]
    command = parse_arguments(words)
    return verify(command.files, command.options)


@pytest.mark.parametrize("one", FAMILIES, ids=lambda one: one.name)
def test_the_smallest_program_of_a_family_has_its_verdict_and_its_interleavings(one: Family, tmp_path: Path) -> None:
    size = one.sizes[0]
    result = explored(one, size, tmp_path)
    assert result.verdict.value == one.verdict
    assert {violation.prop for violation in result.violations} == ({one.property} if one.property else set())
    assert one.interleavings(size) in (None, result.statistics.interleavings)


@pytest.mark.parametrize(("name", "size"), [("conflicts", 4), ("context bound", 3), ("crowd", 3), ("tickets", 3)])
def test_exactly_the_known_interleavings_are_explored(name: str, size: int, tmp_path: Path) -> None:
    result = explored(family(name), size, tmp_path)
    assert result.statistics.interleavings == family(name).interleavings(size)


@pytest.mark.parametrize("one", FAMILIES, ids=lambda one: one.name)
def test_the_sizes_of_a_family_grow(one: Family) -> None:
    assert list(one.sizes) == sorted(set(one.sizes))
    assert len({one.program(size) for size in one.sizes}) == (1 if one.name == "context bound" else len(one.sizes))
