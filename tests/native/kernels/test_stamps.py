"""Stamps see every conflict that comparing all pairs of accesses sees."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.native.kernels import renumbering, stamps
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.native.prelude import COMMON
from tests.native.kernels.stamp_calls import FORMS, accessing

Access = tuple[int, int, int, str]
"""Block, barrier interval, thread, kind."""

INTERVALS, THREADS = 2, 3
INTERVAL = (THREADS + 1) * stamps.STEP


def _conflict(a: Access, b: Access) -> bool:
    """Are two accesses of different threads in conflict, with no barrier between them? Atomics commute."""
    if (a[0], a[2]) == (b[0], b[2]) or a[3] == b[3] != "write":
        return False
    return a[0] != b[0] or a[1] == b[1]


@dataclass(frozen=True)
class Cell:
    """One cell, and what is done to it; `shared`: in memory of one block, `kinds`: of accesses, `renumbered`: in front
    of each interval."""

    shared: bool
    kinds: tuple[str, ...]
    blocks: int
    renumbered: bool

    def accesses(self) -> list[Access]:
        """All there are, in the order of blocks and intervals; within an interval in any order."""
        return list(product(range(self.blocks), range(INTERVALS), range(THREADS), self.kinds))

    def stamped(self, stamp: int, done: list[Access], access: Access) -> int:
        """The stamp behind an access, with the segments numbered as in machine code."""
        block, interval, thread, kind = access
        if not self.renumbered:
            first = (1 + block * INTERVALS * (THREADS + 1)) * stamps.STEP
            return _behind(stamp, kind, thread, first + interval * INTERVAL, first)
        if done and done[-1][:2] != access[:2]:
            same_block = done[-1][0] == block
            stamp = _renumbered(stamp, renumbering.EARLIER_INTERVAL if same_block else renumbering.NEXT + INTERVAL)
        return _behind(stamp, kind, thread, renumbering.NEXT, renumbering.EARLIER_INTERVAL)

    def explore(self, stamp: int, done: list[Access], most: int) -> int:
        """All ways to continue without a conflict, up to `most` accesses; how many sequences there were."""
        count = 1
        for access in self.accesses():
            if len(done) == most or (done and access[:2] < done[-1][:2]):
                continue
            conflict = any(_conflict(access, other) for other in done)
            try:
                behind = self.stamped(stamp, done, access)
            except Conflict:
                # With atomics beside plain accesses machine code may leave a launch that it could run.
                assert conflict or "update" in self.kinds, (done, access)
                continue
            assert not conflict, (done, access)
            assert bool(behind & stamps.OPEN) == ([*done, access][0][-1] != "write")
            count += self.explore(behind, [*done, access], most)
        return count


@cache
def _functions() -> dict[str, Callable[..., int]]:
    """The functions of the text, compiled. Those of accesses get a place and what threads say, and answer whether there
    is no conflict."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *[ctypes.c_int64] * 4)
    text = [COMMON, stamps.TEXT, renumbering.TEXT]
    for name in stamps.KINDS:
        text += accessing(name, stamps.SEGMENTS)
    names = [f"call.{form}.{name}" for name in stamps.KINDS for form in FORMS]
    text.append(
        "define void @call.renumber(ptr %p, i64 %count, i64 %first) {\n"
        "  call void @renumber.stamps(ptr %p, i64 %count, i64 %first)\n  ret void\n}"
    )
    code = LlvmCompiler().compile("\n".join(text), [*names, "call.renumber"])
    _ALIVE.append(code)
    renumber = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    found: dict[str, Callable[..., int]] = {name.removeprefix("call."): kind(code.addresses[name]) for name in names}
    return {**found, "renumber": renumber(code.addresses["call.renumber"])}


_ALIVE: list[object] = []


class Conflict(Exception):
    """Two accesses conflict."""


def _behind(stamp: int, kind: str, thread: int, base: int, first: int) -> int:
    """The stamp behind an access. The form for one place says the same as the one for many."""
    found, me, last = set(), base + thread * stamps.STEP, base + THREADS * stamps.STEP
    for form in FORMS:
        place = ctypes.c_uint32(stamp)
        good = _functions()[f"{form}.{kind}"](ctypes.addressof(place), me, base, first, last)
        found.add((good, place.value))
    assert len(found) == 1
    good, after = found.pop()
    if not good:
        assert after == stamp
        raise Conflict
    return after


def _renumbered(stamp: int, first: int) -> int:
    """The stamp with a small number. Places that nobody has touched stay so."""
    places = (ctypes.c_uint32 * 3)(0, stamp, 0)
    _functions()["renumber"](ctypes.addressof(places), len(places), first)
    assert places[0] == places[2] == 0
    return int(places[1])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("renumbered", [False, True], ids=["once", "renumbered"])
@pytest.mark.parametrize("shared", [False, True], ids=["common", "shared"])
@pytest.mark.parametrize("most", [4, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("kinds", [("read", "write"), ("read", "write", "update")], ids=" ".join)
def test_no_conflict_is_missed(shared: bool, most: int, kinds: tuple[str, ...], renumbered: bool) -> None:
    """And without atomics there is no false one."""
    cell = Cell(shared, kinds, 1 if shared else 3, renumbered)
    assert cell.explore(0, [], most) > 500


class Numbered:
    """One cell, and how the segments are numbered that come to it."""

    def __init__(self) -> None:
        self.stamp = 0
        self.first = self.base = stamps.STEP

    def barrier(self, block: bool) -> None:
        self.base += INTERVAL
        if block:
            self.first = self.base

    def renumber(self) -> None:
        self.stamp = _renumbered(self.stamp, self.first)
        self.first, self.base = renumbering.EARLIER_INTERVAL, renumbering.NEXT

    def access(self, thread: int, kind: str) -> bool:
        """Is there no conflict? If there is one, nothing happens."""
        try:
            self.stamp = _behind(self.stamp, kind, thread, self.base, self.first)
        except Conflict:
            return False
        return True


THREAD = st.integers(0, THREADS - 1)
BARRIERS = st.tuples(st.sampled_from(["barrier", "barrier", "block"]), st.booleans())
"""And whether segments get small numbers there."""


def _steps(*kinds: str) -> st.SearchStrategy[list[tuple[int, str] | tuple[str, bool]]]:
    accesses = st.tuples(THREAD, st.sampled_from(kinds))
    return st.lists(st.one_of(accesses, accesses, BARRIERS), min_size=4, max_size=14)


@settings(max_examples=2000, deadline=None)
@given(st.one_of(_steps("read", "write"), _steps("read", "update"), _steps(*stamps.KINDS)))
def test_small_numbers_change_no_answer(steps) -> None:
    """Where an access conflicts, it is left out."""
    once, again, block, interval = Numbered(), Numbered(), 0, 0
    done: list[Access] = []
    for step in steps:
        match step:
            case (str(what), bool(renumbered)):
                block, interval = block + (what == "block"), interval + 1
                for cell in (once, again):
                    cell.barrier(what == "block")
                if renumbered:
                    again.renumber()
            case (int(thread), str(kind)):
                access = block, interval, thread, kind
                conflict, good = any(_conflict(access, other) for other in done), again.access(thread, kind)
                assert good is once.access(thread, kind)
                assert good is not conflict or (not good and "update" in {kind, *(other[3] for other in done)})
                if good:
                    done.append(access)
