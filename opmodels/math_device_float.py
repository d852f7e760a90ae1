"""Floating-point intrinsics of kernels (CUDA Math API, "Single / Double Precision Intrinsics").

All rounding modes are exact on known operands; on others those that do not round to nearest are so up to the last
place. The fast functions are those of math_device_fast.
"""

import math
from fractions import Fraction

from cudabmc.modelapi import BOOL, F32, F64, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, select
from opmodels.math_directed_rounding import compare_root, compare_with, directed, from_double
from opmodels.registry import pure_model

_MODES = ("rn", "rz", "ru", "rd")
_BINARY = {"add": Op.FADD, "sub": Op.FSUB, "mul": Op.FMUL, "div": Op.FDIV}


def _mode(ctx: ModelContext) -> str:
    return ctx.name.rpartition("_")[2]


def _fractions(*values: Value) -> list[Fraction] | None:
    """The operands if all of them are known numbers."""
    known = [Fraction(v) for v in values if isinstance(v, float) and math.isfinite(v)]
    return known if len(known) == len(values) else None


def _sum(ctx: ModelContext, nearest: Value, x: Value, y: Value, exact: Fraction | None) -> Value:
    """x + y in the rounding mode; what cancels is -0 when rounding down (IEEE 754, 6.3)."""
    if exact == 0 and _mode(ctx) == "rd" and (x != 0.0 or _sign(x) != _sign(y)):
        return -0.0
    result = directed(ctx, nearest, None if exact is None else compare_with(exact), _mode(ctx), ctx.ret_type)
    if _mode(ctx) != "rd" or isinstance(result, float):
        return result
    cancels = approximate(ctx, BOOL, f"the sign of a zero of {ctx.name} of unknown operands")
    zero = ctx.op(Op.FEQ, BOOL, nearest, 0.0, of=ctx.ret_type)
    return select(ctx, both(ctx, zero, cancels), -0.0, result, ctx.ret_type)


def _sign(x: Value) -> float:
    return math.copysign(1.0, x) if isinstance(x, float) else 1.0


def _operation(ctx: ModelContext) -> str:
    """`fadd_rn` and `dadd_rn` are `add`."""
    return ctx.name.removeprefix("__").split("_")[0][1:]


def _binary_signatures() -> list[str]:
    return [
        f"{ctype} __{letter}{name}_{mode}({ctype} x, {ctype} y)"
        for letter, ctype in (("f", "float"), ("d", "double"))
        for name in _BINARY
        for mode in _MODES
    ]


@pure_model(*_binary_signatures(), host=False)
def rounded_binary(ctx: ModelContext, x: Value, y: Value) -> Value:
    """+ - * / that are never contracted to an fma."""
    name = _operation(ctx)
    if name == "mul" and ctx.ret_type == F32:  # the product of two floats is exact in double
        wide = (ctx.op(Op.FPCAST, F64, v, of=F32) for v in (x, y))
        return from_double(ctx, ctx.op(Op.FMUL, F64, *wide), _mode(ctx))
    nearest = ctx.op(_BINARY[name], ctx.ret_type, x, y)
    known = _fractions(x, y)
    if known is None and name in ("add", "sub"):
        return _sum(ctx, nearest, x, y, None)
    if known is None or (name == "div" and known[1] == 0):
        return directed(ctx, nearest, None, _mode(ctx), ctx.ret_type)
    a, b = known
    if name in ("add", "sub"):
        other = y if name == "add" else ctx.op(Op.FNEG, ctx.ret_type, y)
        return _sum(ctx, nearest, x, other, a + b if name == "add" else a - b)
    return directed(ctx, nearest, compare_with(a * b if name == "mul" else a / b), _mode(ctx), ctx.ret_type)


@pure_model(
    *(f"float __fmaf_{mode}(float x, float y, float z)" for mode in _MODES),
    *(f"float __fmaf_ieee_{mode}(float x, float y, float z)" for mode in _MODES),
    *(f"double __fma_{mode}(double x, double y, double z)" for mode in _MODES),
    host=False,
)
def rounded_fma(ctx: ModelContext, x: Value, y: Value, z: Value) -> Value:
    """x * y + z, rounded once; the forms with ieee ignore what -ftz says."""
    nearest = ctx.op(Op.FMA, ctx.ret_type, x, y, z)
    known = _fractions(x, y, z)
    if known is None:
        return _sum(ctx, nearest, x, y, None)
    a, b, c = known
    product = math.copysign(0.0 if a * b == 0 else 1.0, _sign(x) * _sign(y))
    return _sum(ctx, nearest, product, z, a * b + c)


def _unary_signatures(name: str) -> list[str]:
    return [f"{t} __{letter}{name}_{mode}({t} x)" for letter, t in (("f", "float"), ("d", "double")) for mode in _MODES]


@pure_model(*_unary_signatures("sqrt"), host=False)
def rounded_sqrt(ctx: ModelContext, x: Value) -> Value:
    """The square root."""
    known = _fractions(x)
    exact = compare_root(known[0]) if known and known[0] > 0 else None
    return directed(ctx, ctx.op(Op.FSQRT, ctx.ret_type, x), exact, _mode(ctx), ctx.ret_type)


@pure_model(*_unary_signatures("rcp"), host=False)
def rounded_reciprocal(ctx: ModelContext, x: Value) -> Value:
    """1 / x."""
    known = _fractions(x)
    exact = compare_with(1 / known[0]) if known and known[0] else None
    return directed(ctx, ctx.op(Op.FDIV, ctx.ret_type, 1.0, x), exact, _mode(ctx), ctx.ret_type)


@pure_model("float __frsqrt_rn(float x)", host=False)
def rounded_rsqrt(ctx: ModelContext, x: Value) -> Value:
    """1 / sqrt(x), computed in double and rounded."""
    root = ctx.op(Op.FSQRT, F64, ctx.op(Op.FPCAST, F64, x, of=F32))
    return ctx.op(Op.FPCAST, F32, ctx.op(Op.FDIV, F64, 1.0, root), of=F64)


@pure_model("float __saturatef(float x)", host=False)
def saturate(ctx: ModelContext, x: Value) -> Value:
    """Clamped to [0, 1]; NaN gives 0."""
    above = ctx.op(Op.FLT, BOOL, 1.0, x, of=F32)
    inside = both(ctx, ctx.op(Op.FLT, BOOL, 0.0, x, of=F32), ctx.op(Op.FLE, BOOL, x, 1.0, of=F32))
    return select(ctx, above, 1.0, select(ctx, inside, x, 0.0, F32), F32)
