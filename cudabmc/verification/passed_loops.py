"""Long loops of the host that make no launches are passed over: what they may change is arbitrary behind them.

    for (int i = 0; i < 100000000; i++) h[i] = dist(gen);        contents of h and gen: any
    for (int i = 0; i < n; i++) if (h[i] != gold[i]) { ok = false; break; }      ok: any
    k<<<n / 256, 256>>>(d, n);                                   n is what it was

Programs fill arrays, compute what is expected, and compare results, which takes far longer than all that launches
depend on. A loop is passed over to where all ways out of it meet (the immediate postdominator), if `region_effects.py`
knows what is written until then. Each register that is set there gets a new arbitrary value, and so does each object
that may be written. The state behind a loop that ends is one of these. So what a run finds behind that includes all
launches of the program, if the loop ends there; if not, there is no launch behind it.

Objects that hold pointers are not made arbitrary, as a run comes to nothing without these: such a loop is run.
"""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from cudabmc.goto.cfg import Loop, inside, successors
from cudabmc.goto.program import Dead, Instruction, Reg
from cudabmc.goto.registers import set_by, used
from cudabmc.goto.types import I64, IntType, PtrType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.state.address_space import decode
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.host_alone import is_host_alone
from cudabmc.state.object_facts import Untouched
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import PAGE, Pointer, PointerSet, Value
from cudabmc.verification.region_effects import ANYWHERE, Effects, RegionEffects

MOST_TRIES = 3
"""How often a loop is looked at that cannot be passed over: it may be one whose arrays are not there yet."""

LEAST_ROUNDS = 4
"""Rounds of a loop, after which it is not a short one inside of another one, or of what that calls."""

MOST_BYTES = 1 << 12
"""Bytes of an object that pointers are looked for in."""

_OPEN = frozenset({ANYWHERE})
_LABEL = "what a long loop has made"
_GENERATOR = ("libc:count of rand", "libc:state of drand48")


