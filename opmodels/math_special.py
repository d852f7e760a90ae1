"""Special functions: inverse error functions and Bessel functions (CUDA Math API, "Double Precision Mathematical
Functions"; POSIX j0, y0 and kin). Of unknown arguments the results are arbitrary within the function's range."""

import math
from collections.abc import Callable

from cudabmc.modelapi import BOOL, F32, F64, I32, ModelContext, Op, Type, Value
from opmodels import math_special_known as known
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import both, either, negation
from opmodels.libc.twos_complement import signed
from opmodels.math_arithmetic import converted
from opmodels.math_overloads import unary
from opmodels.math_transcendental import INF, NOTE, Bounds, between
from opmodels.registry import model, pure_model

_INVERSES: dict[str, tuple[Callable[[float], float], Bounds]] = {
    "erfinv": (known.erfinv, Bounds(first=-1.0, last=1.0)),
    "erfcinv": (known.erfcinv, Bounds(first=0.0, last=2.0)),
    "erfcx": (known.erfcx, Bounds(0.0)),
    "normcdfinv": (known.normcdfinv, Bounds(first=0.0, last=1.0)),
}


def _within(ctx: ModelContext, limits: Bounds, x: Value, type: Type) -> Value:
    """An arbitrary result: within the range for arguments of the domain, NaN for others."""
    result = approximate(ctx, type, f"{ctx.name} of an unknown argument")
    defined = between(ctx, limits.first, x, limits.last, type)
    value = between(ctx, limits.low, result, limits.high, type)
    not_a_number = ctx.op(Op.FISNAN, BOOL, result, of=type)
    ctx.constrain(either(ctx, both(ctx, defined, value), both(ctx, negation(ctx, defined), not_a_number)))
    return result


@pure_model(*(s for name in _INVERSES for s in unary(name)))
def inverse(ctx: ModelContext, x: Value) -> Value:
    """CUDA Math API: erfinv, erfcinv, erfcx, normcdfinv."""
    function, limits = _INVERSES[ctx.name if ctx.name in _INVERSES else ctx.name.removesuffix("f")]
    if isinstance(x, float):
        ctx.note(NOTE)
        return converted(ctx, function(x), F64, ctx.ret_type)
    return _within(ctx, limits, x, ctx.ret_type)


def _bessel(ctx: ModelContext, n: int | None, x: Value, *, modified: bool = False) -> Value:
    """Of the first kind: in [-1, 1], the modified one of order 0 from 1 on."""
    if isinstance(x, float) and n is not None:
        ctx.note(NOTE)
        value = known.bessel_i(n, x) if modified else known.bessel_j(n, x)
        if value is not None:
            return converted(ctx, value, F64, ctx.ret_type)
    limits = Bounds(1.0 if n == 0 else -INF) if modified else Bounds(-1.0, 1.0)
    return _within(ctx, limits, x, ctx.ret_type)


@pure_model(*(s for n in (0, 1) for s in unary(f"j{n}")))
def first_kind(ctx: ModelContext, x: Value) -> Value:
    """POSIX."""
    return _bessel(ctx, int(ctx.name[1]), x)


@pure_model("double jn(int n, double x)", "float jnf(int n, float x)", "float jn(int n, float x)")
def first_kind_of_order(ctx: ModelContext, n: Value, x: Value) -> Value:
    """POSIX; CUDA gives NaN for a negative order, the C library of the host does not."""
    order = signed(n, 32) if isinstance(n, int) else None
    if order is not None and order < 0 and ctx.on_device:
        return math.nan
    if order is None and ctx.on_device:
        result = approximate(ctx, ctx.ret_type, f"{ctx.name} of an unknown order")
        inside = between(ctx, -1.0, result, 1.0, ctx.ret_type)
        ctx.constrain(either(ctx, inside, ctx.op(Op.FISNAN, BOOL, result, of=ctx.ret_type)))
        return result
    return _bessel(ctx, order, x)


@pure_model(*(s for n in (0, 1) for s in unary(f"cyl_bessel_i{n}")))
def modified(ctx: ModelContext, x: Value) -> Value:
    """CUDA Math API: the regular modified cylindrical Bessel functions of order 0 and 1."""
    return _bessel(ctx, int(ctx.name.removesuffix("f")[-1]), x, modified=True)


@model(
    *(s for n in (0, 1) for s in unary(f"y{n}")), "double yn(int n, double x)", "float ynf(int n, float x)",
    "float yn(int n, float x)",
)  # fmt: skip
def second_kind(ctx: ModelContext, *arguments: Value) -> Value:
    """POSIX: NaN below zero, minus infinity at zero, else arbitrary, even for a known argument."""
    x, type = arguments[-1], ctx.ret_type
    if x == 0.0:
        return -INF
    if isinstance(x, float) and not x > 0.0:
        return math.nan
    if isinstance(x, float):
        x = ctx.op(Op.FADD, type, x, 0.0)
    result = ctx.nondet(type, f"{ctx.name}()")
    ctx.note(f"approximated: {ctx.name} is arbitrary")
    negative = ctx.op(Op.FLT, BOOL, x, 0.0, of=type)
    not_a_number = ctx.op(Op.FISNAN, BOOL, result, of=type)
    unordered = ctx.op(Op.FISNAN, BOOL, x, of=type)
    number = between(ctx, -INF, result, 1.0, type) if len(arguments) == 1 else negation(ctx, not_a_number)
    ctx.constrain(either(ctx, both(ctx, either(ctx, negative, unordered), not_a_number),
                      both(ctx, negation(ctx, either(ctx, negative, unordered)), number)))  # fmt: skip
    return result


@model("double norm(int dim, const double *p)", "float normf(int dim, const float *p)",
       "double rnorm(int dim, const double *p)", "float rnormf(int dim, const float *p)")  # fmt: skip
def length_of_array(ctx: ModelContext, dim: Value, p: Value) -> Value:
    """CUDA Math API: the length of a vector, or one divided by it; summed in double, for float exact but for the
    last place."""
    count, type = signed(ctx.concretize(dim, I32), 32), ctx.ret_type
    ctx.note(NOTE)
    total: Value = 0.0
    for i in range(max(count, 0)):
        x = converted(ctx, ctx.load(ctx.add(p, i * type.size), type), type, F64)
        total = ctx.op(Op.FADD, F64, total, ctx.op(Op.FMUL, F64, x, x))
    root = ctx.op(Op.FSQRT, F64, total)
    if ctx.name.startswith("r"):
        root = ctx.op(Op.FDIV, F64, 1.0, root)
    return converted(ctx, root, F64, type) if type == F32 else root
