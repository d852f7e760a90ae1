"""Conversions and bit casts of kernels (CUDA Math API, "Type Casting Intrinsics").

To integers they saturate. NaN becomes 0, and the most negative or middle number where the source is
double or the target has 64 bits (PTX ISA, cvt).
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, IntType, ModelContext, Op, Value
from opmodels.libc.expression import narrow, select, widen
from opmodels.math_directed_rounding import compare_with, directed, from_double
from opmodels.registry import pure_model

_ROUNDING = {"rn": Op.FRINT, "rz": Op.FTRUNC, "ru": Op.FCEIL, "rd": Op.FFLOOR}


@dataclass(frozen=True, slots=True)
class NumberType:
    """A type as the names of the intrinsics spell it."""

    ctype: str
    type: IntType | FloatType
    signed: bool = True


_FLOATS = {"float": NumberType("float", F32), "double": NumberType("double", F64)}
_INTEGERS = {
    "int": NumberType("int", I32), "uint": NumberType("unsigned int", I32, signed=False),
    "ll": NumberType("long long", I64), "ull": NumberType("unsigned long long", I64, signed=False),
}  # fmt: skip
_KINDS = {**_FLOATS, **_INTEGERS}


def _signatures(sources: dict[str, NumberType], targets: dict[str, NumberType]) -> list[str]:
    return [
        f"{target.ctype} __{a}2{b}_{mode}({source.ctype} x)"
        for a, source in sources.items()
        for b, target in targets.items()
        for mode in _ROUNDING
        if a != b and (mode == "rn" or (source.type, target.type) != (I32, F64))  # an int in a double is exact
    ]


def _decoded(name: str) -> tuple[NumberType, NumberType, str]:
    """Source, target and rounding mode of `__float2int_rz`."""
    types, mode = name.removeprefix("__").split("_")
    source, target = types.split("2")
    return _KINDS[source], _KINDS[target], mode


@pure_model(*_signatures(_FLOATS, _INTEGERS), host=False)
def float_to_integer(ctx: ModelContext, x: Value) -> Value:
    """Rounds, then saturates."""
    source, target, mode = _decoded(ctx.name)
    of, type = source.type, target.type
    assert isinstance(type, IntType)
    width = type.width
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if target.signed else (0, (1 << width) - 1)
    rounded = ctx.op(_ROUNDING[mode], of, x)
    converted = ctx.op(Op.FPTOSI if target.signed else Op.FPTOUI, type, rounded, of=of)
    below = ctx.op(Op.FLE, BOOL, rounded, float(low), of=of)
    above = ctx.op(Op.FLE, BOOL, math.ldexp(1.0, high.bit_length()), rounded, of=of)
    result = select(ctx, above, high, select(ctx, below, low & ((1 << width) - 1), converted, type), type)
    nan = 1 << (width - 1) if of == F64 or width == 64 else 0
    return select(ctx, ctx.op(Op.FISNAN, BOOL, x, of=of), nan, result, type)


@pure_model(*_signatures(_INTEGERS, _FLOATS), "float __double2float_rn(double x)", "float __double2float_rz(double x)",
       "float __double2float_ru(double x)", "float __double2float_rd(double x)", host=False)  # fmt: skip
def to_float(ctx: ModelContext, x: Value) -> Value:
    """Rounds; what a double holds exactly is exact on terms, too."""
    source, target, mode = _decoded(ctx.name)
    if source.type == F64:
        return from_double(ctx, x, mode)
    op = Op.SITOFP if source.signed else Op.UITOFP
    if source.type == I32:
        wide = ctx.op(op, F64, x, of=I32)
        return wide if target.type == F64 else from_double(ctx, wide, mode)
    nearest = ctx.op(op, ctx.ret_type, x, of=I64)
    exact = None
    if isinstance(x, int):
        exact = compare_with(Fraction(x - (1 << 64) if source.signed and x >> 63 else x))
    return directed(ctx, nearest, exact, mode, ctx.ret_type)


@pure_model(
    "int __float_as_int(float x)", "unsigned int __float_as_uint(float x)",
    "float __int_as_float(int x)", "float __uint_as_float(unsigned int x)",
    "long long __double_as_longlong(double x)", "double __longlong_as_double(long long x)",
    host=False, same_bits=True,
)  # fmt: skip
def bit_cast(ctx: ModelContext, x: Value) -> Value:
    """The same bits."""
    return ctx.op(Op.BITCAST, ctx.ret_type, x, of=ctx.arg_types[0])


@pure_model("double __hiloint2double(int hi, int lo)", host=False)
def from_halves(ctx: ModelContext, hi: Value, lo: Value) -> Value:
    """The double of these upper and lower bits."""
    high = ctx.op(Op.SHL, I64, widen(ctx, hi, I32, is_signed=False), 32)
    bits = ctx.op(Op.OR, I64, high, widen(ctx, lo, I32, is_signed=False))
    return ctx.op(Op.BITCAST, F64, bits, of=I64)


@pure_model("int __double2hiint(double x)", "int __double2loint(double x)", host=False)
def half(ctx: ModelContext, x: Value) -> Value:
    """The upper or lower bits of a double."""
    bits = ctx.op(Op.BITCAST, I64, x, of=F64)
    shift = 32 if ctx.name == "__double2hiint" else 0
    return narrow(ctx, ctx.op(Op.LSHR, I64, bits, shift), I64, I32)
