"""Constant folding while the GOTO program is built: this is what makes `int a[2 * N]` a constant.

Only what cannot go wrong is folded: an operation whose checks would fire stays in the program.
"""

import math
import operator
import struct
from collections.abc import Callable

from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const, Operand, Symbol
from cudabmc.goto.types import BOOL, F32, I64, PTR, FloatType, IntType, Type


def fold(op: Op, args: tuple[Operand, ...], type: Type, of: Type, checks: Checks) -> Operand | None:
    """The constant value or the unchanged operand that the operation is equal to, or None."""
    if op is Op.COPY:
        return args[0]
    if op is Op.SELECT:
        return (args[1] if args[0].value else args[2]) if isinstance(args[0], Const) else None
    if op in _POINTER:
        return _POINTER[op](args)
    if all(isinstance(a, Const) for a in args):
        values = [a.value for a in args if isinstance(a, Const)]
        if op in _CONVERSIONS:
            return _convert(op, values[0], type, of)
        if isinstance(of, FloatType):
            return _fold_float(op, values, type, of, checks)
        if isinstance(of, IntType) or of == BOOL:
            return _fold_integer(op, [int(v) for v in values], type, of, checks)
    return _neutral(op, args)


def _neutral(op: Op, args: tuple[Operand, ...]) -> Operand | None:
    if len(args) == 2 and isinstance(args[1], Const) and not isinstance(args[1].value, float):
        if op in (Op.ADD, Op.SUB, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR) and args[1].value == 0:
            return args[0]
        if op in (Op.MUL, Op.SDIV, Op.UDIV) and args[1].value == 1 and args[1].type != BOOL:
            return args[0]
    return None


# ---------------------------------------------------------------- integers


def to_signed(value: int, width: int) -> int:
    """The value of a bit pattern in two's complement."""
    return value - (1 << width) if value >> (width - 1) else value


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _remainder(a: int, b: int) -> int:
    return a - b * _divide(a, b)


_SIGNED: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.SDIV: _divide,
    Op.SREM: _remainder,
    Op.SLT: operator.lt,
    Op.SLE: operator.le,
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.ASHR: operator.rshift,
    Op.SHL: operator.lshift,
}
_UNSIGNED: dict[Op, Callable[[int, int], int]] = {
    Op.UDIV: operator.floordiv,
    Op.UREM: operator.mod,
    Op.AND: operator.and_,
    Op.OR: operator.or_,
    Op.XOR: operator.xor,
    Op.LSHR: operator.rshift,
    Op.ULT: operator.lt,
    Op.ULE: operator.le,
}


def _fold_integer(op: Op, values: list[int], type: Type, of: Type, checks: Checks) -> Const | None:
    width = 1 if of == BOOL else of.width  # type: ignore[union-attr]
    mask = (1 << width) - 1
    if op is Op.NOT:
        return _result(~values[0] & mask, type)
    signed = [to_signed(v, width) if of != BOOL else v for v in values]
    if op is Op.NEG:
        return _checked(-signed[0], type, width, checks)
    if op in (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM) and values[1] == 0:
        return None
    if op in (Op.SHL, Op.LSHR, Op.ASHR) and not 0 <= signed[1] < width:
        return None
    if op in (Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.SREM):
        return _checked(_SIGNED[op](signed[0], signed[1]), type, width, checks)
    if op is Op.SHL:
        return _result((values[0] << values[1]) & mask, type)
    if op in _SIGNED:
        return _result(_SIGNED[op](signed[0], signed[1]) & mask, type)
    if op in _UNSIGNED:
        return _result(_UNSIGNED[op](values[0], values[1]) & mask, type)
    return None


def _checked(signed: int, type: Type, width: int, checks: Checks) -> Const | None:
    """Unsigned constants wrap on purpose: -1u."""
    if Checks.SIGNED_OVERFLOW in checks and not -(1 << (width - 1)) <= signed < 1 << (width - 1):
        return None
    return _result(signed & ((1 << width) - 1), type)


def _result(value: int, type: Type) -> Const:
    return Const(bool(value), BOOL) if type == BOOL else Const(value, type)


# ---------------------------------------------------------------- floats


def round_to(value: float, type: Type) -> float:
    """Round to the format of a float type; what is too large becomes infinite."""
    if type == F32:
        try:
            return float(struct.unpack("<f", struct.pack("<f", value))[0])
        except OverflowError:
            return math.copysign(math.inf, value)
    if isinstance(type, FloatType) and type.width == 16:
        try:
            return float(struct.unpack("<e", struct.pack("<e", value))[0])
        except OverflowError:
            return math.copysign(math.inf, value)
    return value