class PassedLoops:
    """Watches the loops of one machine's host. `is_late` says whether it is time to pass over them; `count` is how many
    were."""

    def __init__(self, machine: Machine, is_late: Callable[[], bool]) -> None:
        self._m = machine
        self._is_late = is_late
        self._inner = machine.codes.watch
        self._numbers = count()
        self._forgotten: set[int] = set()
        self.count = 0

    def watch(self, code: Code, pc: int, step: StepFunction) -> StepFunction:
        """The step of an instruction; at the head of a loop it looks whether that can be passed over."""
        if self._inner is not None:
            step = self._inner(code, pc, step)
        loop = next((loop for loop in code.loops if loop.head == pc), None)
        if loop is None or not code.function.on_host or code.function.is_kernel:
            return step
        places = [one for one in code.loops if pc in inside(code.function.body, one)]
        places.sort(key=lambda one: -len(inside(code.function.body, one)))  # the outer ones are the longer ones
        ends = list(dict.fromkeys(end for one in places if (end := _behind(code, one)) is not None))
        rounds, last, tries, early = 0, None, 0, 0

        def look(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            nonlocal rounds, last, tries, early
            if tries >= MOST_TRIES or not self._is_late() or not is_host_alone(self._m.execution, thread):
                return step(thread, frame, regs)
            rounds, last = rounds + 1 if last is frame else 0, frame
            is_long = rounds >= LEAST_ROUNDS
            if is_long or (self._forgotten and early < MOST_TRIES):
                behind = next((end for end in ends if self._pass(thread, frame, pc, end, is_long=is_long)), None)
                if behind is not None:
                    return behind
                if is_long:
                    rounds, tries = 0, tries + 1
                else:
                    early += 1
            return step(thread, frame, regs)

        return look

    def _pass(self, thread: Thread, frame: Frame, start: int, behind: int, *, is_long: bool) -> bool:
        """Pass over what may be run from one instruction on before another one, if that is long, or reads what others
        have left. If not, nothing is changed."""
        code = frame.code
        part = _until(code, start, behind)
        set_there = {register for _, i in part if (register := set_by(i)) is not None}
        needed = sorted(set_there & code.live[behind])
        if any(isinstance(code.function.reg_types[register], PtrType) for register in needed):
            return False
        effects = self._effects(thread, frame, part, start)
        if effects is None or not (is_long or effects.read & self._forgotten):
            return False
        if not all(self._may_be_anything(number, frame, behind, effects) for number in effects.written):
            return False
        for register in needed:
            frame.regs[register] = self._any(code.function.reg_types[register], thread)
        for number in sorted(effects.written):
            self._forget(number)
        if effects.draws:
            self._m.execution.s.library |= {key: self._any(I64, thread) for key in _GENERATOR}
        heads = {pc for pc, _ in part}
        for edge in [edge for edge, around in code.loop_of_edge.items() if around.head in heads]:
            frame.counts.pop(edge, None)
        frame.spins.clear()
        self._m.execution.s.changes += 1
        self.count += 1
        return True

    def _effects(
        self, thread: Thread, frame: Frame, part: list[tuple[int, Instruction]], start: int
    ) -> Effects | None:  # fmt: skip
        types, memory = frame.code.function.reg_types, MemoryNow(self._m, thread)
        known = {
            register: memory.targets(value) for register in frame.code.live[start]
            if (value := frame.regs[register]) is not None and isinstance(types[register], PtrType | IntType)
        }
        return RegionEffects(self._m.execution.program.functions, memory).find(part, known)

    def _may_be_anything(self, number: int, frame: Frame, behind: int, effects: Effects) -> bool:
        """May an object be made arbitrary? One with pointers may if it is a variable of this function that is not used
        any more."""
        s = self._m.execution.s
        obj = s.objects.get(number)
        if obj is None or not obj.is_live or obj.read_only or not isinstance(obj.size, int):
            return False
        holds_pointers = number in effects.pointers or bool(MemoryNow(self._m, None).leads_to(number) - _OPEN)
        return not holds_pointers or (number in frame.allocas and not _is_used_from(frame, number, behind))

    def _any(self, type: Type, thread: Thread) -> Value:
        return self._m.inputs.fresh(type, _LABEL, thread)

    def _forget(self, number: int) -> None:
        """Let an object have any contents, which nothing else has: contents are named by the key."""
        s = self._m.execution.s
        self._forgotten.add(number)
        own = s.own_object(s.objects[number])
        own.clear(0)
        own.untouched = Untouched.ARBITRARY
        own.key = f"{own.key} (behind loop {next(self._numbers)})"


class MemoryNow:
    """Where pointers lead in the state of a machine."""

    def __init__(self, machine: Machine, thread: Thread | None) -> None:
        self._m = machine
        self._objects = machine.execution.s.objects
        self._thread = thread

    def symbol(self, name: str) -> int:
        """The object of a variable, made if nobody has come to it yet."""
        assert self._thread is not None
        return self._m.symbols.symbol(name, self._thread).obj

    def leads_to(self, number: int) -> frozenset[int]:
        """The objects that pointers in an object lead to; ANYWHERE where a formula says what is in there, a loop has
        left anything, or there is too much to look at."""
        obj = self._objects[number]
        held, found = obj.flat_bytes, frozenset[int]()
        if held is not None:
            kinds = [*held.others.values(), *([held.kind] if held.kind is not None else [])]
            if held.kind is None or any(map(_may_hold_pointer, kinds)):
                is_small = len(held.data) <= MOST_BYTES
                found = frozenset(held.targets(len(held.data))) & self._objects.keys() if is_small else _OPEN
        elif obj.elements is not None:
            type, values = obj.elements
            found = self._of_all(values) if _may_hold_pointer(type) else found
        else:
            found = self._of_all(value for _, value in obj.cells.values())
        return found | _OPEN if obj.array is not None or obj.untouched is Untouched.ARBITRARY else found

    def _of_all(self, values: Iterable[Value]) -> frozenset[int]:
        return frozenset[int]().union(*map(self.targets, values))

    def targets(self, value: Value) -> frozenset[int]:
        """The objects that a value leads to."""
        match value:
            case bool():
                return frozenset()
            case int():
                number = decode(value).obj if value >= PAGE else 0
                return frozenset({number} if number in self._objects else ())
            case Pointer():
                if value.obj > 0:
                    return frozenset({value.obj})
                return frozenset() if isinstance(value.offset, int) else _OPEN
            case PointerSet():
                return self._of_all(target for _, target in value.targets)
        return frozenset()


def _behind(code: Code, loop: Loop) -> int | None:
    """Where all ways out of a loop meet; None if some return."""
    at, within = loop.head, inside(code.function.body, loop)
    while at in within:
        at = code.ipdom[at]
    return at if at < len(code.function.body) else None


def _until(code: Code, start: int, end: int) -> list[tuple[int, Instruction]]:
    """The instructions that may be run from one on before another one."""
    body = code.function.body
    found, left = set[int](), [start]
    while left:
        at = left.pop()
        if at not in found and at != end and at < len(body):
            found.add(at)
            left += successors(body, at)
    return [(pc, body[pc]) for pc in sorted(found)]


def _may_hold_pointer(type: Type) -> bool:
    return isinstance(type, PtrType) or (isinstance(type, IntType) and type.width == 64)


def _is_used_from(frame: Frame, number: int, start: int) -> bool:
    """May a variable in memory be used from an instruction on, but for its end? Its address may be in a register."""
    registers = {
        register for register, value in enumerate(frame.regs) if isinstance(value, Pointer) and value.obj == number
    }
    return any(
        isinstance(operand, Reg) and operand.index in registers
        for _, i in _until(frame.code, start, -1) if not isinstance(i, Dead) for operand in used(i)
    )
