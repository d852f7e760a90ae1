"""Which execution of an instruction it is: lanes of a warp execute it together if they agree on that.

Lanes that part meet again where both sides of the branch do, and in a loop at the begin of each round. So two lanes
execute an instruction together if they are in the same calls, and in the same rounds of all loops around it. Around it
is a loop, too, that lanes leave by a branch whose sides have not met yet:

    for (...) { if (i == t) { a[t] = 1; break; } }      each lane writes in a round of its own
"""

from typing import NamedTuple

from cudabmc.goto import cfg
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.thread import Thread

Occurrence = tuple[object, ...]


class Occurrences:
    """Tells executions of instructions apart."""

    def __init__(self) -> None:
        self._rounds: dict[str, list[_Rounds]] = {}
        self._around: dict[tuple[str, int], tuple[tuple[int, ...], ...]] = {}

    def of(self, thread: Thread, index: int) -> Occurrence:
        """The execution of instruction `index` of the innermost frame that the thread is at."""
        frames = thread.frames
        found: list[object] = []
        for frame in frames[:-1]:
            self._add(found, frame, max(frame.pc - 1, 0))
        self._add(found, frames[-1], index)
        return tuple(found)

    def _add(self, found: list[object], frame: Frame, index: int) -> None:
        name, counts = frame.code.function.name, frame.counts
        found += (name, index)
        around = self._around.get((name, index))
        if around is None:
            around = self._around[name, index] = self._back_edges_around(frame.code, index)
        for edges in around:
            found.append(sum(counts.get(edge, 0) for edge in edges))

    def _back_edges_around(self, code: Code, index: int) -> tuple[tuple[int, ...], ...]:
        """The back edges of each loop that is around the instruction."""
        name = code.function.name
        if name not in self._rounds:
            self._rounds[name] = [_Rounds(loop.back_edges, _of_rounds(code, loop)) for loop in code.loops]
        return tuple(loop.back_edges for loop in self._rounds[name] if index in loop.instructions)


class _Rounds(NamedTuple):
    """The instructions that lanes execute together if they are in the same round of a loop."""

    back_edges: tuple[int, ...]
    instructions: frozenset[int]


def _of_rounds(code: Code, loop: cfg.Loop) -> frozenset[int]:
    """Those in the loop, and those on ways out of it up to where the other side of the branch comes, too. A way that
    ends the function meets no other."""
    body = code.function.body
    within = cfg.inside(body, loop)
    found = set(within)
    for pc in within:
        join, way = code.ipdom[pc], set[int]()
        waiting = [target for target in cfg.successors(body, pc) if join < len(body)]
        while waiting:
            target = waiting.pop()
            if target != join and target not in within and target not in way:
                way.add(target)
                waiting += cfg.successors(body, target)
        found |= way
    return frozenset(found)
