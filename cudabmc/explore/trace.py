"""The trace of a run: what each instruction did, in the words of the source."""

import re

from cudabmc.explore.changes import Changes, Touched, depth_of, element
from cudabmc.explore.convergence import LOCKSTEP
from cudabmc.goto.program import Assign, Call, Function, Launch, Load, Store, Variable
from cudabmc.goto.types import Type
from cudabmc.machine.core import Machine
from cudabmc.machine.memory import MemObject
from cudabmc.machine.position import user_frame
from cudabmc.machine.races import ATOMIC, READ, WRITE
from cudabmc.machine.show import show
from cudabmc.machine.state import Frame, Status, Thread
from cudabmc.machine.value import Pointer, Value
from cudabmc.result import Access, Step, ThreadId

_WITH_VALUES = ("atomic", "nondet_", "__VERIFIER_nondet_", "cudaMemcpy", "cudaMemset")
_UNSIGNED = ("unsigned", "size_t", "uint", "bool", "_Bool")
_SILENT = ("threadIdx.", "blockIdx.", "blockDim.", "gridDim.")
_INTERNAL = "__cudabmc"
_BARRIERS = ("block", "grid")  # what separates the intervals of a thread
_KINDS = {READ: "read", WRITE: "write", ATOMIC: "atomic"}  # freeing and the end of a scope count as writes
_TEMPLATE = re.compile(r"(?<=\w)<.*>$")  # of a function of a library, its arguments say little
_MANGLED = re.compile(r"_ZL?(\d+)")
_CONSTRUCTOR = re.compile(r"(?:.*::)?(\w+)(?:<.*>)?::~?\1(?:#\d+)?")


def _is_internal(name: str) -> bool:
    """No call that the source spells: ours, or of a constructor or destructor."""
    return name.startswith(_INTERNAL) or _CONSTRUCTOR.fullmatch(name) is not None


def _base(function: Function) -> str:
    """The name without arguments of a template. A function of a header that has no debug information is known by
    its symbol alone: _ZL10tex1DfetchIfET_yi (Itanium C++ ABI, 5.1.2)."""
    mangled = _MANGLED.match(function.display)
    if mangled:
        start = mangled.end()
        return function.display[start : start + int(mangled[1])]
    return _TEMPLATE.sub("", function.display)


def _stands_for_its_caller(function: Function, pc: int) -> bool:
    """Is this what a thin function of a header is there for: the launch, or the function of C that has its name?"""
    instruction = function.body[pc]
    return isinstance(instruction, Launch) or (isinstance(instruction, Call) and instruction.callee == _base(function))


