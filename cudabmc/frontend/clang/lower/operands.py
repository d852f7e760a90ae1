"""Operands of IR as operands of the GOTO program; constant expressions are evaluated."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.goto.meaning.float_format import round32
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand, Symbol, Undef
from cudabmc.goto.types import BOOL, I64, PTR, IntType

_INTEGER = {
    "add": Op.ADD, "sub": Op.SUB, "mul": Op.MUL, "and": Op.AND, "or": Op.OR, "xor": Op.XOR, "shl": Op.SHL,
    "lshr": Op.LSHR, "ashr": Op.ASHR,
}  # fmt: skip


def lower(ctx: FunctionContext, type: t.IrType, value: v.IrValue) -> Lowered:
    """The value of an operand."""
    if isinstance(value, v.Local):
        return ctx.used(value.name)
    if isinstance(type, t.StructT | t.ArrayT | t.VectorT):
        return _aggregate(ctx, type, value)
    return _scalar(ctx, type, value)


def scalar(ctx: FunctionContext, type: t.IrType, value: v.IrValue) -> Operand:
    """The value of a scalar operand."""
    found = lower(ctx, type, value)
    assert not isinstance(found, tuple), f"{type} is not a scalar"
    return found


def scalar_of(ctx: FunctionContext, typed: v.Typed) -> Operand:
    """The value of a scalar operand with its type."""
    return scalar(ctx, typed.type, typed.value)


def lower_of(ctx: FunctionContext, typed: v.Typed) -> Lowered:
    """The value of an operand with its type."""
    return lower(ctx, typed.type, typed.value)


def _aggregate(ctx: FunctionContext, type: t.IrType, value: v.IrValue) -> Lowered:
    number = t.count(type)
    if isinstance(value, v.AggregateC):
        return tuple(lower(ctx, e.type, e.value) for e in value.elements)
    if isinstance(value, v.BytesC):
        return tuple(Const(byte, register_type(t.I8)) for byte in value.data)
    if isinstance(value, v.UndefC):
        return ctx.fresh(type)
    assert isinstance(value, v.ZeroC), value
    return tuple(lower(ctx, t.element(type, i)[1], value) for i in range(number))


def _scalar(ctx: FunctionContext, type: t.IrType, value: v.IrValue) -> Operand:
    match value:
        case v.IntC():
            return _integer(type, value.value)
        case v.FloatC():
            return Const(rounded(value.value, type), register_type(type))
        case v.NullC():
            return Const(0, PTR)
        case v.UndefC():
            return Undef(register_type(type))
        case v.ZeroC():
            return zero(type)
        case v.GlobalName():
            return ctx.names.address(ctx.module, value.name)
        case v.GepC():
            base = _scalar(ctx, t.PTR, value.base)
            indexes = [(e.type, scalar_of(ctx, e)) for e in value.indexes]
            return offset_pointer(ctx, base, value.source, indexes)
        case v.CastC():
            return convert(ctx, value.op, value.operand.type, scalar_of(ctx, value.operand), value.to)
        case v.BinaryC():
            machine = register_type(value.type)
            args = (scalar(ctx, value.type, value.a), scalar(ctx, value.type, value.b))
            return ctx.assign(_INTEGER[value.op], args, machine)
        case v.BlockAddressC():
            raise UnsupportedError("address of a label", ctx.loc)
    raise UnsupportedError(f"operand {value}", ctx.loc)


def _integer(type: t.IrType, value: int) -> Const:
    machine = register_type(type)
    if machine == BOOL:
        return Const(bool(value & 1), BOOL)
    assert isinstance(machine, IntType)
    return Const(value % (1 << machine.width), machine)


def zero(type: t.IrType) -> Const:
    """The scalar whose bytes are zero."""
    if isinstance(type, t.PtrT):
        return Const(0, PTR)
    if isinstance(type, t.FloatT):
        return Const(0.0, register_type(type))
    return _integer(type, 0)


def rounded(value: float, type: t.IrType) -> float:
    """A float in the precision of its type (the text has it as a double that already is)."""
    return round32(value) if isinstance(type, t.FloatT) and type.name == "float" else value


# ---------------------------------------------------------------- addresses


def offset_pointer(
    ctx: FunctionContext, base: Operand, source: t.IrType, indexes: list[tuple[t.IrType, Operand]]
) -> Operand:
    """getelementptr: known offsets are summed up, the others added one by one (LangRef, 'getelementptr')."""
    known = 0
    found = base
    type = source
    for position, (index_type, index) in enumerate(indexes):
        if position and isinstance(type, t.StructT):
            assert isinstance(index, Const)
            offset, type = t.element(type, int(index.value))
            known += offset
            continue
        if position:
            assert isinstance(type, t.ArrayT | t.VectorT)
            type = type.of
        size = t.size_of(type)
        if isinstance(index, Const):
            assert isinstance(index_type, t.IntT)
            known += to_signed(int(index.value), index_type.width) * size
        else:
            found = _added(ctx, found, _scaled(ctx, index_type, index, size))
    if isinstance(found, Symbol):
        return Symbol(found.name, found.offset + known)
    return found if not known else _added(ctx, found, Const(known % (1 << 64), I64))


def _scaled(ctx: FunctionContext, type: t.IrType, index: Operand, size: int) -> Operand:
    """An index in bytes: indexes are signed and extended to the width of an address."""
    wide = index
    assert isinstance(type, t.IntT)
    if type.width < 64:
        wide = ctx.assign(Op.SEXT, (index,), I64, register_type(type))
    elif type.width > 64:
        wide = ctx.assign(Op.TRUNC, (index,), I64, register_type(type))
    return wide if size == 1 else ctx.assign(Op.MUL, (wide, Const(size, I64)), I64)


def _added(ctx: FunctionContext, base: Operand, offset: Operand) -> Operand:
    return ctx.assign(Op.PTRADD, (base, offset), PTR)


# ---------------------------------------------------------------- conversions

_FLOAT_CASTS = {"fptoui": Op.FPTOUI, "fptosi": Op.FPTOSI, "uitofp": Op.UITOFP, "sitofp": Op.SITOFP}


def convert(ctx: FunctionContext, op: str, source: t.IrType, value: Operand, to: t.IrType) -> Operand:
    """A conversion of a scalar (LangRef, 'Conversion Operations')."""
    of, type = register_type(source), register_type(to)
    if op in ("trunc", "zext", "sext"):
        return _resize(ctx, op, value, of, type)
    if op in ("fptrunc", "fpext"):
        return ctx.assign(Op.FPCAST, (value,), type, of)
    if op in _FLOAT_CASTS:
        return _between_float(ctx, _FLOAT_CASTS[op], value, of, type)
    if op in ("ptrtoint", "ptrtoaddr"):
        address = ctx.assign(Op.PTRTOINT, (value,), I64, PTR)
        return _resize(ctx, "trunc", address, I64, type)
    if op == "inttoptr":
        wide = _resize(ctx, "zext", value, of, I64)
        return ctx.assign(Op.INTTOPTR, (wide,), PTR, I64)
    assert op in ("bitcast", "addrspacecast"), op
    return value if of == type else ctx.assign(Op.BITCAST, (value,), type, of)


def _resize(ctx: FunctionContext, op: str, value: Operand, of: object, type: object) -> Operand:
    if of == type:
        return value
    if type == BOOL:
        assert isinstance(of, IntType)
        low = ctx.assign(Op.AND, (value, Const(1, of)), of)
        return ctx.assign(Op.NE, (low, Const(0, of)), BOOL, of)
    assert isinstance(type, IntType)
    if of == BOOL:
        wide = ctx.assign(Op.ZEXT, (value,), type, BOOL)
        return ctx.assign(Op.NEG, (wide,), type) if op == "sext" else wide
    assert isinstance(of, IntType)
    if of.size == type.size:
        raise UnsupportedError(f"conversion of {of.width} to {type.width} bits", ctx.loc)
    if op == "trunc" and type.width > of.width:
        op = "zext"
    return ctx.assign({"trunc": Op.TRUNC, "zext": Op.ZEXT, "sext": Op.SEXT}[op], (value,), type, of)


def _between_float(ctx: FunctionContext, op: Op, value: Operand, of: object, type: object) -> Operand:
    assert isinstance(of, IntType | type_of_float) or of == BOOL
    if of == BOOL:
        byte = IntType(8)
        wide = _resize(ctx, "sext" if op is Op.SITOFP else "zext", value, BOOL, byte)
        return ctx.assign(op, (wide,), type, byte)  # type: ignore[arg-type]
    return ctx.assign(op, (value,), type, of)  # type: ignore[arg-type]


type_of_float = type(register_type(t.FloatT("float")))
