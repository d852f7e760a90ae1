"""The state of an execution: threads, stream operations, memory. Data only.

States are copied when the explorer branches. Objects and threads are shared between copies until
one is changed (`owner` tells whose it is).
"""

from typing import Any

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.allocation import Allocation
from cudabmc.state.course import Course
from cudabmc.state.device_state import DeviceState
from cudabmc.state.events import Event
from cudabmc.state.meeting import Meeting
from cudabmc.state.memory import MemObject
from cudabmc.state.published import Published
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition
from cudabmc.terms import NO_FACTS, Facts


@dataclass(frozen=True, slots=True)
class ProgramEnding:
    """How the program has ended (see interpreter/program_end.py): where it has come to its end, whether a call has
    failed for a reason that lies outside of the program, where main has returned and on which paths, and ends with
    another status than 0 or by abort()."""

    reached: Value = False
    failures: Value = False
    returns: tuple[tuple[Value, Location], ...] = ()
    ends: tuple[tuple[Condition, Value], ...] = ()


class Choices:
    """What the scheduler has chosen: the thread that ran last, how often that changed where it could have run on, and
    the history, a linked list of (previous, a thread that was chosen or an input or an object that was made, path).
    `course` is what the strategy knows of the execution."""

    __slots__ = ("course", "current", "schedule", "switches")

    def __init__(self) -> None:
        self.current: int | None = None
        self.switches = 0
        self.schedule: Any = None
        self.course: Course | None = None

    def fork(self) -> "Choices":
        """An independent copy."""
        other = Choices()
        other.current, other.switches, other.schedule, other.course = (
            self.current, self.switches, self.schedule, self.course,
        )  # fmt: skip
        return other


class State:
    """Everything that an execution can change."""

    __slots__ = (
        "alive", "allocation", "changes", "choices", "console", "device", "ending", "facts", "globals", "host",
        "inputs", "library", "maybe", "meetings", "no_use", "objects", "published", "step", "token", "vcs",
    )  # fmt: skip

    def __init__(self) -> None:
        self.token = object()
        self.objects: dict[int, MemObject] = {}
        self.allocation = Allocation()
        self.globals: dict[str, int] = {}
        self.library: dict[str, Value] = {}
        self.inputs: dict[str, int] = {}
        self.host: Thread | None = None
        self.device = DeviceState()
        self.published = Published()
        self.meetings: dict[object, Meeting] = {}  # barriers that count arrivals
        self.changes = 0  # how often common memory got another value
        self.alive: Value = True
        self.no_use: Value = True  # where what nobody has written has decided nothing (see uninitialised.py)
        self.facts: Facts = NO_FACTS
        self.vcs: list[Condition] = []
        self.maybe: Any = None  # conflicts that depend on inputs, linked: (previous, key, formula, within)
        self.ending = ProgramEnding()
        self.console: tuple[object, ...] | None = None
        self.choices = Choices()
        self.step: list[Event] | None = None  # events of the step that a thread takes, if wanted

    def fork(self) -> "State":
        """An independent copy."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.objects = dict(self.objects)
        other.allocation = self.allocation.fork()
        other.library, other.inputs = dict(self.library), dict(self.inputs)
        other.device = self.device.fork()
        other.published = self.published.fork()
        other.choices = self.choices.fork()
        other.meetings = dict(self.meetings)
        other.vcs = list(self.vcs)
        self.token = object()
        other.token = object()
        return other

    def own_object(self, obj: MemObject) -> MemObject:
        """The object, changeable in this state."""
        if obj.owner is not self.token:
            obj = obj.clone(self.token)
            self.objects[obj.id] = obj
        return obj

    def own_thread(self, thread: Thread) -> Thread:
        """The thread, changeable in this state."""
        if thread.owner is self.token:
            return thread
        thread = thread.clone(self.token)
        if thread.block is None:
            self.host = thread
        else:
            grid = self.device.grids[thread.operation]
            grid.threads[thread.tid] = thread
            thread.block = grid.blocks[thread.block.number]
        return thread

    @property
    def concurrent(self) -> bool:
        """Can stream operations run at the same time: are there streams beside the default ones, or graphs, or
        do kernels launch others?"""
        return any(key > 0 for key in self.device.streams) or bool(self.device.graphs)

    @property
    def is_surely_faulty(self) -> bool:
        """Has a violation been met that is there for all inputs?"""
        return any(condition.formula is True for condition in self.vcs)

    @property
    def idle(self) -> bool:
        """Has all that was issued to the device ended?"""
        return not self.device.grids and not self.device.queue

    def grid_of(self, tid: int) -> Grid:
        """The running grid that a thread belongs to."""
        return next(grid for grid in self.device.grids.values() if tid in grid.threads)
