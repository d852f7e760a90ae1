"""Steps of Assign: operators on scalars and pointers."""

from collections.abc import Callable
from typing import Any

from cudabmc import terms
from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import DIVISIONS, Checks, Op
from cudabmc.goto.program import Assign, Const, Operand, Reg
from cudabmc.goto.types import BOOL, FloatType, IntType, Type
from cudabmc.interpreter import overflow
from cudabmc.interpreter.core import Machine
from cudabmc.memory.pointers import POINTER_OPS, apply_pointer
from cudabmc.state.code import Code
from cudabmc.state.constants import constant, intern
from cudabmc.state.frame import Frame
from cudabmc.state.step import Step
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


def assign(m: Machine, code: Code, pc: int, i: Assign) -> Step:
    """dst = op(args)."""
    fetch = [fetcher(m, a) for a in i.args]
    of, kind = intern(i.of), intern(i.type)
    if i.op is Op.COPY:
        return _copy(i, fetch[0], pc)
    if i.op in POINTER_OPS or _on_pointers(i, of):
        return _pointer(m, i, fetch, of, kind, pc)
    if needs_check(m, i, of):
        return _checked(m, i, fetch, of, kind, pc)
    return _plain(m, i, fetch, of, kind, pc)


def _on_pointers(i: Assign, of: Type) -> bool:
    from cudabmc.goto.types import PTR

    return of is PTR or i.type is PTR


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


def _copy(i: Assign, fetch: Callable[[Thread, Frame, list[Any]], Value], pc: int) -> Step:
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


def _plain(m: Machine, i: Assign, fetch: list[Any], of: Type, kind: Type, pc: int) -> Step:
    op, dst, following = i.op, i.dst, pc + 1
    compute = const_function(op, kind, of)
    registers = [a.index if isinstance(a, Reg) else None for a in i.args]
    if len(fetch) == 2 and registers[0] is not None and registers[1] is not None:
        return _two_registers(m, i, registers[0], registers[1], compute, of, kind, following)
    if len(fetch) == 2 and registers[0] is not None and isinstance(i.args[1], Const):
        return _register_constant(m, i, registers[0], constant(i.args[1]), compute, of, kind, following)

    def general(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        for value in values:
            if type(value) is Term:
                regs[dst] = terms.apply(op, kind, of, values)
                return following
        regs[dst] = compute(*values)
        return following

    return general


def _two_registers(
    m: Machine, i: Assign, x: int, y: int, compute: Any, of: Type, kind: Type, following: int
) -> Step:
    op, dst = i.op, i.dst

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


def _register_constant(
    m: Machine, i: Assign, x: int, b: Value, compute: Any, of: Type, kind: Type, following: int
) -> Step:
    op, dst = i.op, i.dst

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


def _pointer(m: Machine, i: Assign, fetch: list[Any], of: Type, kind: Type, pc: int) -> Step:
    op, dst, following = i.op, i.dst, pc + 1

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        regs[dst] = apply_pointer(m, op, kind, of, values)
        return following

    return step


# ---------------------------------------------------------------- checked operators


def needs_check(m: Machine, i: Assign, of: Type) -> bool:
    """Does an enabled property look at this operation?"""
    if i.op in DIVISIONS:
        return True
    on = m.settings.is_on
    return (
        (Checks.SIGNED_OVERFLOW in i.checks and on("signed-overflow"))
        or (Checks.UNSIGNED_OVERFLOW in i.checks and on("unsigned-overflow"))
        or (Checks.SHIFT in i.checks and on("shift"))
        or (isinstance(of, FloatType) and Checks.NAN in i.checks and on("nan"))
    )


def _quotient_or_any(
    m: Machine, thread: Thread, op: Op, kind: Type, of: Type, values: list[Value], divisor: Value
) -> Value:
    """The result of a division; by zero it is a value of the machine's own choice (PTX ISA, `div`, `rem`), on the host
    undefined (C11 6.5.5p5)."""
    zero = terms.lnot(m.simplify(thread, divisor))
    label = f"result of a division by zero at {m.place(thread, '').loc}"
    arbitrary = m.inputs.fresh(kind, label, thread, "division", where=zero)
    if zero is True:
        return arbitrary
    return terms.ite(zero, arbitrary, terms.apply(op, kind, of, values), kind)


def _checked(m: Machine, i: Assign, fetch: list[Any], of: Type, kind: Type, pc: int) -> Step:
    op, dst, following, checks = i.op, i.dst, pc + 1, i.checks

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        values = [f(thread, frame, regs) for f in fetch]
        frame.pc = pc
        if op in DIVISIONS:
            assert isinstance(of, IntType)
            divisor = terms.apply(Op.NE, BOOL, of, (values[1], 0))
            if not m.require(thread, divisor, "division-by-zero", "division by zero"):
                regs[dst] = _quotient_or_any(m, thread, op, kind, of, values, divisor)
                return following
        overflow.check(m, thread, op, of, checks, values)
        result = terms.apply(op, kind, of, values)
        if isinstance(kind, FloatType) and Checks.NAN in checks and m.settings.is_on("nan"):
            overflow.check_nan(m, thread, kind, result, values)
        regs[dst] = result
        return following

    return step
