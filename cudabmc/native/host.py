"""Runs machine code of the host: what it gets from the interpreter, and how that continues where it stops.

Machine code runs until it returns, leaves its loop, or stops before what it cannot do. Then memory and the frames of
the interpreter are what they would be if it had run all of this.
"""

import ctypes
from collections.abc import Callable, Mapping
from time import perf_counter_ns

from cudabmc.goto.program import Call, Reg
from cudabmc.goto.types import PTR, VoidType
from cudabmc.interpreter.core import Machine
from cudabmc.native import models
from cudabmc.native.callbacks import Callbacks
from cudabmc.native.handover import FRAME_HEAD, handed_over, slots
from cudabmc.native.host_run import HostRun, LeftCall
from cudabmc.native.layout import DEEPEST, MOST_VALUES, AfterCall, Reason, RunContext
from cudabmc.native.library import MOST_MARKS, CodeLibrary
from cudabmc.native.piece import Piece
from cudabmc.native.random_words import RandomWords
from cudabmc.native.stack import MOST_SITES, HostStack
from cudabmc.native.table import ObjectTable
from cudabmc.native.unit import CompilationUnit
from cudabmc.native.words import WordBuffer
from cudabmc.native.written_log import WrittenLog
from cudabmc.state.code import Code
from cudabmc.state.frame import Frame
from cudabmc.state.host_alone import is_host_alone
from cudabmc.state.merge_sort import MergeSort
from cudabmc.state.reach import HOST
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Pointer, Value

FUEL = 1 << 24
"""Rounds of short loops that machine code goes at most until Python has a look around: some tenths of a second."""

LEAST_FUEL = 1 << 18
FIRST_FUEL = 1 << 22
"""Where calls of functions or long ways to memory make rounds slow, they are fewer."""

SLICE = 400_000_000
"""Nanoseconds until then, about."""

REST = 4
"""Rounds of loops that the interpreter goes after that many: it sees whether nothing changes in them."""

_SPILL_WORDS = 1 << 20

_OF_A_RUN = ("depth", "deepest", "first", "spill", "fuel", "call_model")
"""What the context holds of a run, whatever other runs there are inside of it."""


