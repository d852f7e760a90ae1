"""The operators of the GOTO program on values of any kind: known or symbolic."""

from collections.abc import Callable, Sequence

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, Type
from cudabmc.terms import arithmetic, bitwise, boolean, compare, floats, linear, slices
from cudabmc.terms.choice import ite
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import sort_of
from cudabmc.terms.term import Term, TermValue, make

TermBuilder = Callable[..., TermValue]

# Bit vectors: (operands..., width).
_INTEGER: dict[Op, TermBuilder] = {
    Op.ADD: linear.add,
    Op.SUB: linear.subtract,
    Op.MUL: arithmetic.multiply,
    Op.SDIV: arithmetic.divide_signed,
    Op.UDIV: arithmetic.divide_unsigned,
    Op.SREM: arithmetic.remainder_signed,
    Op.UREM: arithmetic.remainder_unsigned,
    Op.AND: bitwise.bit_and,
    Op.OR: bitwise.bit_or,
    Op.XOR: bitwise.bit_xor,
    Op.NOT: linear.complement,
    Op.NEG: linear.negate,
    Op.SHL: bitwise.shift_left,
    Op.LSHR: bitwise.shift_right,
    Op.ASHR: bitwise.shift_right_signed,
    Op.EQ: compare.same_int,
    Op.NE: lambda a, b, width: boolean.lnot(compare.same_int(a, b, width)),
    Op.SLT: compare.less_signed,
    Op.SLE: lambda a, b, width: boolean.lnot(compare.less_signed(b, a, width)),
    Op.ULT: compare.less_unsigned,
    Op.ULE: lambda a, b, width: boolean.lnot(compare.less_unsigned(b, a, width)),
}

# Conversions of bit vectors: (operand, width, width of the result).
_CONVERSION: dict[Op, TermBuilder] = {
    Op.TRUNC: slices.truncate,
    Op.ZEXT: slices.zext,
    Op.SEXT: slices.sext,
    Op.SITOFP: lambda a, width, to: floats.from_integer(Op.SITOFP, a, width, to),
    Op.UITOFP: lambda a, width, to: floats.from_integer(Op.UITOFP, a, width, to),
    Op.BITCAST: lambda a, width, to: floats.from_bits(a, width),
}

_BOOLEAN: dict[Op, TermBuilder] = {
    Op.AND: boolean.land,
    Op.OR: boolean.lor,
    Op.XOR: lambda a, b: boolean.lnot(compare.same_truth(a, b)),
    Op.NOT: boolean.lnot,
    Op.EQ: compare.same_truth,
    Op.NE: lambda a, b: boolean.lnot(compare.same_truth(a, b)),
}

# Conversions of floats: (operand, width, width of the result).
_FLOAT_CONVERSION: dict[Op, TermBuilder] = {
    Op.FPTOSI: lambda a, width, to: floats.to_integer(Op.FPTOSI, a, width, to),
    Op.FPTOUI: lambda a, width, to: floats.to_integer(Op.FPTOUI, a, width, to),
    Op.FPCAST: floats.cast,
    Op.BITCAST: lambda a, width, to: floats.to_bits(a, width),
}


def apply(op: Op, type: Type, of: Type, args: Sequence[TermValue]) -> TermValue:
    """What an operator without pointers computes: a constant where that is known, a simplified term otherwise.

    `of` is the type of the operands (of the last two for SELECT), `type` that of the result. On constants it is
    `const_function`. Raises TypeError for an operator that these types do not have.
    """
    for arg in args:
        if arg.__class__ is Term:
            break
    else:
        return const_function(op, type, of)(*args)
    if op is Op.COPY:
        return args[0]
    if op is Op.SELECT:
        return ite(args[0], args[1], args[2], type)
    if isinstance(of, IntType):
        return _apply_integer(op, type, of, args)
    if isinstance(of, FloatType):
        return _apply_float(op, type, of, args)
    if isinstance(of, BoolType):
        return _apply_boolean(op, type, args)
    raise TypeError(f"no operator {op.value} from {of} to {type}")


def _apply_integer(op: Op, type: Type, of: IntType, args: Sequence[TermValue]) -> TermValue:
    builder = _INTEGER.get(op)
    if builder is not None:
        return builder(*args, of.width)
    builder = _CONVERSION.get(op)
    if builder is None or not isinstance(type, IntType | FloatType):
        raise TypeError(f"no operator {op.value} from {of} to {type}")
    return builder(*args, of.width, type.width)


def _apply_float(op: Op, type: Type, of: FloatType, args: Sequence[TermValue]) -> TermValue:
    builder = _FLOAT_CONVERSION.get(op)
    if builder is None:
        return floats.float_operation(op, tuple(args), of.width)
    if not isinstance(type, IntType | FloatType):
        raise TypeError(f"no operator {op.value} from {of} to {type}")
    return builder(*args, of.width, type.width)


def _apply_boolean(op: Op, type: Type, args: Sequence[TermValue]) -> TermValue:
    builder = _BOOLEAN.get(op)
    if builder is not None:
        return builder(*args)
    if op is Op.ZEXT and isinstance(type, IntType):
        return slices.from_bool(args[0], type.width)
    if op is Op.UITOFP and isinstance(type, FloatType):
        return ite(args[0], 1.0, 0.0, type)
    raise TypeError(f"no operator {op.value} from bool to {type}")


def equal(a: TermValue, b: TermValue, type: Type) -> TermValue:
    """Whether two values of a non-pointer type are the same; floats by their bits (NaN is NaN, -0.0 is not 0.0)."""
    if isinstance(type, IntType):
        return compare.same_int(a, b, type.width)
    if isinstance(type, FloatType):
        return compare.same_float(a, b, type.width)
    if isinstance(type, BoolType):
        return compare.same_truth(a, b)
    raise TypeError(f"values of type {type} are not terms")


def var(name: str, type: Type, lo: int | None = None, hi: int | None = None) -> Term:
    """An input of a non-pointer type; the same name, type and bounds give the same term.

    `lo` and `hi` (both included) bound an integer, read as unsigned. The builders rely on them, so whoever asks a
    solver must add `var_constraints`; the solvers of cudabmc.solver do.
    """
    assert (lo is None and hi is None) or isinstance(type, IntType)
    if isinstance(type, IntType):
        lo = lo or None
        hi = None if hi == (1 << type.width) - 1 else hi
        assert 0 <= (lo or 0) <= ((1 << type.width) - 1 if hi is None else hi) < 1 << type.width
    return make(Kind.VAR, sort_of(type), (), (name, lo, hi))
