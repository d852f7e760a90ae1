"""Arithmetic, comparisons, conversions, selection; element by element on vectors."""

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.frontend.clang.lower.memory import reinterpreted
from cudabmc.frontend.clang.lower.operands import convert, lower, lower_of, scalar_of
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Assign, Const, Operand, Reg, Undef
from cudabmc.goto.types import BOOL, PTR, FloatType, Type

_BINARY = {
    "add": Op.ADD, "sub": Op.SUB, "mul": Op.MUL, "sdiv": Op.SDIV, "udiv": Op.UDIV, "srem": Op.SREM, "urem": Op.UREM,
    "shl": Op.SHL, "lshr": Op.LSHR, "ashr": Op.ASHR, "and": Op.AND, "or": Op.OR, "xor": Op.XOR,
    "fadd": Op.FADD, "fsub": Op.FSUB, "fmul": Op.FMUL, "fdiv": Op.FDIV, "frem": Op.FREM,
}  # fmt: skip
_WRAPPING = (Op.ADD, Op.SUB, Op.MUL)
_SHIFTS = (Op.SHL, Op.LSHR, Op.ASHR)
_ON_BOOL = {Op.ADD: Op.XOR, Op.SUB: Op.XOR, Op.MUL: Op.AND}


def _checks(op: Op, flags: frozenset[str], type: Type) -> Checks:
    """What the properties look at: signed arithmetic carries nsw, unsigned arithmetic none."""
    if isinstance(type, FloatType):
        return Checks.NAN
    if op in _WRAPPING:
        return Checks.SIGNED_OVERFLOW if "nsw" in flags else Checks.UNSIGNED_OVERFLOW
    if op in _SHIFTS:
        return Checks.SHIFT
    return Checks.SIGNED_OVERFLOW if op in (Op.SDIV, Op.SREM) else Checks.NONE


def binary(ctx: FunctionContext, n: i.Binary) -> None:
    """add and kin."""
    op = _BINARY[n.op]
    a, b = lower(ctx, n.type, n.a), lower(ctx, n.type, n.b)

    def one(type: t.IrType, x: Operand, y: Operand) -> Operand:
        machine = register_type(type)
        kind = _ON_BOOL.get(op, op) if machine == BOOL else op
        checks = Checks.NONE if machine == BOOL else _checks(op, n.flags, machine)
        return ctx.builder.assign(kind, (x, y), machine, machine, ctx.loc, checks)

    ctx.values[n.result] = _mapped(n.type, one, a, b)


def _mapped(type: t.IrType, one: "object", *values: Lowered) -> Lowered:
    """An operation on scalars, for each element of vectors."""
    if isinstance(type, t.VectorT):
        columns = [v for v in values if isinstance(v, tuple)]
        return tuple(one(type.of, *row) for row in zip(*columns, strict=True))  # type: ignore[operator]
    found: Lowered = one(type, *values)  # type: ignore[operator]
    return found


def unary(ctx: FunctionContext, n: i.Unary) -> None:
    """fneg; freeze fixes an arbitrary value."""
    a = lower(ctx, n.type, n.a)
    if n.op == "freeze":
        ctx.values[n.result] = _frozen(ctx, n.type, a)
        return

    def negated(type: t.IrType, x: Operand) -> Operand:
        return ctx.assign(Op.FNEG, (x,), register_type(type))

    ctx.values[n.result] = _mapped(n.type, negated, a)


def _frozen(ctx: FunctionContext, type: t.IrType, value: Lowered) -> Lowered:
    if isinstance(value, tuple):
        return tuple(_frozen(ctx, t.element(type, index)[1], part) for index, part in enumerate(value))
    if not isinstance(value, Undef):
        return value
    machine = register_type(type)
    register = ctx.builder.reg(machine)
    ctx.builder.emit(Assign(register, Op.COPY, (value,), machine, machine, ctx.loc))
    return Reg(register)


# ---------------------------------------------------------------- comparisons

# predicate: operator, operands exchanged, result negated
_INTEGER = {
    "eq": (Op.EQ, False), "ne": (Op.NE, False), "slt": (Op.SLT, False), "sle": (Op.SLE, False),
    "ult": (Op.ULT, False), "ule": (Op.ULE, False), "sgt": (Op.SLT, True), "sge": (Op.SLE, True),
    "ugt": (Op.ULT, True), "uge": (Op.ULE, True),
}  # fmt: skip
_POINTER = {Op.EQ: Op.PTREQ, Op.NE: Op.PTRNE, Op.SLT: Op.PTRLT, Op.SLE: Op.PTRLE, Op.ULT: Op.PTRLT, Op.ULE: Op.PTRLE}
_ORDERED = {"eq": (Op.FEQ, False), "lt": (Op.FLT, False), "le": (Op.FLE, False), "gt": (Op.FLT, True),
            "ge": (Op.FLE, True)}  # fmt: skip