def fuel_for(spent: int, nanoseconds: int) -> int:
    """How many rounds go until the next look around, if so many have taken so long."""
    return max(LEAST_FUEL, min(FUEL, spent * SLICE // max(nanoseconds, 1)))


class HostCode:
    """The machine code of one machine. `library` holds what is compiled, for later passes too."""

    def __init__(
        self, machine: Machine, library: CodeLibrary, original: Mapping[tuple[str, int], StepFunction]
    ) -> None:  # fmt: skip
        self.m = machine
        self.ex = ex = machine.execution
        self.library = library
        self.context = RunContext()
        self.table = ObjectTable(ex)
        self.stack = HostStack(ex, self.table, self.context)
        self.random = RandomWords(ex, self.context)
        self.log = WrittenLog(machine, self.context)
        self._spill = WordBuffer(_SPILL_WORDS)
        self._values = WordBuffer(MOST_VALUES)
        self._calls = WordBuffer(DEEPEST + 1)
        self._notes = WordBuffer(len(models.NOTES) + (MOST_MARKS if library.tells_reached else 0))
        self._symbols = WordBuffer(MOST_VALUES)
        self._original = original  # steps that enter machine code, as they were before
        self._running: list[HostRun] = []
        self._stopped: tuple[int, int] | None = None  # where the interpreter has to do one step
        self._fuel = FIRST_FUEL
        self._rest = 0  # how often the interpreter goes on by itself, to see whether a loop has an end
        self._callbacks = Callbacks(self._called, self._not_called)
        self._hold = [
            (ctypes.c_char * len(words.memory)).from_buffer(words.memory)
            for words in (self._spill, self._values, self._calls, self._notes, self._symbols)
        ]
        spill, values, calls, notes, symbols = map(ctypes.addressof, self._hold)
        context = self.context
        context.spill = spill
        context.values, context.calls, context.notes, context.symbols = values, calls, notes, symbols

    @property
    def _spill_start(self) -> int:
        """Where the spill area begins."""
        return ctypes.addressof(self._hold[0])

    def has_to_step(self, thread: Thread, pc: int) -> bool:
        """Has machine code stopped before this very instruction?"""
        if self._rest:
            self._rest -= 1
            return True
        stopped, self._stopped = self._stopped, None
        return stopped == (len(thread.frames), pc)

    # ------------------------------------------------------------ running

    def run(self, piece: Piece, thread: Thread, frame: Frame) -> HostRun | None:
        """Run a piece from its start; None, with nothing changed, if the frame has values that are not known."""
        if not self._is_possible(piece):
            return None
        types = frame.code.function.reg_types
        if not self._values.put_all(piece.registers, types, piece.undefined, frame.regs.__getitem__):
            return None
        return self._run(piece, piece.enter, thread, frame)

    def sort(self, piece: Piece, thread: Thread, base: Pointer, size: int, sort: MergeSort) -> HostRun | None:
        """Continue a sort by the comparator that a piece is; the innermost frame of the thread is for the comparator,
        if it stops. None, with nothing changed, if that is not possible."""
        if piece.sort is None or not self._is_possible(piece) or not self._values.put(0, PTR, base):
            return None
        words = self._values.unsigned
        words[2], words[3], words[4] = size, sort.state.buffer_info()[0], sort.positions.buffer_info()[0]
        return self._run(piece, piece.sort, thread, thread.frames[-1])

    def _is_possible(self, piece: Piece) -> bool:
        unit = piece.unit
        if max(3 * len(piece.registers), len(unit.symbols)) > MOST_VALUES or len(unit.made_at) > MOST_SITES:
            return False
        self._keep_up(unit.symbols)
        return not piece.uses_random or self.random.is_known

    def _run(self, piece: Piece, entry: Callable[[int], int], thread: Thread, frame: Frame) -> HostRun | None:
        context = self.context
        frames = self._frames_to_spill(piece)
        if frames <= 0:
            return None
        run = HostRun(piece, thread, frame, context.depth, context.first, context.spill, self._fuel)
        context.first = context.top
        context.deepest = context.depth + max(0, min(DEEPEST - context.depth, self._room(thread), frames))
        context.fuel = run.fuel
        if not self._running:
            context.floor = 0
        self.random.enter()
        context.call_model = self._callbacks.address(len(self._running))
        self._running.append(run)
        began = perf_counter_ns()
        try:
            run.stopped = bool(entry(ctypes.addressof(context)))
        except BaseException:  # time has run out, or Ctrl-C: a report says where
            run.stopped = context.spill != run.spill
            self._settle(run)
            raise
        finally:
            self._running.pop()
        run.nanoseconds = perf_counter_ns() - began
        self._settle(run)
        return run

    def _room(self, thread: Thread) -> int:
        return self.ex.settings.max_frames - len(thread.frames)

    def _frames_to_spill(self, piece: Piece) -> int:
        """For how many frames there is room in the spill area, beside one of each function."""
        left = _SPILL_WORDS - (self.context.spill - self._spill_start) // 8
        return int(left // piece.most_words - len(piece.codes) - 1)

    def _keep_up(self, symbols: list[str]) -> None:
        """Tell machine code what the interpreter has done."""
        self.table.keep_up()
        context = self.context
        context.rows, context.row_count = self.table.address, self.table.count
        self.stack.enter()
        known = self.ex.s.globals
        for index, name in enumerate(symbols):
            number = known.get(name)
            self._symbols.signed[index] = -1 if number is None else number
            if number is not None and number not in self.table.entered and self.table.enter(number):
                context.rows, context.row_count = self.table.address, self.table.count

    def _settle(self, run: HostRun) -> None:
        """Tell the interpreter what machine code has done, and make the frames that are left."""
        context, unit, thread = self.context, run.piece.unit, run.thread
        live = self.stack.settle(context.first, unit.made_at, run.piece.allocas)
        self.table.drop_marks()
        self.random.settle()
        self.log.settle(thread)
        self._tell_notes(unit)
        self.ex.s.changes += 1
        rounds = run.fuel - max(context.fuel, 0)
        self.ex.counts.rounds += rounds
        context.depth = run.depth
        frame = run.frame
        frame.spins.clear()
        frame.some_uncounted |= rounds > 0
        if run.stopped:
            self._make_frames(run, live)
        else:
            ret = unit.code.function.ret
            run.result = None if isinstance(ret, VoidType) else self._values.get(0, ret)
        context.first = run.first
        context.spill = run.spill
        self._after_stop(run, thread)

    def _tell_notes(self, unit: CompilationUnit) -> None:
        """Say which sentences the report rests on, and what has been reached."""
        for number, text in enumerate(models.NOTES):
            if self._notes.unsigned[number]:
                self._notes.unsigned[number] = 0
                self.ex.remarks.note(text)
        if not unit.marks:
            return
        first, reach, told = len(models.NOTES), self.ex.listening.reach, self._notes.memory
        at, end = 8 * first, 8 * (first + len(unit.marks))
        while (at := told.find(1, at, end)) >= 0:
            told[at] = 0
            if reach is not None:
                reach.note(unit.marks[at // 8 - first], HOST, self.ex.s.alive)

    def _make_frames(self, run: HostRun, live: list[int]) -> None:
        """The frames that machine code was in, the innermost one first in the spill area."""
        piece, thread, words = run.piece, run.thread, self._spill
        at = (run.spill - self._spill_start) // 8
        end = (self.context.spill - self._spill_start) // 8
        found: list[tuple[Code, int, int, dict[int, Value]]] = []
        while at < end:
            where, first = words.unsigned[at], words.signed[at + 1]
            code, pc = piece.codes[where >> 32], where & 0xFFFFFFFF
            types, undefined = code.function.reg_types, self.library.undefined(code.function)
            order = piece.unit.spills[where >> 32].of[pc].order()
            values, at = words.get_all(at + FRAME_HEAD, order, types, undefined)
            found.append((code, pc, first, values))
        found.reverse()
        run.pc = found[-1][1]
        frame = run.frame
        for depth, (code, pc, first, values) in enumerate(found):
            if depth:
                caller, behind = found[depth - 1][0], found[depth - 1][1]
                call = caller.function.body[behind - 1]
                assert isinstance(call, Call)
                frame = Frame(code, [None] * len(code.function.reg_types), call.dst)
                thread.frames.append(frame)
            frame.pc = pc
            for register, value in values.items():
                frame.regs[register] = value
            run.frames.append((frame, self.context.first if depth == 0 else first))
        self._give_locals(run, live)

    def _give_locals(self, run: HostRun, live: list[int]) -> None:
        """Each frame gets the objects of the stack that are its own."""
        slot = self.context.first
        stack = self.ex.s.allocation.stack
        alive = set(live)
        owners = [(frame, first) for frame, first in run.frames if first >= 0]
        for index, (frame, _) in enumerate(owners):
            end = owners[index + 1][1] if index + 1 < len(owners) else len(stack)
            frame.allocas += [number for number in stack[slot:end] if number in alive]
            slot = max(slot, end)

    def _after_stop(self, run: HostRun, thread: Thread) -> None:
        if not run.stopped:
            return
        reason = self.context.reason
        if run.left is not None:
            run.left.end(thread)
            return
        run.reason = reason
        if reason == Reason.MISSING and self.table.enter_reachable(self.context.missing):
            run.found = True  # the same instruction can go on there
        elif reason not in (Reason.OUTSIDE,):
            self._stopped = (len(thread.frames), run.pc)
        if reason == Reason.CALL:
            self._note_target(thread.frames[-1], run.pc)
        if reason == Reason.FUEL:
            self._rest = REST
            self._fuel = fuel_for(run.fuel, run.nanoseconds)
            self.m.in_long_run()

    def _note_target(self, frame: Frame, pc: int) -> None:
        """The function that a call through a pointer leads to is to be compiled with it."""
        function = frame.code.function
        i = function.body[pc]
        if not isinstance(i, Call) or not isinstance(i.callee, Reg):
            return
        pointer = frame.regs[i.callee.index]
        target = self.m.symbols.function_at(pointer) if isinstance(pointer, Pointer) else None
        if target is not None and target.on_host and target.name not in self.ex.program.launchers:
            self.library.targets.add(function.name, pc, target.name)

    # ------------------------------------------------------------ models

    def _not_called(self, error: BaseException) -> None:
        """The call of a model has come to nothing."""
        self._running[-1].left = LeftCall(error=error)

    def _called(self, site: int) -> int:
        """Machine code calls a model."""
        run, context = self._running[-1], self.context
        piece, thread = run.piece, run.thread
        code, pc = piece.sites[site]
        call = code.function.body[pc]
        assert isinstance(call, Call)
        self.stack.settle(context.first, piece.unit.made_at, piece.allocas)
        self.random.settle()
        self.log.settle(thread)
        self._tell_notes(piece.unit)
        outer = len(thread.frames)
        inner = self._frames_of_calls(run, code, pc)
        at = 0
        for operand in handed_over(call):
            type = code.function.reg_types[operand.index]
            inner.regs[operand.index] = self._values.get(at, type)
            at += slots(type)
        before = [(name, getattr(context, name)) for name in _OF_A_RUN]
        token, made = self.ex.s.token, self.ex.s.allocation.next_id
        self.ex.s.changes += 1
        step = self._original.get((code.function.name, pc), code.steps[pc])
        try:
            following = step(thread, inner, inner.regs)
        except BaseException as error:  # it goes on where machine code was entered
            run.left = LeftCall(error=error, frame=inner)
            return AfterCall.BEFORE
        finally:
            del thread.frames[outer:]
            for name, value in before:
                setattr(context, name, value)
        if following != pc + 1:
            behind = inner.pc == pc + 1
            run.left = LeftCall(frame=inner, dst=call.dst if behind else None)
            return AfterCall.BEHIND if behind else AfterCall.BEFORE
        self._keep_up(piece.unit.symbols)
        for number in range(made, min(self.ex.s.allocation.next_id, made + 4)):
            if self.table.enter(number):
                context.rows, context.row_count = self.table.address, self.table.count
        self.random.enter()
        goes_on = thread.status is Status.RUNNABLE and self.ex.s.token is token and is_host_alone(self.ex, thread)
        result = None if call.dst is None else inner.regs[call.dst]
        if call.dst is not None and not isinstance(call.ret, VoidType):
            goes_on = result is not None and self._values.put(0, call.ret, result) and goes_on
        if goes_on:
            if call.signature == models.FWRITE:
                self.log.begin(thread, call, (code.function.name, pc), inner.regs)
            return AfterCall.OVER
        run.left = LeftCall(frame=inner, dst=call.dst)
        return AfterCall.BEHIND

    def _frames_of_calls(self, run: HostRun, code: Code, pc: int) -> Frame:
        """Frames for those who ask where the thread is; the innermost one."""
        thread, piece = run.thread, run.piece
        calls = [self._calls.unsigned[depth] for depth in range(run.depth, self.context.depth)]
        frame = run.frame
        for index, where in enumerate(calls):
            frame.pc = where & 0xFFFFFFFF
            inner = piece.codes[calls[index + 1] >> 32] if index + 1 < len(calls) else code
            frame = Frame(inner, [None] * len(inner.function.reg_types), None)
            thread.frames.append(frame)
        frame.pc = pc
        return frame
