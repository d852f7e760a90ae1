"""Launches as machine code: all threads run, or nothing has happened."""

import ctypes
from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import prod

from cudabmc.goto.program import Call, Function
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.interpreter.core import Machine
from cudabmc.kernel.evaluation import NoValueError, evaluation
from cudabmc.kernel.launch_variables import key_for
from cudabmc.native.callbacks import Callbacks
from cudabmc.native.handover import slots
from cudabmc.native.kernels import apart
from cudabmc.native.kernels.footprint import Footprint
from cudabmc.native.kernels.grid_text import ENTRY, LOOK_AROUND
from cudabmc.native.kernels.kernel_code import KernelCode
from cudabmc.native.kernels.kernel_library import MOST_NOTES, MOST_WORDS, KernelLibrary
from cudabmc.native.kernels.launch_memory import OF_DEVICE, LaunchMemory, OwnMemory
from cudabmc.native.kernels.places import ANYWHERE, Root, root_of
from cudabmc.native.kernels.repeated import Completed, LaunchEffect, RepeatedLaunches
from cudabmc.native.kernels.shares import GRID_WORDS, NO_BLOCK, Shares
from cudabmc.native.layout import AfterCall, Reason, RunContext
from cudabmc.native.words import WordBuffer
from cudabmc.order import across
from cudabmc.state import known, model_calls
from cudabmc.state.events import WRITE, Access, Event
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.memory import MemObject
from cudabmc.state.plan import Plan
from cudabmc.state.signals import PassIsVoid
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value

LOOK = 1 << 24
"""Instructions until Python has a look around: some tenths of a second."""

MOST_TRIES = 64
"""How often a launch begins once more because it came to an object that it did not know."""

MOST_KNOWN = 1000
"""Launches of a kernel of which it is known whether their threads are apart."""

_Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)


