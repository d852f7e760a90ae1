"""Stamps see every conflict that comparing all pairs of accesses sees."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest

from cudabmc.native.kernels import stamps
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.native.prelude import COMMON

Access = tuple[int, int, int, str]
"""Block, barrier interval, thread, kind."""

INTERVALS, THREADS = 2, 3


def _conflict(a: Access, b: Access) -> bool:
    """Are two accesses of different threads in conflict, with no barrier between them? Atomics commute."""
    if (a[0], a[2]) == (b[0], b[2]) or a[3] == b[3] != "write":
        return False
    return a[0] != b[0] or a[1] == b[1]


@dataclass(frozen=True)
class Cell:
    """One cell, and what is done to it; `shared`: in memory of one block, `kinds`: of accesses."""

    shared: bool
    kinds: tuple[str, ...]
    blocks: int

    def accesses(self) -> list[Access]:
        """All there are, in the order of blocks and intervals; within an interval in any order."""
        return list(product(range(self.blocks), range(INTERVALS), range(THREADS), self.kinds))

    def stamped(self, stamp: int, access: Access) -> int:
        """The stamp behind an access, with the segments numbered as in machine code."""
        block, interval, thread, kind = access
        first = (1 + block * INTERVALS * (THREADS + 1)) * stamps.STEP
        base = first + interval * (THREADS + 1) * stamps.STEP
        last, me = base + THREADS * stamps.STEP, base + thread * stamps.STEP
        return _behind(stamp, kind, me, base, first, last)

    def explore(self, stamp: int, done: list[Access], most: int) -> int:
        """All ways to continue without a conflict, up to `most` accesses; how many sequences there were."""
        count = 1
        for access in self.accesses():
            if len(done) == most or (done and access[:2] < done[-1][:2]):
                continue
            conflict = any(_conflict(access, other) for other in done)
            try:
                behind = self.stamped(stamp, access)
            except Conflict:
                # With atomics beside plain accesses machine code may leave a launch that it could run.
                assert conflict or "update" in self.kinds, (done, access)
                continue
            assert not conflict, (done, access)
            count += self.explore(behind, [*done, access], most)
        return count


@cache
def _functions() -> dict[str, Callable[..., int]]:
    """The functions of the text, compiled. Each gets a place and what threads say, and answers whether there is no
    conflict."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *[ctypes.c_int64] * 4)
    text = [COMMON, stamps.TEXT]
    for name in stamps.KINDS:
        for form, count in ((f"stamp.one.{name}", ""), (f"stamps.{name}", "i64 1, ")):
            text.append(
                f"define i32 @call.{form}(ptr %p, i64 %me, i64 %base, i64 %first, i64 %last) {{\n"
                f"  %r = call i1 @{form}(ptr %p, {count}i64 %me, i64 %base, i64 %first, i64 %last)\n"
                f"  %i = zext i1 %r to i32\n  ret i32 %i\n}}"
            )
    names = [f"call.{form}.{name}" for name in stamps.KINDS for form in ("stamp.one", "stamps")]
    code = LlvmCompiler().compile("\n".join(text), names)
    _ALIVE.append(code)
    return {name.removeprefix("call."): kind(code.addresses[name]) for name in names}


_ALIVE: list[object] = []


class Conflict(Exception):
    """Two accesses conflict."""


def _behind(stamp: int, kind: str, me: int, base: int, first: int, last: int) -> int:
    """The stamp behind an access. The form for one place says the same as the one for many."""
    found = set()
    for form in ("stamp.one", "stamps"):
        place = ctypes.c_int64(stamp)
        good = _functions()[f"{form}.{kind}"](ctypes.addressof(place), me, base, first, last)
        found.add((good, place.value))
    assert len(found) == 1
    good, after = found.pop()
    if not good:
        assert after == stamp
        raise Conflict
    return after


@pytest.mark.parametrize("shared", [False, True], ids=["common", "shared"])
@pytest.mark.parametrize("most", [4, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("kinds", [("read", "write"), ("read", "write", "update")], ids=" ".join)
def test_no_conflict_is_missed(shared: bool, most: int, kinds: tuple[str, ...]) -> None:
    """And without atomics there is no false one."""
    cell = Cell(shared, kinds, 1 if shared else 3)
    assert cell.explore(0, [], most) > 500
