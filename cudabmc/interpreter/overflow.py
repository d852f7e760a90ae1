"""Checks on arithmetic: overflow, shifts, NaN."""


from cudabmc import terms
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import BOOL, FloatType, IntType, Type
from cudabmc.state.execution import Execution
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

_SYMBOLS = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.NEG: "-", Op.SHL: "<<", Op.LSHR: ">>", Op.ASHR: ">>",
            Op.SDIV: "/", Op.SREM: "%"}  # fmt: skip


def check(m: Execution, thread: Thread, op: Op, of: Type, checks: Checks, values: list[Value]) -> None:
    """Require that an integer operation stays in range where the enabled properties ask for it."""
    if not isinstance(of, IntType):
        return
    symbol = _SYMBOLS.get(op, op.value)
    if op in (Op.ADD, Op.SUB, Op.MUL, Op.NEG):
        for flag, prop, signed in (
            (Checks.SIGNED_OVERFLOW, "signed-overflow", True),
            (Checks.UNSIGNED_OVERFLOW, "unsigned-overflow", False),
        ):
            if flag in checks and m.settings.is_on(prop):
                fits = _fits(op, of, values, signed)
                kind = "signed" if signed else "unsigned"
                m.require(thread, fits, prop, f"{kind} overflow in '{symbol}' on {of.width} bits", fatal=False)
    elif op in (Op.SDIV, Op.SREM) and Checks.SIGNED_OVERFLOW in checks and m.settings.is_on("signed-overflow"):
        lowest = terms.apply(Op.NE, BOOL, of, (values[0], 1 << (of.width - 1)))
        minus_one = terms.apply(Op.NE, BOOL, of, (values[1], 2**of.width - 1))
        text = f"signed overflow in '{symbol}'"
        m.require(thread, terms.lor(lowest, minus_one), "signed-overflow", text, fatal=False)
    elif op in (Op.SHL, Op.LSHR, Op.ASHR) and Checks.SHIFT in checks and m.settings.is_on("shift"):
        small = terms.apply(Op.ULT, BOOL, of, (values[1], of.width))
        m.require(thread, small, "shift", f"shift by a negative amount or by {of.width} or more", fatal=False)


def _fits(op: Op, of: IntType, values: list[Value], signed: bool) -> Value:
    """Does the exact result fit into the width? Computed in twice the width."""
    wide = IntType(2 * of.width)
    extend = Op.SEXT if signed else Op.ZEXT
    args = [terms.apply(extend, wide, of, (v,)) for v in values]
    exact = terms.apply(op, wide, wide, args)
    back = terms.apply(extend, wide, of, (terms.apply(Op.TRUNC, of, wide, (exact,)),))
    return terms.apply(Op.EQ, BOOL, wide, (exact, back))


def _kind_of(value: Value, default: FloatType) -> FloatType:
    """The float format of a value: of a term its sort's."""
    if isinstance(value, terms.Term) and isinstance(value.sort, terms.FPSort):
        return FloatType(value.sort.width)
    return default


def check_nan(m: Execution, thread: Thread, kind: FloatType, result: Value, values: list[Value]) -> None:
    """Require that an operation on numbers does not make NaN."""
    bad = terms.apply(Op.FISNAN, BOOL, kind, (result,))
    inputs = [terms.apply(Op.FISNAN, BOOL, _kind_of(v, kind), (v,)) for v in values]
    m.require(thread, terms.lor(terms.lnot(bad), *inputs), "nan", "the operation makes NaN", fatal=False)