class Recorder:
    """Listens to a machine and keeps the steps that a reader of the source would count."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.steps: list[Step] = []
        self._last: int | None = None
        self._switches = 0
        self._barriers: dict[ThreadId, int] = {}
        self._changes = Changes(machine)
        machine.on_step = self.step

    def step(self, thread: Thread, frame: Frame, pc: int) -> None:
        """An instruction was executed (or stopped before its event)."""
        touched = self.m.touched[:]
        self.m.touched.clear()
        if not thread.frames:
            self.m.left_at[thread.tid] = frame.code.location(pc)
        stopped = thread.status in (Status.PENDING, Status.AWAITING)
        if stopped or (thread.wait is not None and thread.wait.scope == LOCKSTEP):
            return
        text = self._text(thread, frame, pc)
        self._changes.note(thread, frame, pc, touched)
        if not text:
            return
        if frame.code.function.library and _stands_for_its_caller(frame.code.function, pc):
            frame, pc = user_frame(thread)
            made = self._touched(touched, None)
        else:
            made = self._touched(touched, self._own_access(thread, frame, pc))
        code = frame.code
        if not code.function.loc.file or code.function.library:
            return
        # A thread may have run up to its event before another one was left for it.
        preemption = self.m.s.switches > self._switches
        switch = preemption or (self._last is not None and self._last != thread.tid)
        self._switches = self.m.s.switches
        self._last = thread.tid
        waits = thread.wait is not None and thread.wait.scope in _BARRIERS
        interval = self._barriers.get(thread.id, 0)
        self._barriers[thread.id] = interval + waits
        depth = depth_of(thread, frame)
        changes = self._changes.tell(thread, depth, code.function)
        self.steps.append(
            Step(
                thread.id, code.location(pc), code.function.display, text, changes, switch, preemption,
                depth, interval, waits, made,
            )
        )  # fmt: skip
        self.m.step_count = len(self.steps)

    def _own_access(self, thread: Thread, frame: Frame, pc: int) -> Access | None:
        """What a load or store of the source accesses, with its value."""
        instruction = frame.code.function.body[pc]
        if not isinstance(instruction, Load | Store):
            return None
        pointer = self.m.operand(instruction.addr, thread, frame)
        obj = self.m.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
        if obj is None or not isinstance(pointer, Pointer) or obj.name.startswith(_INTERNAL):
            return None
        if obj.owner_thread is not None:
            return None
        kind, value = READ, frame.regs[instruction.dst] if isinstance(instruction, Load) else None
        if isinstance(instruction, Store):
            kind, value = WRITE, self.m.operand(instruction.value, thread, frame)
        shown = show(self.m, 0 if value is None else value, obj.element, instruction.type)
        return self._access(kind, obj, pointer.offset, instruction.type.size, shown)

    def _touched(self, touched: Touched, own: Access | None) -> tuple[Access, ...]:
        """The accesses of a step: those that the machine has noted, and its own if that is not among them."""
        found = {} if own is None else {(own.number, own.offset, own.size): own}
        for obj, offset, size, kind in touched:
            access = self._access(kind, obj, offset, size, self._changes.held(obj.id, offset, size))
            if access is not None and not obj.name.startswith(_INTERNAL):
                found.setdefault((access.number, access.offset, access.size), access)
        return tuple(found.values())

    def _access(self, kind: int, obj: MemObject, offset: Value, size: Value, value: str) -> Access | None:
        if not isinstance(offset, int) or not isinstance(size, int):
            return None
        space, name = obj.space.value, element(obj, offset)
        return Access(_KINDS.get(kind, "write"), obj.id, obj.name, space, offset, size, name, value)

    def _text(self, thread: Thread, frame: Frame, pc: int) -> str:
        instruction = frame.code.function.body[pc]
        if isinstance(instruction, Store):
            pointer = self.m.operand(instruction.addr, thread, frame)
            value = self.m.operand(instruction.value, thread, frame)
            return self._memory(pointer, value, instruction.type, "")
        if isinstance(instruction, Load):
            pointer = self.m.operand(instruction.addr, thread, frame)
            obj = self.m.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
            if obj is None or not obj.common:
                return ""
            return self._memory(pointer, frame.regs[instruction.dst] or 0, instruction.type, "read ")
        if isinstance(instruction, Assign):
            return "".join(f"{name} = {value}" for name, value in self._changes.register(frame, instruction.dst))
        if isinstance(instruction, Launch):
            return f"launches {instruction.kernel}" if isinstance(instruction.kernel, str) else "launches a kernel"
        if isinstance(instruction, Call):
            return self._call(thread, frame, instruction)
        return ""

    def _call(self, thread: Thread, frame: Frame, instruction: Call) -> str:
        name = instruction.callee
        if not isinstance(name, str) or name.startswith(_SILENT):
            return ""
        if thread.wait is not None:
            return f"waits at {thread.wait.call}"
        own = self.m.program.functions.get(name)
        if own is not None:
            return self._call_of(own)
        if name.startswith(_WITH_VALUES):
            return self._with_values(thread, frame, name, instruction)
        return f"calls {name}()" if not _is_internal(name) else ""

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
        args = [self._shown(self.m.operand(arg, thread, frame), type, ctype) for arg, type, ctype in types]
        text = f"{name}({', '.join(args)})"
        value = None if instruction.dst is None else frame.regs[instruction.dst]
        if value is None:
            return f"calls {text}"
        return f"{text} = {self._shown(value, instruction.ret, instruction.signature)}"

    def _shown(self, value: Value, type: Type, ctype: str) -> str:
        """A value of a C type, of which only the signedness counts."""
        unsigned = ctype.startswith(_UNSIGNED)
        return show(self.m, value, Variable("", ctype, not unsigned), type)

    def _memory(self, pointer: Value, value: Value, type: Type, verb: str) -> str:
        if not isinstance(pointer, Pointer):
            return ""
        obj = self.m.s.objects.get(pointer.obj)
        if obj is None or obj.name.startswith(_INTERNAL):
            return ""
        name = element(obj, pointer.offset)
        return f"{verb}{name} = {show(self.m, value, obj.element, type)}"
