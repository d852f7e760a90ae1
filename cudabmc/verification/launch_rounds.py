"""Rounds of a loop of the host that launch again what the rounds before have launched are left out.

    for (int i = 0; i < 1000000; i++) k<<<1, 32>>>(a);

Programs repeat launches to measure them. Where launches are only noted, some rounds of such a loop have changed nothing
but counters (`interpreter/repeated.py`): no live register, no object, no variable of the library. The host is alone,
and what it does depends on nothing else, so it will do the same until a comparison of a counter comes out otherwise.
The loop continues shortly before that.

What the host was at some rounds is compared with later ones: at rounds 2, 4, 8, ... (Brent, 1980), so that a loop is
seen as well that needs several rounds to come back, as with two arrays that take turns.
"""

from collections.abc import Mapping
from math import copysign
from typing import Any

from cudabmc.goto.program import Call, Launch
from cudabmc.goto.types import IntType
from cudabmc.interpreter.core import Machine
from cudabmc.interpreter.repeated import Repeated
from cudabmc.late_dataclass import dataclass
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.frame import Frame
from cudabmc.state.host_alone import is_host_alone
from cudabmc.state.memory import Cell, MemObject
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

MOST_OBJECTS = 10_000
"""Objects of a program whose rounds are compared."""

MOST_BYTES = 1 << 16
"""Bytes of an object that is compared."""


@dataclass(slots=True)
class HostState:
    """What the rest of a run depends on: live registers, objects, variables of the library."""

    registers: list[Value | None]
    objects: dict[int, MemObject]
    library: dict[str, Value]
    captures: int


class LaunchRounds:
    """Watches loops of one machine that make launches. `count` says how many launches there were."""

    def __init__(self, machine: Machine) -> None:
        self._m = machine
        self._inner = machine.codes.watch
        self._places: dict[str, list[LaunchLoop]] = {}
        self.count = 0
        self.left_out = 0  # rounds

    def watch(self, code: Code, pc: int, step: StepFunction) -> StepFunction:
        """The step of an instruction; at the head of a loop it looks whether rounds can be left out."""
        if self._inner is not None:
            step = self._inner(code, pc, step)
        loop = next((loop for loop in code.loops if loop.head == pc), None)
        if loop is None or not code.function.on_host or code.function.is_kernel:
            return step
        repeated = Repeated(code.function, loop)
        if not any(isinstance(code.function.body[at], Call | Launch) for at in repeated.pcs):
            return step
        place = LaunchLoop(self, self._m.execution, repeated, pc)
        places = self._places.setdefault(code.function.name, [])
        places.append(place)

        def look(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            for other in places:
                if other.head in repeated.pcs and other is not place:
                    other.frame = None  # it begins anew
            place.look(thread, frame)
            return step(thread, frame, regs)

        return look


class LaunchLoop:
    """A loop of the host, and the activation of its function that is in it."""

    def __init__(self, launches: LaunchRounds, ex: Execution, repeated: Repeated, head: int) -> None:
        self._launches = launches
        self._ex = ex
        self._repeated = repeated
        self.head = head
        self.frame: Frame | None = None
        self._launched = 0
        self._round = 0
        self._before: HostState | None = None

    def look(self, thread: Thread, frame: Frame) -> None:
        """The thread is at the head of the loop."""
        if self.frame is not frame:
            self.frame, self._round, self._before = frame, 0, None
        elif self._launched == self._launches.count:
            return  # machine code is for loops without launches
        self._launched = self._launches.count
        self._round += 1
        if self._round < 2 or not is_host_alone(self._ex, thread):
            return
        if self._before is not None and self._skip(self._before, frame):
            self._round, self._before = 0, None
        if not self._round & (self._round - 1) and self._round:
            self._before = self._now(thread, frame)

    def _now(self, thread: Thread, frame: Frame) -> HostState | None:
        s = self._ex.s
        if len(s.objects) > MOST_OBJECTS:
            return None
        s.token = thread.owner = object()  # whoever changes an object from here on copies it
        return HostState(list(frame.regs), dict(s.objects), dict(s.library), len(s.device.captures))

    def _skip(self, before: HostState, frame: Frame) -> bool:
        """Leave out rounds, if they do again what has been done since then."""
        old, new = dict[int, int](), dict[int, int]()
        types = self._repeated.types
        for register in self._repeated.live:
            was, now = before.registers[register], frame.regs[register]
            if _is_one_value(was, now):
                continue
            if not isinstance(types[register], IntType) or not isinstance(was, int) or not isinstance(now, int):
                return False
            old[register], new[register] = was, now
        rounds = self._repeated.most_rounds(old, new, frame.regs)
        if rounds == 0 or not self._is_unchanged(before):
            return False
        for register, now in new.items():
            frame.regs[register] = now + rounds * (now - old[register])
        self._launches.left_out += rounds
        return True

    def _is_unchanged(self, before: HostState) -> bool:
        s = self._ex.s
        if s.library != before.library or before.captures or s.device.captures:
            return False
        for number, obj in s.objects.items():
            old = before.objects.get(number)
            if old is not obj and not (_same(old, obj) if old is not None else not obj.is_live):
                return False
        return all(number in s.objects or not old.is_live for number, old in before.objects.items())


def _same(a: MemObject, b: MemObject) -> bool:
    """Do two objects hold the same, as far as that is told quickly?"""
    if a.is_live != b.is_live or a.reach != b.reach or a.size != b.size:
        return False
    if not a.is_live:
        return True
    if a.below != b.below or a.elements is not b.elements:
        return False
    one, other = a.flat_bytes, b.flat_bytes
    if one is not None and other is not None:
        return one is other or (len(one.data) <= MOST_BYTES and _bytes_of(one) == _bytes_of(other))
    return one is other and (a.elements is not None or _are_same_cells(a.cells, b.cells))


def _are_same_cells(one: Mapping[int, Cell], other: Mapping[int, Cell]) -> bool:
    return one == other and all(_is_one_value(value, other[at][1]) for at, (_, value) in one.items())


def _is_one_value(a: Value | None, b: Value | None) -> bool:
    """Are these the same, as nothing can tell them apart? 0.0 is not -0.0."""
    if a is b:
        return True
    if type(a) is not type(b) or a != b:
        return False
    return not isinstance(a, float) or not isinstance(b, float) or copysign(1, a) == copysign(1, b)


def _bytes_of(held: FlatBytes) -> tuple[bytes, bytes | None]:
    return bytes(held.data), None if held.known is None else bytes(held.known.bits)