_FLOAT: dict[Op, Callable[[float, float], float]] = {
    Op.FADD: operator.add,
    Op.FSUB: operator.sub,
    Op.FMUL: operator.mul,
    Op.FDIV: operator.truediv,
}
_FLOAT_COMPARE: dict[Op, Callable[[float, float], bool]] = {
    Op.FEQ: operator.eq,
    Op.FNE: operator.ne,
    Op.FLT: operator.lt,
    Op.FLE: operator.le,
}


def _fold_float(op: Op, values: list[bool | int | float], type: Type, of: Type, checks: Checks) -> Const | None:
    if op in _FLOAT_COMPARE:
        return Const(_FLOAT_COMPARE[op](values[0], values[1]), BOOL)
    if op is Op.FNEG:
        return Const(-values[0], type)
    if op not in _FLOAT:
        return None
    a, b = float(values[0]), float(values[1])
    result = _by_zero(a, b) if op is Op.FDIV and b == 0 else _FLOAT[op](a, b)
    if math.isnan(result) and Checks.NAN in checks and not (math.isnan(a) or math.isnan(b)):
        return None
    # Rounding twice (to double, then to float) is exact for these operations: 53 >= 2 * 24 + 2.
    return Const(round_to(result, of), type)


def _by_zero(a: float, zero: float) -> float:
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, zero)


# ---------------------------------------------------------------- conversions

_CONVERSIONS = {
    Op.TRUNC, Op.ZEXT, Op.SEXT, Op.SITOFP, Op.UITOFP, Op.FPTOSI, Op.FPTOUI, Op.FPCAST, Op.PTRTOINT, Op.INTTOPTR,
}  # fmt: skip


def _convert(op: Op, value: bool | int | float, type: Type, of: Type) -> Const | None:
    if op in (Op.FPTOSI, Op.FPTOUI):
        return _float_to_int(op, float(value), type)
    if op is Op.FPCAST:
        return Const(round_to(float(value), type), type)
    whole = int(value)
    if op in (Op.SEXT, Op.SITOFP):
        whole = to_signed(whole, of.width)  # type: ignore[union-attr]
    if op in (Op.SITOFP, Op.UITOFP):
        return Const(round_to(float(whole if type.size == 8 else _shortened(whole)), type), type)
    if isinstance(type, IntType):
        return Const(whole & ((1 << type.width) - 1), type)
    return Const(whole, type)


def _shortened(whole: int) -> int:
    """An integer that is a double and rounds to a shorter float as `whole` does: the last of 53 bits tells that
    there were more."""
    rest = abs(whole).bit_length() - 52
    if rest <= 0:
        return whole
    kept = abs(whole) >> rest << 1 | (abs(whole) & ((1 << rest) - 1) != 0)
    return (kept << (rest - 1)) * (1 if whole > 0 else -1)


def _float_to_int(op: Op, value: float, type: Type) -> Const | None:
    width = type.width  # type: ignore[union-attr]
    if not math.isfinite(value):
        return None
    whole = int(value)
    low, high = (0, 1 << width) if op is Op.FPTOUI else (-(1 << (width - 1)), 1 << (width - 1))
    return Const(whole & ((1 << width) - 1), type) if low <= whole < high else None


# ---------------------------------------------------------------- pointers


def _add(args: tuple[Operand, ...]) -> Operand | None:
    base, offset = args
    if not isinstance(offset, Const):
        return None
    distance = to_signed(int(offset.value), 64)
    if distance == 0:
        return base
    if isinstance(base, Symbol):
        return Symbol(base.name, base.offset + distance)
    if isinstance(base, Const):
        return Const((int(base.value) + distance) % (1 << 64), PTR)
    return None


def _difference(args: tuple[Operand, ...]) -> Operand | None:
    a, b = args
    if isinstance(a, Symbol) and isinstance(b, Symbol) and a.name == b.name:
        return Const((a.offset - b.offset) % (1 << 64), I64)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const((int(a.value) - int(b.value)) % (1 << 64), I64)
    return None


def _equal(args: tuple[Operand, ...]) -> bool | None:
    a, b = args
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if isinstance(a, Symbol) and isinstance(b, Symbol) and a.name == b.name:
        return a.offset == b.offset
    if isinstance(a, Symbol) and isinstance(b, Const) and b.value == 0 and a.offset == 0:
        return False
    return None


def _pointer_equal(args: tuple[Operand, ...]) -> Operand | None:
    known = _equal(args)
    return None if known is None else Const(known, BOOL)


def _pointer_unequal(args: tuple[Operand, ...]) -> Operand | None:
    known = _equal(args)
    return None if known is None else Const(not known, BOOL)


_POINTER: dict[Op, Callable[[tuple[Operand, ...]], Operand | None]] = {
    Op.PTRADD: _add,
    Op.PTRDIFF: _difference,
    Op.PTREQ: _pointer_equal,
    Op.PTRNE: _pointer_unequal,
}
