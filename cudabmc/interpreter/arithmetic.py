"""Steps of Assign: operators on scalars and pointers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cudabmc import terms
from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import POINTER_OPS, Op
from cudabmc.goto.program import Assign, Const, Operand, Reg
from cudabmc.goto.types import PTR
from cudabmc.interpreter.core import Machine
from cudabmc.memory.pointers import apply_pointer
from cudabmc.properties import Property, looking_at
from cudabmc.state.code import Code
from cudabmc.state.constants import constant, intern
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.memory import merge
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


def assign(m: Machine, code: Code, pc: int, i: Assign) -> StepFunction:
    """dst = op(args)."""
    ex = m.execution
    fetch = [fetcher(m, a) for a in i.args]
    if i.op is Op.COPY:
        return _copy(i, fetch[0], pc)
    of, kind = intern(i.of), intern(i.type)
    if of is not i.of or kind is not i.type:
        i = replace(i, of=of, type=kind)
    asked = looking_at(i, ex.settings.enabled)
    if asked:
        return _checked(m, i, fetch, asked, pc)
    return _pointer(ex, i, fetch, pc) if _on_pointers(i) else _plain(m, i, fetch, pc)


def _on_pointers(i: Assign) -> bool:
    return i.op in POINTER_OPS or PTR in (i.of, i.type)


def fetcher(m: Machine, operand: Operand) -> Callable[[Thread, Frame, list[Any]], Value]:
    """A function that gets the value of an operand."""
    if isinstance(operand, Reg):
        index = operand.index

        def register(thread: Thread, frame: Frame, regs: list[Any]) -> Value:
            value = regs[index]
            return value if value is not None else m.inputs.fresh_register(thread, frame, index)

        return register
    if isinstance(operand, Const):
        value = constant(operand)
        return lambda thread, frame, regs: value
    return lambda thread, frame, regs: m.operand(operand, thread, frame)


def _copy(i: Assign, fetch: Callable[[Thread, Frame, list[Any]], Value], pc: int) -> StepFunction:
    dst, following = i.dst, pc + 1
    from cudabmc.goto.program import Undef

    if isinstance(i.args[0], Undef):

        def forget(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            regs[dst] = None
            return following

        return forget

    def copy(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        regs[dst] = fetch(thread, frame, regs)
        return following

    return copy


def _plain(m: Machine, i: Assign, fetch: list[Any], pc: int) -> StepFunction:
    op, kind, of, dst, following = i.op, i.type, i.of, i.dst, pc + 1
    compute = const_function(op, kind, of)
    registers = [a.index if isinstance(a, Reg) else None for a in i.args]
    if len(fetch) == 2 and registers[0] is not None and registers[1] is not None:
        return _two_registers(m, i, registers[0], registers[1], compute, following)
    if len(fetch) == 2 and registers[0] is not None and isinstance(i.args[1], Const):
        return _register_constant(m, i, registers[0], constant(i.args[1]), compute, following)

    def general(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        for value in values:
            if type(value) is Term:
                regs[dst] = terms.apply(op, kind, of, values)
                return following
        regs[dst] = compute(*values)
        return following

    return general


def _two_registers(m: Machine, i: Assign, x: int, y: int, compute: Any, following: int) -> StepFunction:
    op, kind, of, dst = i.op, i.type, i.of, i.dst

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        a = regs[x]
        b = regs[y]
        if a is None:
            a = m.inputs.fresh_register(thread, frame, x)
        if b is None:
            b = regs[y]
            if b is None:
                b = m.inputs.fresh_register(thread, frame, y)
        if type(a) is Term or type(b) is Term:
            regs[dst] = terms.apply(op, kind, of, (a, b))
        else:
            regs[dst] = compute(a, b)
        return following

    return step


def _register_constant(m: Machine, i: Assign, x: int, b: Value, compute: Any, following: int) -> StepFunction:
    op, kind, of, dst = i.op, i.type, i.of, i.dst

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        a = regs[x]
        if a is None:
            a = m.inputs.fresh_register(thread, frame, x)
        if type(a) is Term:
            regs[dst] = terms.apply(op, kind, of, (a, b))
        else:
            regs[dst] = compute(a, b)
        return following

    return step


def _pointer(ex: Execution, i: Assign, fetch: list[Any], pc: int) -> StepFunction:
    op, kind, of, dst, following = i.op, i.type, i.of, i.dst, pc + 1

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        regs[dst] = apply_pointer(ex, op, kind, of, values)
        return following

    return step


# ---------------------------------------------------------------- operators that properties look at


def _checked(m: Machine, i: Assign, fetch: list[Any], asked: Sequence[Property], pc: int) -> StepFunction:
    ex = m.execution
    dst, following, on_pointers = i.dst, pc + 1, _on_pointers(i)
    checks = [(prop, prop.operator, prop.operator.text(i)) for prop in asked if prop.operator is not None]

    def apply(values: list[Value]) -> Value:
        return apply_pointer(ex, i.op, i.type, i.of, values) if on_pointers else terms.apply(i.op, i.type, i.of, values)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        frame.pc = pc
        undefined: Value = False  # where there is no result
        why = ""
        for prop, check, text in checks:
            holds = check.holds(i, values)
            relies = ex.require(thread, holds, prop, text, fatal=not check.defined)
            if not relies and not check.defined:
                undefined = terms.lor(undefined, terms.lnot(ex.simplify(thread, holds)))
                why = text
        result: Value = None
        if undefined is not True:
            result = apply(values)
        if undefined is not False:
            label = f"result of a {why} at {ex.place(thread, '').loc}"
            arbitrary = m.inputs.fresh(i.type, label, thread, "undefined", where=undefined)
            result = arbitrary if undefined is True else merge(undefined, arbitrary, result, i.type)
        regs[dst] = result
        return following

    return step
