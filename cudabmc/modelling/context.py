"""The model context: what operational models see of the machine (cudabmc.modelapi)."""

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from typing import Any

from cudabmc.errors import ResourceError
from cudabmc.goto.layout import part_at
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Program
from cudabmc.goto.types import I32, PTR, FloatType, Type, VoidType
from cudabmc.goto.variable import Variable
from cudabmc.modelling.context_memory import MemoryContext
from cudabmc.modelling.context_streams import StreamContext
from cudabmc.modelling.context_threads import ThreadContext
from cudabmc.modelling.declared import waiting
from cudabmc.modelling.users_model import guarded
from cudabmc.order import access
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.nan import MAKES_NAN, NAN, looks_at_call, makes_no_nan
from cudabmc.state.code import Code
from cudabmc.state.decisions import Point
from cudabmc.state.frame import Frame
from cudabmc.state.position import user_point
from cudabmc.state.signals import Abandoned, Misused, PathEnds, Split, Stopped
from cudabmc.state.step import STOP, Step
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term
from opmodels.registry import Model


class Context(MemoryContext, ThreadContext, StreamContext):
    """One object serves all calls of models: it holds the call that runs."""

    def step(self, code: Code, pc: int, call: Call, model: Model, fetch: list[Any]) -> Step:
        """The step of a call of a model."""
        dst = None if isinstance(call.ret, VoidType) else call.dst
        own = None if code.function.library else (code.function.name, pc)
        atomic, outside = model.access == "atomic", model.outside_streams
        family = str(model.signature) if atomic and call.dst is None else ""
        by_arguments = bool(family) and not model.result_unused_commutes
        function = self._ready(model, VoidType() if dst is None else call.ret)
        given = self._pure if model.pure else self
        following = pc + 1
        named = _named_after(self.m.program, code, pc, call)
        checks_nan = self.m.settings.is_on(NAN) and looks_at_call(call.ret, call.types)

        def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            frame.pc = pc
            values = [f(thread, frame, regs) for f in fetch]
            point = own or user_point(thread)
            alike = family + _alike(values[1:]) if by_arguments else family
            if atomic and self._atomic_stops(thread, values[0], point):
                thread.commutes = alike
                return STOP
            outer = (
                self.thread, self._call, self._pc, self._point, self.model, self._atomic, self._chosen, self._made,
                self._next, self._arguments,
            )  # fmt: skip
            made = frame.made[1] if frame.made is not None and frame.made[0] == pc else []
            self.thread, self._call, self._pc, self._point, self.model = thread, call, pc, point, model
            self._atomic, self._chosen, self._made, self._next = atomic, thread.go, made, 0
            self._stepped = self._chosen or thread.stepped
            self._alike = alike
            self._arguments = tuple(values)
            thread.go = thread.stepped = False
            depth = len(thread.frames)
            try:
                if thread.work and outside:
                    text = f"{self.name} is called by a function that a stream runs, which must not use the CUDA API"
                    self.require(thread.block is not None, API_MISUSE.id, text)
                result = self._answer(given, function, values)
            except Split as split:
                thread.frames[depth - 1].made = (pc, self._made)
                split.depth, split.pc = depth, pc
                raise
            except Stopped:
                frame.made = (pc, self._made)
                return STOP
            finally:
                (
                    self.thread, self._call, self._pc, self._point, self.model, self._atomic, self._chosen, self._made,
                    self._next, self._arguments,
                ) = outer  # fmt: skip
            if frame.made is not None and not any(s.pc == pc for f in thread.forks for s in f.pending):
                frame.made = None
            if thread.status is Status.WAITING:
                assert thread.wait is not None
                thread.wait.dst = dst
                frame.pc = following
                return STOP
            if thread.status is Status.LAUNCHING:
                if dst is not None:
                    regs[dst] = result
                frame.pc = following
                return STOP
            if checks_nan:
                assert isinstance(call.ret, FloatType)
                numbers = [v for v, t in zip(values, call.types, strict=False) if isinstance(t, FloatType)]
                self.m.require(thread, makes_no_nan(call.ret, result, numbers), NAN, MAKES_NAN, fatal=False)
            if dst is not None:
                regs[dst] = result
                if named is not None and type(result) is Pointer:
                    self._rename(result, named)
            return following

        return step

    def _ready(self, model: Model, ret: Type) -> Callable[..., Value]:
        """The function that a call runs: errors of a user's are its own, a barrier of the block has to be one."""
        assert self.m.orders_threads or not model.orders, f"{model.name}() is called, and nothing was to order threads"
        function = model.function
        if model.source:
            self.m.notes.setdefault(f"function {model.name}: model from {model.source}")
            function = guarded(model, ret)
        return waiting(model, function) if model.waits == "block" else function

    def _answer(self, given: object, function: Callable[..., Value], values: Sequence[Value]) -> Value:
        """What the model answers; of a call that is misused an error code, or a value of which nothing is known."""
        try:
            return function(given, *values)
        except Misused as misused:
            from opmodels import misuse

            error = misused.error or misuse.error_code(self.model.signature)
        if error:
            if misuse.sets_last_error(self.model.signature):
                self.put("cuda:last-error", error, I32)
            return error
        return 0 if isinstance(self.ret_type, VoidType) else self.nondet(self.ret_type, f"result of {self.name}()")

    def _atomic_stops(self, thread: Thread, pointer: Value, point: Point) -> bool:
        m = self.m
        if thread.block is None and (thread.work or not m.decisions.concurrent):
            return False
        targets = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
        places = [(m.s.objects[t.obj], t.offset) for _, t in targets if t.obj in m.s.objects]
        return access.stops(m, thread, places, point)

    def carry_out(self, thread: Thread, call: tuple[Any, ...], action: Callable[[], None]) -> None:
        """Do in `thread` what an earlier call has put off."""
        outer = self._call, self._pc, self._point, self.model, self._atomic, self._chosen
        self.thread = thread
        self._call, self._pc, self._point, self.model = call
        self._atomic, self._chosen = False, True
        try:
            action()
        except (PathEnds, Abandoned, Misused):
            pass
        except Split:
            raise ResourceError(
                f"what {self.name} does later depends on inputs in a way that is not supported", self.location
            ) from None
        finally:
            self._call, self._pc, self._point, self.model, self._atomic, self._chosen = outer


