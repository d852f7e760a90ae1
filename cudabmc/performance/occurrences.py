"""Which execution of an instruction it is: lanes of a warp execute it together if they agree on that.

Lanes that part meet again where both sides of the branch do, and in a loop at the begin of each round. So two lanes
execute an instruction together if they are in the same calls, and in the same rounds of all loops around it.
"""

from cudabmc.goto import cfg
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.thread import Thread

Occurrence = tuple[object, ...]


class Occurrences:
    """Tells executions of instructions apart."""

    def __init__(self) -> None:
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
            around = self._around[name, index] = _back_edges_around(frame.code, index)
        for edges in around:
            found.append(sum(counts.get(edge, 0) for edge in edges))


def _back_edges_around(code: Code, index: int) -> tuple[tuple[int, ...], ...]:
    """The back edges of each loop that the instruction is in."""
    body = code.function.body
    return tuple(loop.back_edges for loop in code.loops if index in loop and index in cfg.inside(body, loop))
