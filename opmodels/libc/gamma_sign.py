"""signgam, to which lgamma() and lgammaf() of the host set the sign of Gamma(x) (POSIX, lgamma).

They do so in a program that looks at it (`opmodels/library_variables.py`). In any other one they are functions of their
argument alone, and threads of the host may call them beside each other.
"""

import math

from cudabmc.modelapi import BOOL, I32, PTR, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import either, eq
from opmodels.libc.hidden_int import hidden_int
from opmodels.math_transcendental import evaluate
from opmodels.registry import macro, model

_KEY = "libc:signgam"
_PLUS, _MINUS = 1, (1 << 32) - 1

macro("signgam", "(*__cudabmc_signgam())")


@model("int *__cudabmc_signgam(void)", device=False)
def location(ctx: ModelContext) -> Value:
    """The address that the macro signgam dereferences; the object is made when first asked for."""
    return hidden_int(ctx, _KEY, "signgam")


@model("void __cudabmc_signgam_at(int *place)", device=False)
def lies_at(ctx: ModelContext, place: Value) -> None:
    """The program has the variable itself."""
    ctx.put(_KEY, place, PTR)


@model(
    "double __cudabmc_lgamma(double x)", "float __cudabmc_lgamma(float x)", "float __cudabmc_lgammaf(float x)",
    device=False,
)  # fmt: skip
def lgamma(ctx: ModelContext, x: Value) -> Value:
    """POSIX, lgamma: also sets signgam."""
    place = location(ctx)
    ctx.store(place, _sign(ctx, x), I32)
    return evaluate(ctx, "lgamma", x, ctx.ret_type)


@model("double lgamma_r(double x, int *signp)", "float lgammaf_r(float x, int *signp)", device=False)
def lgamma_r(ctx: ModelContext, x: Value, signp: Value) -> Value:
    """lgamma(3): the sign goes to where the second argument points."""
    ctx.store(signp, _sign(ctx, x), I32)
    return evaluate(ctx, "lgamma", x, ctx.ret_type)


def _sign(ctx: ModelContext, x: Value) -> Value:
    """The sign of Gamma(x). Of a pole but -0.0 and of NaN it is that of glibc, 1; POSIX leaves it open."""
    if isinstance(x, float):
        return _MINUS if _is_negative(x) else _PLUS
    sign = approximate(ctx, I32, "the sign of gamma of an unknown argument")
    ctx.constrain(either(ctx, eq(ctx, sign, _PLUS), eq(ctx, sign, _MINUS)))
    positive = ctx.op(Op.FLT, BOOL, 0.0, x, of=ctx.arg_types[0])
    ctx.constrain(either(ctx, ctx.op(Op.NOT, BOOL, positive), eq(ctx, sign, _PLUS)))
    return sign


def _is_negative(x: float) -> bool:
    if x == 0.0:
        return math.copysign(1.0, x) < 0
    below = math.floor(x) if math.isfinite(x) else x
    return x < 0 and x != below and below % 2 == 1
