"""Barriers of a block that no pair of its accesses needs.

A barrier of the source is left out in thought: the intervals on both sides of each of its executions become one. It was
needless if no two threads conflict in such an interval that were apart before: access the same bytes, one of them at
least a write, or two atomics whose order may matter. Barriers are left out one after the other, each on top of those
before, so that all that are called needless can go together.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import NamedTuple

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

WRITES = "write"
READS = "read"

_WORD = 4


class Touch(NamedTuple):
    """What a thread does to bytes of an object: `how` is READS, WRITES, or what atomics have in common that can change
    places, in front of which stands a colon; a colon alone changes places with nothing."""

    lane: int
    obj: int
    offset: int
    size: int
    how: str


def clash(one: str, other: str) -> bool:
    """Does the order of two accesses of different threads to the same bytes matter?"""
    if one == READS and other == READS:
        return False
    return one != other or one in (WRITES, ":")


@dataclass(slots=True)
class BlockHistory:
    """What the threads of a block did between its barriers. `touches` are by interval, `ends` the barriers that end
    each, `kept` barriers that do more than wait, and `speaks` the intervals in which threads may synchronise with those
    of other blocks. If not `is_known`, accesses are missing."""

    touches: dict[int, set[Touch]] = field(default_factory=lambda: defaultdict(set))
    ends: dict[int, set[Location]] = field(default_factory=lambda: defaultdict(set))
    kept: set[Location] = field(default_factory=set)
    speaks: set[int] = field(default_factory=set)
    is_known: bool = True

    def barriers(self) -> set[Location]:
        """The barriers that the block has come to."""
        return {loc for locs in self.ends.values() for loc in locs}


def needless_barriers(histories: Iterable[BlockHistory]) -> list[Location]:
    """The barriers that can be left out together, as far as these blocks of all kernels show, in the order of the text.
    One that a block comes to of which something is not known stays."""
    every_block = list(histories)
    blocks = [block for block in every_block if block.is_known]
    kept = {loc for block in every_block for loc in (block.kept if block.is_known else block.barriers() | block.kept)}
    every = {loc for block in blocks for loc in block.barriers()} - kept
    blocks = [block for block in blocks if not every.isdisjoint(block.barriers())]
    grains = [_granules(block) for block in blocks]
    found: list[Location] = []
    for loc in sorted(every, key=lambda one: (one.file, one.line, one.column)):
        without = {loc, *found}
        if not any(_is_needed(block, grain, without) for block, grain in zip(blocks, grains, strict=True)):
            found.append(loc)
    return found


_Uses = dict[int, dict[str, set[int]]]
"""Of some bytes: interval -> how -> up to two threads, which are enough to tell whether another one does it."""


def _granules(block: BlockHistory) -> list[_Uses]:
    """How each word, or each byte where accesses are smaller than words, is used in each interval."""
    small = {
        touch.obj for touches in block.touches.values() for touch in touches
        if touch.offset % _WORD or touch.size % _WORD
    }  # fmt: skip
    found: dict[tuple[int, int], _Uses] = defaultdict(dict)
    for interval in sorted(block.touches):
        for touch in block.touches[interval]:
            grain = 1 if touch.obj in small else _WORD
            for number in range(touch.offset // grain, -(-(touch.offset + touch.size) // grain)):
                lanes = found[touch.obj, number].setdefault(interval, {}).setdefault(touch.how, set())
                if len(lanes) < 2:
                    lanes.add(touch.lane)
    return list(found.values())


def _is_needed(block: BlockHistory, granules: Iterable[_Uses], without: set[Location]) -> bool:
    """Do threads conflict, or may they tell other blocks something too early, if these barriers are left out?"""
    group = _groups(block, without)
    members: dict[int, int] = defaultdict(int)
    for interval in group.values():
        members[interval] += 1
    if any(members[group[interval]] > 1 for interval in block.speaks if interval in group):
        return True
    return any(_conflicts(uses, group) for uses in granules)


def _groups(block: BlockHistory, without: set[Location]) -> dict[int, int]:
    """The number of the interval that each interval becomes a part of."""
    last = max((*block.touches, *(interval + 1 for interval in block.ends)), default=0)
    found = {0: 0}
    for interval in range(last):
        ends = block.ends.get(interval)
        joined = bool(ends) and ends is not None and ends <= without
        found[interval + 1] = found[interval] + (not joined)
    return found


def _conflicts(uses: Mapping[int, Mapping[str, set[int]]], group: Mapping[int, int]) -> bool:
    """Do two threads conflict here that were in different intervals, which are one now?"""
    current, before = -1, dict[str, set[int]]()
    for interval, now in uses.items():
        if group[interval] != current:
            current, before = group[interval], {}
        for how, lanes in now.items():
            if any(clash(how, other) and len(lanes | theirs) > 1 for other, theirs in before.items()):
                return True
        for how, lanes in now.items():
            before[how] = before.get(how, set()) | set(lanes)
    return False
