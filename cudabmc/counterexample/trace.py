"""The trace of a run: what each instruction did, in the words of the source."""

import re
from collections import deque
from typing import Any

from cudabmc.barriers.convergence import LOCKSTEP
from cudabmc.counterexample.changes import Changes, ThreadKey, depth_of, is_told, owner_of
from cudabmc.counterexample.stream_recorder import StreamRecorder
from cudabmc.counterexample.things import Things
from cudabmc.counterexample.told import Change, Deed, Made, Shown, ToldSpot, account, in_words, said
from cudabmc.goto.program import TEMPORARY, Assign, Call, CopyBytes, Function, Launch, Load, Reg, Return, Store
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.core import Machine
from cudabmc.result import Place, Step, ThreadId
from cudabmc.source.brief_names import without_defaults
from cudabmc.source.location import NOWHERE
from cudabmc.source.mangled import plain_name
from cudabmc.state.code import Code, location_in
from cudabmc.state.element_type import is_signed, returned
from cudabmc.state.events import ATOMIC, READ, WRITE, Event
from cudabmc.state.frame import Frame
from cudabmc.state.memory import MemObject
from cudabmc.state.position import user_frame
from cudabmc.state.step import StepFunction as MachineStep
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Pointer, Value

_WITH_VALUES = ("atomic", "nondet_", "__VERIFIER_nondet_", "cudaMemcpy", "cudaMemset")
_SILENT = ("threadIdx.", "blockIdx.", "blockDim.", "gridDim.")
_INTERNAL = ("__cudabmc", TEMPORARY)
_LATEST_READS = 16
"""Of all threads together: a violation ends the replay, so those of the line that fails are among them."""
_BARRIERS = ("block", "cluster", "grid")  # what separates the intervals of a thread
_KINDS = {READ: "read", WRITE: "write", ATOMIC: "atomic"}  # freeing and the end of a scope count as writes
_TEMPLATE = re.compile(r"(?<=\w)<.*>$")  # of a function of a library, its arguments say little
_CONSTRUCTOR = re.compile(r"(?:.*::)?(\w+)(?:<.*>)?::~?\1(?:#\d+)?")


def _is_internal(name: str) -> bool:
    """No call that the source spells: ours, or of a constructor or destructor."""
    return name.startswith(_INTERNAL) or _CONSTRUCTOR.fullmatch(name) is not None


def _base(function: Function) -> str:
    """The name without arguments of a template. A function of a header that has no debug information is known by
    its symbol alone."""
    return _TEMPLATE.sub("", without_defaults(plain_name(function.display)))


def _stands_for_its_caller(function: Function, pc: int) -> bool:
    """Is this what a thin function of a header is there for: the launch, or the function of C that has its name?"""
    instruction = function.body[pc]
    return isinstance(instruction, Launch) or (isinstance(instruction, Call) and instruction.callee == _base(function))


def _has_stopped(thread: Thread) -> bool:
    """Does the thread stand before the event of its instruction, which is yet to come?"""
    if thread.status is Status.PENDING or thread.status is Status.AWAITING:
        return True
    return thread.wait is not None and thread.wait.scope == LOCKSTEP