def _alike(arguments: Sequence[Value]) -> str:
    """What tells the arguments of an atomic apart: done twice with the same ones, it is one function of the memory
    that is applied twice, whoever does it first."""
    return " ".join(f"term {a.id}" if isinstance(a, Term) else repr(a) for a in arguments)


def _named_after(program: Program, code: Code, pc: int, call: Call) -> Variable | None:
    """The variable that takes the result of an allocation."""
    from cudabmc.goto.program import Assign, Declare, Reg, Store

    if call.dst is None:
        return None
    held = {call.dst}
    for instruction in code.function.body[pc + 1 : pc + 6]:
        if isinstance(instruction, Assign) and instruction.op is Op.COPY:
            if instruction.args[0] not in [Reg(h) for h in held]:
                break
            held.add(instruction.dst)
        elif isinstance(instruction, Store) and instruction.value in [Reg(h) for h in held]:
            return _stored_in(program, code, instruction.addr)
        elif not isinstance(instruction, Declare) and not _finds_member(instruction, held & code.variables.keys()):
            break
    return next((code.variables[h] for h in held if h in code.variables), None)


def _finds_member(instruction: object, variables: Set[int]) -> bool:
    """Is it the address of a member, which the result may go to if no variable has it yet?"""
    from cudabmc.goto.program import Assign

    return isinstance(instruction, Assign) and instruction.op is Op.PTRADD and not variables


def _stored_in(program: Program, code: Code, address: object, offset: int = 0) -> Variable | None:
    """The variable at an address operand, or its member, if it is one."""
    from cudabmc.goto.program import Alloca, Assign, Const, Reg, Symbol

    if isinstance(address, Symbol) and address.name in program.globals:
        return _pointer_in(program, program.globals[address.name].var, address.offset + offset)
    for instruction in code.function.body if isinstance(address, Reg) else ():
        if isinstance(instruction, Alloca) and Reg(instruction.dst) == address:
            return _pointer_in(program, instruction.var, offset)
        if isinstance(instruction, Assign) and instruction.op is Op.PTRADD and Reg(instruction.dst) == address:
            base, distance = instruction.args
            if offset == 0 and isinstance(distance, Const) and distance.value:
                return _stored_in(program, code, base, int(distance.value))
    return None


def _pointer_in(program: Program, variable: Variable, offset: int) -> Variable | None:
    """The variable, or the member of it that is a pointer."""
    if not variable.record:
        return variable
    part = part_at(program.layouts, program.layouts.get(variable.record), offset, PTR.size, PTR)
    named = None if part is None else part.member
    return None if part is None or named is None else replace(named.var, name=variable.name + part.path)