class NativeLaunches:
    """The launches of one machine. `reason` says why the last one was left to the machine, and `stopped_in` where it
    has stopped before what may be a violation: the numbers of blocks that are likely to have a part in it. By what it
    had done then, the launch has about `instructions`."""

    def __init__(self, machine: Machine, library: KernelLibrary, *, in_place: bool) -> None:
        self.m = machine
        self.ex = machine.execution
        self.library = library
        self._in_place = in_place
        self.reason = ""
        self.stopped_in: tuple[int, ...] = ()
        self.instructions = 0
        self._context = RunContext()
        self._values = WordBuffer(MOST_WORDS)
        self._notes = WordBuffer(MOST_NOTES)
        self._symbols = WordBuffer(MOST_WORDS)
        self._grid = WordBuffer(GRID_WORDS)
        self._code: KernelCode | None = None
        self._error: BaseException | None = None
        self._repeated = RepeatedLaunches(self.ex)
        self._callbacks = Callbacks(self._answered, self._failed)
        self._holds = [
            (ctypes.c_char * len(words.memory)).from_buffer(words.memory)
            for words in (self._values, self._notes, self._symbols, self._grid)
        ]
        context = self._context
        context.values, context.notes, context.symbols, context.grid = map(ctypes.addressof, self._holds)
        context.call_model = self._callbacks.address(0)
        self._shares = Shares(lambda: library.shares, lambda: machine.in_long_run(), LOOK)

    def run(self, plan: Plan, by: Thread) -> int | None:
        """Carry a launch out, for which `by` stands, and answer how many instructions it had; None, with nothing
        changed, if the machine has to. Raises MemoryError, with nothing changed, and PassIsVoid."""
        function, sizes, variables = plan.function, plan.shape.most, self.ex.s.library
        self.stopped_in = ()

        def value_of(key: str) -> Value | None:
            return variables.get(key_for(key, plan.args))

        code = self.library.kernel(function, value_of)
        if code is not None and self._lacks_marks(code, plan):
            self.library.follow_unset(function, _unset(function, plan.args))
            code = self.library.kernel(function, value_of)
            if code is not None and self._lacks_marks(code, plan):
                return None
        if code is None:
            return None
        args = self._given(code, plan.args)
        numbers = [self._number_of(name) for name in code.symbols]  # some are objects from now on
        own = _own_memory(code, args, prod(sizes[3:]), plan.shmem)
        words = self._hand_over(code, args)
        if words is None or own is None:
            return None
        roles = self._roles(code, args, numbers)
        named = self._named_by_roles(code, words, roles), *map(_told, own.parameters)
        key = function.name, tuple(code.assumed.items()), sizes, plan.shmem, named, tuple(numbers)
        effect = self._repeated.find(key, roles)
        if effect is not None:
            self._repeat(function, code, effect, roles, by)
            return effect.instructions
        keeps_large = self._repeated.keeps_large(key, _objects(args.values()))
        in_place = self._in_place and function.name not in self.ex.decisions.on_copies and not keeps_large
        closely = self._repeated.looks_closely(key)

        def are_apart(root: Root) -> bool:
            own = code.own_places.get(root)  # a read of what was there before tells all that stamps would
            return own is not None and (own.reads_first or not closely) and _are_apart(code, root, sizes, args)

        memory = LaunchMemory(self.ex, code, self._context, self._holds, are_apart, in_place=in_place)
        if not self._enter(code, memory, args, numbers, own):
            return None
        for index, size in enumerate(sizes):
            self._grid.unsigned[index] = size
        if not self._goes_through(function, code, memory, sizes):
            return None if self.library.kernel(function, value_of) is code else self.run(plan, by)
        instructions = int(self._context.instructions)
        self._shares.note_cost(function.name, prod(sizes), instructions)
        notes = [number for number in range(len(code.notes)) if self._notes.unsigned[number]]
        rows = memory.rows_to_tell(changed=closely)
        footprints = {number: self.library.footprints.of(row, code.stamp_bytes) for number, row in rows}
        self._tell(function, code, memory.keep(), notes)
        self._say_touched(function, footprints, by)
        self._repeated.note(key, roles, Completed(memory, instructions, notes, footprints, keeps_large))
        return instructions

    # ------------------------------------------------------------ what threads begin with

    def _given(self, code: KernelCode, args: tuple[Value, ...]) -> dict[int, Value]:
        """What registers hold at the entry: arguments, None if they are not known, and variables of the models."""
        found = {register: value if _is_known(value) else None for register, value in enumerate(args)}
        for register, variable in code.variables.items():
            found[register] = self.ex.s.library.get(key_for(variable.key, args), variable.default)
        return found

    @staticmethod
    def _lacks_marks(code: KernelCode, plan: Plan) -> bool:
        """Has an argument no known value that threads take to have one?"""
        return any(
            not _is_known(value) and register in code.parameters and register not in code.unset
            for register, value in enumerate(plan.args)
        )

    @staticmethod
    def _roles(code: KernelCode, args: Mapping[int, Value], numbers: list[int]) -> tuple[int, ...]:
        """The objects that arguments point to and globals do not, if others could be in their place."""
        if not code.relocatable:
            return ()
        found = dict[int, None]()
        for register, type in code.parameters.items():
            value = args[register]
            if isinstance(type, PtrType) and isinstance(value, Pointer) and value.obj and value.obj not in numbers:
                found.setdefault(value.obj)
        return tuple(found)

    @staticmethod
    def _named_by_roles(code: KernelCode, words: bytes, roles: tuple[int, ...]) -> bytes:
        """The arguments as words, with the place in `roles` (from -1 down) in place of an object."""
        named, at = array("q", words), 0
        for register, type in code.parameters.items():
            if isinstance(type, PtrType) and named[at] in roles:
                named[at] = ~roles.index(named[at])
            at += slots(type) + (register in code.unset)
        return named.tobytes()

    def _hand_over(self, code: KernelCode, args: Mapping[int, Value]) -> bytes | None:
        """What registers are given, as words, with the marks of those that may have no known value; None if there are
        some that words cannot stand for."""
        if not self._values.put_all(code.parameters, code.parameters, code.unset, args.__getitem__):
            return None
        count = sum(map(slots, code.parameters.values())) + len(code.unset)
        return bytes(self._values.memory[: 8 * count])

    def _enter(
        self, code: KernelCode, memory: LaunchMemory, args: Mapping[int, Value], numbers: list[int], own: OwnMemory
    ) -> bool:  # fmt: skip
        """Let threads touch the objects that arguments and globals lead to; these are numbered. Memory of the kernel's
        own is made."""
        for register, type in code.parameters.items():
            value = args[register]
            if isinstance(type, PtrType) and isinstance(value, Pointer):
                memory.enter(value.obj, ("parameter", register))
        for field in (field for one in code.parameter_objects for field in one.fields):
            value = args[field.parameter]
            if isinstance(value, Pointer):
                memory.enter(value.obj, ANYWHERE)
        arrays = memory.make_own(own)
        if arrays is None:
            return False
        for index, name in enumerate(code.symbols):
            root = root_of(name, self.ex.program)
            number = arrays[str(root[1])] if root[0] == "shared" else numbers[index]
            if root[0] != "shared":
                memory.enter(number, root)
            self._symbols.signed[index] = number
        return True

    def _number_of(self, name: str) -> int:
        """The number of a global of the device; -1 if it is none."""
        glob = self.ex.program.globals.get(name)
        if glob is None or glob.space not in OF_DEVICE:
            return -1
        return self._make(name)

    def _make(self, name: str) -> int:
        """The number of a global, which is an object from now on."""
        assert self.m.thread is not None
        return self.m.symbols.symbol(name, self.m.thread).obj

    # ------------------------------------------------------------ running

    def _goes_through(
        self, function: Function, code: KernelCode, memory: LaunchMemory, sizes: tuple[int, ...]
    ) -> bool:  # fmt: skip
        """Run all blocks. If they stop in the middle, nothing must have changed, or nothing holds any more."""
        try:
            stopped = self._go(function, code, memory, sizes)
            if stopped is None:
                return True
            if stopped.reason == Reason.UNSET:
                self.library.follow_unset(function)
        except MemoryError:
            if not memory.changes_for_good:
                raise
        if memory.changes_for_good:
            self.ex.met.on_copies.add(function.name)
            raise PassIsVoid
        return False

    def _go(
        self, function: Function, code: KernelCode, memory: LaunchMemory, sizes: tuple[int, ...]
    ) -> RunContext | None:  # fmt: skip
        """Run all blocks, once more as often as an object was missing; where a thread has stopped for good."""
        enter, context = _Entry(self.library.compile(code).addresses[ENTRY]), self._context
        self._code = code
        alone = False
        for _ in range(MOST_TRIES):
            context.instructions, context.look_at, context.leaked, self._error = 0, LOOK, 0, None
            for number in range(len(code.notes)):
                self._notes.unsigned[number] = 0
            values = bytes(self._values.memory)
            stopped = self._shares.run(enter, function.name, memory, sizes, alone=alone)
            if self._error is not None:
                raise self._error
            if stopped is None:
                return None
            if memory.changes_for_good:
                break
            if stopped.reason == Reason.CONFLICT and stopped.block == NO_BLOCK:
                alone = True  # to know which block it is
            elif stopped.reason != Reason.MISSING or not memory.missed(stopped.missing):
                break
            self._values.memory[:] = values
            memory.renew()
        assert stopped is not None
        self.reason = f"{stopped.reason} at {stopped.place}"
        if stopped.reason != Reason.MISSING or not memory.changes_for_good:  # else it may go on with that object
            self.stopped_in = _suspects(stopped, sizes)
            self.instructions = int(stopped.instructions) * prod(sizes[:3]) // max(int(stopped.blocks_begun), 1)
        return stopped

    def _answered(self, number: int) -> int:
        """Python computes a value; or a launch has run for a while, and goes on if nobody ends it."""
        if number == LOOK_AROUND:
            self._context.look_at = self._context.instructions + LOOK
            return AfterCall.OVER if self._shares.goes_on() else AfterCall.BEFORE
        try:
            return AfterCall.OVER if self._computes(number) else AfterCall.BEFORE
        except NoValueError:
            return AfterCall.BEFORE

    def _failed(self, error: BaseException) -> None:
        self._error = error

    def _computes(self, number: int) -> bool:
        assert self._code is not None
        call = self._code.calls[number]
        args = [self._values.get(index, type) for index, type in enumerate(call.types)]
        if call.function is not None:
            result = call.function(*args)[call.index]
        else:
            assert call.call is not None and isinstance(call.call.callee, str)
            result = self._evaluate(call.call, args)
        return isinstance(call.type, VoidType) or self._values.put(0, call.type, result)

    def _evaluate(self, call: Call, args: list[Value]) -> Value:
        assert self._code is not None and isinstance(call.callee, str)
        model = model_calls.find(call.callee, call.signature)
        assert model is not None
        noted = [False] * len(self._code.notes)
        result = evaluation(model, call, self._note)(noted)(*args)
        for index, said in enumerate(noted):
            self._notes.unsigned[index] |= int(said)
        return result

    def _note(self, text: str) -> int:
        assert self._code is not None
        if text not in self._code.notes:
            self._code.notes.append(text)
        return self._code.notes.index(text)

    # ------------------------------------------------------------ afterwards

    def _repeat(
        self, function: Function, code: KernelCode, effect: LaunchEffect, roles: tuple[int, ...], by: Thread
    ) -> None:  # fmt: skip
        """Memory holds what an earlier launch has left."""
        found, footprints = [], {}
        for one in effect.touched:
            number = one.number_among(roles)
            if one.footprint is not None:
                footprints[number] = one.footprint
            after = None if one.after is None else one.after()
            if after is not None:
                obj = self.ex.s.own_object(self.ex.s.objects[number])
                if obj.flat_bytes is not after:
                    after.shared = True
                    obj.hold_bytes(after)
                found.append(obj)
        self._tell(function, code, found, effect.notes)
        self._say_touched(function, footprints, by)

    def _say_touched(self, function: Function, footprints: Mapping[int, Footprint], by: Thread) -> None:
        """Compare what a launch has touched with what others do beside it, and keep it for those that follow."""
        for number, footprint in footprints.items():
            obj = self.ex.s.objects[number]
            if across.meets_others(self.ex, obj):
                across.by_launch(self.ex, by, obj, (function.name, 0), footprint.written, footprint.read)

    def _tell(self, function: Function, code: KernelCode, changed: list[MemObject], notes: list[int]) -> None:
        """Say what a launch has changed, what it has reached, and the sentences of the report that it rests on."""
        if self.ex.listening.listener is not None:
            for obj in changed:
                self._tell_of(function, obj)
        self.ex.s.changes += 1
        for name in code.unread:
            self._make(name)
        for kind in code.surroundings:
            known.is_arbitrary(self.ex, kind)
        for number in notes:
            said = code.notes[number]
            if isinstance(said, str):
                self.ex.remarks.note(said)
            elif self.ex.listening.reach is not None:
                self.ex.listening.reach.note(said, function.name, self.ex.s.alive)

    def _tell_of(self, function: Function, obj: MemObject) -> None:
        """Who listens is told of a write of the whole object."""
        host = self.ex.s.host
        assert host is not None
        how = Access(WRITE, (function.name, 0))
        self.ex.listening.heard.append(Event.of_host(host, obj, 0, obj.size, how, self.ex.s.device.issued))