_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


def compare(ctx: FunctionContext, n: i.Compare) -> None:
    """icmp, fcmp."""
    a, b = lower(ctx, n.type, n.a), lower(ctx, n.type, n.b)

    def one(type: t.IrType, x: Operand, y: Operand) -> Operand:
        if n.op == "fcmp":
            return _compare_floats(ctx, n.predicate, register_type(type), x, y)
        return _compare_integers(ctx, n.predicate, register_type(type), x, y)

    ctx.values[n.result] = _mapped(n.type, one, a, b)


def _compare_integers(ctx: FunctionContext, predicate: str, of: Type, x: Operand, y: Operand) -> Operand:
    op, swapped = _INTEGER[predicate]
    if swapped:
        x, y = y, x
    if of == PTR:
        op = _POINTER[op]
    elif of == BOOL and op not in (Op.EQ, Op.NE):
        byte = register_type(t.I8)
        extend = "sext" if op in (Op.SLT, Op.SLE) else "zext"
        x, y = (convert(ctx, extend, t.I1, part, t.I8) for part in (x, y))
        of = byte
    return ctx.assign(op, (x, y), BOOL, of)


def _compare_floats(ctx: FunctionContext, predicate: str, of: Type, x: Operand, y: Operand) -> Operand:
    """o: false if one is NaN; u: true if one is NaN (LangRef, 'fcmp')."""
    if predicate in ("true", "false"):
        return Const(predicate == "true", BOOL)
    if predicate in ("ord", "uno"):
        either = ctx.assign(Op.OR, tuple(ctx.assign(Op.FISNAN, (part,), BOOL, of) for part in (x, y)), BOOL)
        return either if predicate == "uno" else ctx.assign(Op.NOT, (either,), BOOL)
    ordered, relation = predicate[0] == "o", predicate[1:]
    if relation == "ne":
        if not ordered:
            return ctx.assign(Op.FNE, (x, y), BOOL, of)
        return ctx.assign(Op.OR, tuple(ctx.assign(Op.FLT, pair, BOOL, of) for pair in ((x, y), (y, x))), BOOL)
    if not ordered and relation == "eq":
        return ctx.assign(Op.NOT, (_compare_floats(ctx, "one", of, x, y),), BOOL)
    if not ordered:
        return ctx.assign(Op.NOT, (_compare_floats(ctx, "o" + _OPPOSITE[relation], of, x, y),), BOOL)
    op, swapped = _ORDERED[relation]
    return ctx.assign(op, (y, x) if swapped else (x, y), BOOL, of)


# ---------------------------------------------------------------- conversions and selection


def cast(ctx: FunctionContext, n: i.Cast) -> None:
    """Conversions; those between vectors of different shape go by their bytes."""
    value = lower(ctx, n.type, n.a)
    if n.op == "bitcast" and (isinstance(n.type, t.VectorT) or isinstance(n.to, t.VectorT)):
        ctx.values[n.result] = reinterpreted(ctx, n.type, value, n.to)
        return
    to = n.to.of if isinstance(n.to, t.VectorT) else n.to

    def one(type: t.IrType, x: Operand) -> Operand:
        return convert(ctx, n.op, type, x, to)

    ctx.values[n.result] = _mapped(n.type, one, value)


def select(ctx: FunctionContext, n: i.SelectI) -> None:
    """select, also of aggregates as wholes."""
    a, b = lower_of(ctx, n.a), lower_of(ctx, n.b)
    if isinstance(n.condition.type, t.VectorT):
        conditions = lower_of(ctx, n.condition)
        assert isinstance(conditions, tuple) and isinstance(a, tuple) and isinstance(b, tuple)
        assert isinstance(n.a.type, t.VectorT)
        ctx.values[n.result] = tuple(
            chosen(ctx, n.a.type.of, c, x, y)  # type: ignore[arg-type]
            for c, x, y in zip(conditions, a, b, strict=True)
        )
        return
    ctx.values[n.result] = chosen(ctx, n.a.type, scalar_of(ctx, n.condition), a, b)


def chosen(ctx: FunctionContext, type: t.IrType, condition: Operand, a: Lowered, b: Lowered) -> Lowered:
    """condition ? a : b."""
    if isinstance(a, tuple):
        assert isinstance(b, tuple)
        return tuple(
            chosen(ctx, t.element(type, index)[1], condition, x, y)
            for index, (x, y) in enumerate(zip(a, b, strict=True))
        )
    assert not isinstance(b, tuple)
    return ctx.assign(Op.SELECT, (condition, a, b), register_type(type))
