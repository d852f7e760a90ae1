"""Stamps see every conflict that comparing all pairs of accesses sees."""

from dataclasses import dataclass
from itertools import product

import pytest

from cudabmc.lane import stamps

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
        """All there are, in the order in which threads run; those of one thread in an interval in any order."""
        return list(product(range(self.blocks), range(INTERVALS), range(THREADS), self.kinds))

    def stamped(self, stamp: int, access: Access) -> int:
        """The stamp behind an access, with the segments numbered as the lane does."""
        block, interval, thread, kind = access
        first = (1 + block * INTERVALS * (THREADS + 1)) * stamps.STEP
        base = first + interval * (THREADS + 1) * stamps.STEP
        last, me = base + THREADS * stamps.STEP, base + thread * stamps.STEP
        plain = self.shared and "update" not in self.kinds
        return _behind(stamp, kind, me, base, first, last, self.shared, plain)

    def explore(self, stamp: int, done: list[Access], most: int) -> int:
        """All ways to continue without a conflict, up to `most` accesses; how many sequences there were."""
        count = 1
        for access in self.accesses():
            if len(done) == most or (done and access[:3] < done[-1][:3]):
                continue
            conflict = any(_conflict(access, other) for other in done)
            try:
                behind = self.stamped(stamp, access)
            except stamps.ConflictError:
                # With atomics beside plain accesses the lane may leave a launch to the machine that it could take.
                assert conflict or "update" in self.kinds, (done, access)
                continue
            assert not conflict, (done, access)
            count += self.explore(behind, [*done, access], most)
        return count


def _behind(
    stamp: int, kind: str, me: int, base: int, first: int, last: int, shared: bool, plain: bool
) -> int:  # fmt: skip
    """As the generated text has it, with its shortcuts."""
    fresh = stamp < base if shared else not stamp
    if kind == "read":
        if stamp < me:
            if plain and not fresh and not stamp & stamps.WRITTEN:
                return last + stamps.READ_BY_SEVERAL
            return me + stamps.READ if fresh else stamps.read(stamp, me, base, first, last)
        if stamp & stamps.ATOMIC:
            return stamps.read(stamp, me, base, first, last)
        return stamp
    if kind == "write":
        if stamp == me + stamps.WRITE:
            return stamp
        if fresh or stamp == me + stamps.READ:
            return me + stamps.WRITE
        return stamps.write(stamp, me, base, first)
    if stamp < last or not stamp & stamps.ATOMIC:
        return stamps.update(stamp, me, base, first, last)
    return stamp


@pytest.mark.parametrize("shared", [False, True], ids=["common", "shared"])
@pytest.mark.parametrize("most", [4, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("kinds", [("read", "write"), ("read", "write", "update")], ids=" ".join)
def test_no_conflict_is_missed(shared: bool, most: int, kinds: tuple[str, ...]) -> None:
    """And without atomics there is no false one."""
    cell = Cell(shared, kinds, 1 if shared else 3)
    assert cell.explore(0, [], most) > 500