def _are_apart(code: KernelCode, root: Root, sizes: tuple[int, ...], args: Mapping[int, Value]) -> bool:
    """Does each thread have places of its own in what a root leads to?"""
    key = root, sizes, *(value for value in args.values() if isinstance(value, int))
    if key not in code.apart:
        if len(code.apart) >= MOST_KNOWN:
            code.apart.clear()
        code.apart[key] = apart.are_apart(code.own_places[root].places, sizes, args)
    return code.apart[key]


def _own_memory(code: KernelCode, args: Mapping[int, Value], threads: int, dynamic: int) -> OwnMemory | None:
    """Memory of the kernel's own for blocks of so many threads; None if bytes cannot stand for an argument."""
    contents = [one.contents(args) for one in code.parameter_objects]
    made = [one for one in contents if one is not None]
    return OwnMemory(threads, dynamic, made) if len(made) == len(contents) else None


def _told(contents: FlatBytes) -> tuple[bytes, bytes]:
    """What tells contents apart."""
    assert contents.known is not None
    return bytes(contents.data), bytes(contents.known.bits)


def _is_known(value: Value) -> bool:
    return isinstance(value, int | float) or (isinstance(value, Pointer) and isinstance(value.offset, int))


def _unset(function: Function, args: Sequence[Value]) -> frozenset[int]:
    """The parameters that may have no known value: those of an argument of the source of which some part has none, be
    it that nobody has set it or that it is arbitrary. In another launch it may be another part."""
    missing = {index for index, value in enumerate(args) if not _is_known(value)}
    if not missing or function.arguments is None:
        return frozenset(missing)
    arguments = {function.arguments[index][0] for index in missing}
    return frozenset(index for index, (argument, _) in enumerate(function.arguments) if argument in arguments)


def _objects(args: Iterable[Value]) -> set[int]:
    """The objects that arguments point to."""
    return {value.obj for value in args if isinstance(value, Pointer) and value.obj}


def _suspects(stopped: RunContext, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The block in which a thread has stopped before what may be a violation. If that is a conflict, behind it those
    that it is likely to be with: its neighbours, in each direction of the grid, and the first one."""
    block = int(stopped.block)
    if block == NO_BLOCK:
        return ()
    if stopped.reason in (Reason.UNKNOWN, Reason.MISSING):
        return (block,)
    if stopped.reason != Reason.CONFLICT:
        return ()
    row = sizes[0]
    likely = (block, block - 1, block - row, block - row * sizes[1], 0)
    return tuple(dict.fromkeys(number for number in likely if number >= 0))