class Recorder:
    """Listens to a machine and keeps the steps that a reader of the source would count.

    Each instruction gets a step of the machine that records what instructions of its kind can tell; most can tell
    nothing, and keep their own."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.ex = ex = machine.execution
        self._steps: list[Step] = []
        self._last: int | None = None
        self._switches = 0
        self._barriers: dict[ThreadKey, int] = {}
        self._results: dict[ThreadKey, tuple[Frame, int]] = {}  # set while a thread waits, told with its next step
        self._things = Things(ex)
        self._changes = Changes(ex, self._things)
        self._at_once: tuple[str, int, int] | None = None  # where machine code was entered, and the steps until then
        self.streams = StreamRecorder(ex, self._carried_out)
        self._reads: deque[tuple[ThreadId, Function, int, Change]] = deque(maxlen=_LATEST_READS)
        ex.listening.listener = self

    def steps(self) -> list[Step]:
        """What was recorded."""
        return self._steps

    def latest_reads(self, place: Place) -> dict[str, str]:
        """What a thread has read from memory in the line where it is: the operands of a condition that fails. In a loop
        those of the last round, from where the instructions began anew."""
        found: list[tuple[str, str]] = []
        earliest: int | None = None
        for thread, function, pc, change in reversed(self._reads):
            loc = location_in(function, pc)
            here = (loc.file, loc.line) == (place.loc.file, place.loc.line)
            if here and thread == place.thread and function.display == place.function:
                if earliest is not None and pc >= earliest:
                    break
                earliest = pc
                found.append(in_words(change))
        return dict(reversed(found))

    # ------------------------------------------------------------ what instructions can tell

    def hear(self, code: Code, index: int, step: MachineStep) -> MachineStep:
        """The step of an instruction, with the recording of what it does."""
        instruction = code.function.body[index]
        told = is_told(code.function)
        if isinstance(instruction, Store):
            heard = self._store(code, index, instruction, step)
        elif isinstance(instruction, Call | Launch):
            heard = self._call(code, index, instruction, step)
        elif isinstance(instruction, Return):
            heard = self._return(code, index, step)
        elif isinstance(instruction, CopyBytes):
            heard = self._copy(step)
        elif isinstance(instruction, Load) and told:
            heard = self._load(code, index, instruction, step)
        elif isinstance(instruction, Assign) and told and code.register_name(instruction.dst):
            heard = self._assign(code, index, instruction, step)
        else:
            heard = step
        return self._entered(code, heard) if index == 0 and told and code.function.params else heard

    def _entered(self, code: Code, step: MachineStep) -> MachineStep:
        """The first instruction of a function: its parameters have values."""
        parameters = range(len(code.function.params))

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            for number in parameters:
                self._changes.note_register(thread, frame, number)
            return step(thread, frame, regs)

        return heard

    def _assign(self, code: Code, pc: int, instruction: Assign, step: MachineStep) -> MachineStep:
        dst, changes, record = instruction.dst, self._changes, self._record

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            following = step(thread, frame, regs)
            change = changes.of_register(frame, dst)
            if change is not None:
                record(thread, frame, pc, ("", change), (change,))
            return following

        return heard

    def _load(self, code: Code, pc: int, instruction: Load, step: MachineStep) -> MachineStep:
        m, dst, type, function = self.m, instruction.dst, instruction.type, code.function
        fetch = fetcher(m, instruction.addr)
        register = instruction.addr.index if isinstance(instruction.addr, Reg) else None

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            self.ex.listening.heard.clear()
            before = None if register is None else regs[register]
            following = step(thread, frame, regs)
            if _has_stopped(thread):
                return following
            change = self._changes.of_register(frame, dst)
            pointer = fetch(thread, frame, regs) if before is None else before
            obj = self.ex.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
            if obj is None or obj.name.startswith(_INTERNAL):
                if change is not None:
                    self._changes.note(thread, frame, change)
                return following
            assert isinstance(pointer, Pointer)
            thing = self._things.of(obj)
            value = self._changes.shown(0 if regs[dst] is None else regs[dst], thing.held(pointer.offset, type), type)
            spot: ToldSpot = (thing, pointer.offset, type)
            self._reads.append((thread.id, function, pc, (spot, value)))
            if obj.common:
                own = self._own(READ, obj, pointer.offset, type, value)
                told = () if change is None else (change,)
                made = self._made(self.ex.listening.heard, own)
                self._record(thread, frame, pc, ("read ", (spot, value)), told, made)
            elif change is not None:
                self._changes.note(thread, frame, change)
            return following

        return heard

    def _store(self, code: Code, pc: int, instruction: Store, step: MachineStep) -> MachineStep:
        m, type = self.m, instruction.type
        address, stored = fetcher(m, instruction.addr), fetcher(m, instruction.value)
        told = is_told(code.function)

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            self.ex.listening.heard.clear()
            following = step(thread, frame, regs)
            if _has_stopped(thread):
                return following
            pointer = address(thread, frame, regs)
            obj = self.ex.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
            owner = None if obj is None else owner_of(thread, obj)
            if obj is None or not (told or owner):
                return following
            assert isinstance(pointer, Pointer)
            thing = self._things.of(obj)
            value = self._changes.shown(stored(thread, frame, regs), thing.held(pointer.offset, type), type)
            spot: ToldSpot = (thing, pointer.offset, type)
            if owner is not None:
                self._changes.note(thread, owner, (spot, value))
            if told and not obj.name.startswith(_INTERNAL):
                own = self._own(WRITE, obj, pointer.offset, type, value)
                self._record(thread, frame, pc, ("", (spot, value)), (), self._made(self.ex.listening.heard, own))
            return following

        return heard

    def _copy(self, step: MachineStep) -> MachineStep:
        ex = self.ex

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            ex.listening.heard.clear()
            following = step(thread, frame, regs)
            if ex.listening.heard and not _has_stopped(thread):
                self._changes.note_memory(thread, ex.listening.heard)
            return following

        return heard

    def _return(self, code: Code, pc: int, step: MachineStep) -> MachineStep:
        m = self.m

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            depth = len(thread.frames)
            following = step(thread, frame, regs)
            if not thread.frames:
                m.left_at[thread.tid] = code.location(pc)
            elif len(thread.frames) < depth:  # the call is over, and its result is set only now
                self._changes.note_register(thread, thread.frames[-1], frame.ret)
            return following

        return heard

    def _call(self, code: Code, pc: int, instruction: Call | Launch, step: MachineStep) -> MachineStep:
        m, function = self.m, code.function
        told = is_told(function) and instruction.loc != NOWHERE  # what a front end adds is no step of the source
        stands = function.library and _stands_for_its_caller(function, pc)
        dst = instruction.dst if isinstance(instruction, Call) else None

        def heard(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            self.ex.listening.heard.clear()
            known = len(self.streams)
            following = step(thread, frame, regs)
            if not thread.frames:
                m.left_at[thread.tid] = code.location(pc)
            if _has_stopped(thread) or (thread.status is Status.YIELDING and frame.pc == pc):
                return following
            is_over = bool(thread.frames) and thread.frames[-1] is frame and thread.wait is None
            if told and is_over:
                self._changes.note_register(thread, frame, dst)
            if self.ex.listening.heard:
                self._changes.note_memory(thread, self.ex.listening.heard)
            words = self._text(thread, frame, instruction) if told or stands else ""
            of, at = user_frame(thread) if stands else (frame, pc)
            if words and is_told(of.code.function):
                self._record(thread, of, at, words, (), self._made(self.ex.listening.heard, None))
            if len(self.streams) > known:
                self.streams.told_by_last_step(known)
            if told and dst is not None and thread.wait is not None:
                self._results[thread.tid, thread.operation] = frame, dst
            return following

        return heard

    def ran_at_once(self, kernel: str, threads: int) -> None:
        """A launch whose threads made no steps of their own, as they ran at once: one step tells of it."""
        host = self.ex.s.host
        if host is None or not host.frames:
            return
        frame, pc = user_frame(host)
        if is_told(frame.code.function):
            text = f"{kernel} ran, {threads} threads (--full-trace shows their steps)"
            pc = max(pc - 1, 0) if frame is host.frames[-1] else pc  # it stands behind the launch
            self._record(host, frame, pc, text, (), self._made(self.ex.listening.heard, None))
        self.ex.listening.heard.clear()

    def runs_at_once(self, frame: Frame, pc: int) -> None:
        """Host code that makes no steps of its own, as it runs as machine code: one step tells of it, however often it
        is entered."""
        host = self.ex.s.host
        assert host is not None
        if not is_told(frame.code.function) or self._at_once == (frame.code.function.name, pc, len(self._steps)):
            return
        self._record(host, frame, pc, "runs on without steps of its own (--full-trace shows them)")
        self._at_once = frame.code.function.name, pc, len(self._steps)

    def _carried_out(self, thread: Thread, call: str) -> None:
        """What the host has issued to a stream before, a copy for instance, in one step."""
        frame, pc = user_frame(thread)
        if is_told(frame.code.function):
            made = self._made(self.ex.listening.heard, None)
            self._record(thread, frame, pc, f"{call}() is carried out", (), made)

    # ------------------------------------------------------------ recording

    def _record(
        self, thread: Thread, frame: Frame, pc: int, deed: Deed, changes: tuple[Change, ...] = (),
        made: tuple[Made, ...] = (),
    ) -> None:  # fmt: skip
        ex, tid, function = self.ex, thread.tid, frame.code.function
        # A thread may have run up to its event before another one was left for it.
        switches = ex.s.choices.switches
        preemption = switches > self._switches
        switch = preemption or (self._last is not None and self._last != tid)
        self._switches = switches
        self._last = tid
        key = (tid, thread.operation)
        interval = self._barriers.get(key, 0)
        waits = thread.wait is not None and thread.wait.scope in _BARRIERS
        if waits:
            self._barriers[key] = interval + 1
        depth = depth_of(thread, frame)
        if key in self._results:
            self._changes.note_register(thread, *self._results.pop(key))
        changes = self._changes.tell(thread, depth, function) + changes
        did, loc = account(deed, changes, made), frame.code.location(pc)
        who = ThreadId(kernel=ex.device.transfer) if thread.block is None and thread.operation else thread.id
        self._steps.append(Step(who, loc, function.display, did, switch, preemption, depth, interval, waits))
        ex.listening.steps = len(self._steps)

    def _own(self, kind: int, obj: MemObject, offset: Value, type: Type, value: Shown) -> Made | None:
        """What a load or store of the source accesses, with its value; a thread's own memory is no matter of others."""
        if obj.owner_thread is not None or not isinstance(offset, int):
            return None
        return (_KINDS[kind], self._things.of(obj), offset, type.size, value, type)

    def _made(self, events: list[Event], own: Made | None) -> tuple[Made, ...]:
        """The accesses of a step: its own, and others that the machine has noted."""
        found = {} if own is None else {(own[1].number, own[2], own[3]): own}
        for event in events:
            obj, offset, size = self.ex.s.objects[event.obj], event.offset, event.size
            if not isinstance(offset, int) or not isinstance(size, int):
                continue
            place = (obj.id, offset, size)
            if place not in found and not obj.name.startswith(_INTERNAL):
                value, type = self._changes.held(obj.id, offset, size)
                found[place] = (_KINDS.get(event.kind, "write"), self._things.of(obj), offset, size, value, type)
        return tuple(found.values())

    # ------------------------------------------------------------ calls in words

    def _launched(self, kernel: str) -> str:
        """What reports call a kernel; where two of one name are compared, they are in different files."""
        function = self.ex.program.functions.get(kernel)
        return kernel if function is None else function.display

    def _text(self, thread: Thread, frame: Frame, instruction: Call | Launch) -> str:
        if isinstance(instruction, Launch):
            kernel = instruction.kernel
            return f"launches {self._launched(kernel)}" if isinstance(kernel, str) else "launches a kernel"
        name = instruction.callee
        if not isinstance(name, str) or name.startswith(_SILENT):
            return ""
        if thread.wait is not None:
            return f"waits at {thread.wait.call}"
        own = self.ex.program.functions.get(name)
        if own is not None:
            return self._call_of(own)
        if name.startswith(_WITH_VALUES):
            return self._with_values(thread, frame, name, instruction)
        return f"calls {name.partition('(')[0]}()" if not _is_internal(name) else ""

    def _call_of(self, function: Function) -> str:
        """A function of the program, or of a library if the source could mean it."""
        if not function.library:
            return f"calls {function.display}()"
        if any(_stands_for_its_caller(function, pc) for pc in range(len(function.body))):
            return ""
        return f"calls {_base(function)}()" if not _is_internal(function.display) else ""

    def _with_values(self, thread: Thread, frame: Frame, name: str, instruction: Call) -> str:
        """`atomicAdd(&total, 4) = 12`: the call with its arguments, and the value that it returned."""
        types = zip(instruction.args, instruction.types, instruction.ctypes, strict=False)
        args = [self._in_words(self.m.operand(arg, thread, frame), type, ctype) for arg, type, ctype in types]
        text = f"{name}({', '.join(args)})"
        value = None if instruction.dst is None else frame.regs[instruction.dst]
        if value is None:
            return f"calls {text}"
        return f"{text} = {self._in_words(value, instruction.ret, returned(instruction.signature, name))}"

    def _in_words(self, value: Value, type: Any, ctype: str) -> str:
        """A value of a C type, of which only the signedness counts."""
        return said(self._changes.shown(value, Variable("", ctype, is_signed(ctype)), type))
