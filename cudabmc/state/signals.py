"""How a step tells the machine that it cannot simply continue."""

from cudabmc.errors import ResourceError
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.terms import Term


class PathEnds(Exception):
    """The running side of the thread ends here."""


class Halts(Exception):
    """The thread of a kernel can do nothing more, and so the kernel never ends."""


class Split(Exception):
    """Instruction `pc` of the frame at `depth` has to run once for each outcome of `cond`."""

    def __init__(self, cond: Term, depth: int, pc: int) -> None:
        super().__init__()
        self.cond = cond
        self.depth = depth
        self.pc = pc


class Misused(Exception):
    """The call of a model breaks a property that is off: it does nothing, and answers with an error code (0: with
    what its result type has for errors)."""

    def __init__(self, error: int = 0) -> None:
        super().__init__()
        self.error = error


class Stopped(Exception):
    """The scheduler decides before an access of the model; the call runs again when its thread is chosen."""


class Abandoned(Exception):
    """The thread left a function that a model had called; the model's own run is void."""


class PassIsVoid(Exception):
    """A launch has stopped when it had changed memory for good, or is to begin once more at once: the next pass knows
    better."""


class PartIsOver(ResourceError):
    """Of a launch only some threads run, and none of them can go on."""


class NotForAllOrders(Exception):
    """A pass that proves something of all orders at once has met what it cannot take for arbitrary."""


class RunAgain(Exception):
    """Such a pass has taken something for a lock that is none, or the other way round: another one knows better."""


class SourceNeeded(Exception):
    """The program compiles a text while it runs (NVRTC): the run begins again with a program that has it."""

    def __init__(self, source: RunTimeSource) -> None:
        super().__init__(source.name)
        self.source = source
