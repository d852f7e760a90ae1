"""Machine code that runs: where it was entered, and how it has ended."""

from cudabmc.native.layout import Reason
from cudabmc.native.piece import Piece
from cudabmc.state.frame import Frame
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


class HostRun:
    """Machine code that runs, entered in a frame of a thread. `stopped` before the instruction `pc` for a `reason`, it
    has left `frames`; if not, it has a `result`."""

    def __init__(
        self, piece: Piece, thread: Thread, frame: Frame, depth: int, first: int, spill: int, fuel: int
    ) -> None:  # fmt: skip
        self.piece = piece
        self.thread = thread
        self.frame = frame
        self.depth = depth
        self.first = first
        self.spill = spill
        self.fuel = fuel
        self.stopped = False
        self.pc = 0
        self.reason = Reason.UNKNOWN
        self.found = False
        self.nanoseconds = 0
        self.result: Value = None
        self.frames: list[tuple[Frame, int]] = []
        self.left: LeftCall | None = None

    @property
    def is_dull(self) -> bool:
        """Has it stopped where it will stop again?"""
        hopeless = (Reason.UNKNOWN, Reason.CALL, Reason.UNSET, *(() if self.found else (Reason.MISSING,)))
        return self.stopped and self.left is None and self.reason in hopeless


class LeftCall:
    """A call of a model out of which machine code was left: with an error, or the thread waits now. `frame` is the one
    that the call was made in. The result, if there is one, is for register `dst`."""

    def __init__(self, error: BaseException | None = None, frame: Frame | None = None, dst: int | None = None) -> None:
        self.error = error
        self.made = None if frame is None else frame.made
        self.dst = dst
        self.result: Value = None if frame is None or dst is None else frame.regs[dst]

    def end(self, thread: Thread) -> None:
        """Give the innermost frame of the thread what the call has left. Raises its error."""
        innermost = thread.frames[-1]
        innermost.made = self.made
        if self.dst is not None:
            innermost.regs[self.dst] = self.result
        if self.error is not None:
            raise self.error
