"""Rounding to integral values (C11 7.12.9), exact on constants and terms."""

from cudabmc.modelapi import ModelContext, Op, Value
from opmodels.math_overloads import unary
from opmodels.registry import pure_model

_ROUNDINGS = {
    "floor": Op.FFLOOR, "ceil": Op.FCEIL, "trunc": Op.FTRUNC, "round": Op.FROUND,
    "rint": Op.FRINT, "nearbyint": Op.FRINT,
}  # fmt: skip
_TO_INTEGER = {"lround": ("long", Op.FROUND), "llround": ("long long", Op.FROUND),
               "lrint": ("long", Op.FRINT), "llrint": ("long long", Op.FRINT)}  # fmt: skip


def without_suffix(name: str, known: dict[str, Op]) -> str:
    """The name of the function for double: floorf is floor."""
    return name if name in known else name.removesuffix("f")


@pure_model(*(s for name in _ROUNDINGS for s in unary(name)))
def round_to_integral(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.9.1 to 7.12.9.6 and 7.12.9.8; the rounding mode is to nearest."""
    return ctx.op(_ROUNDINGS[without_suffix(ctx.name, _ROUNDINGS)], ctx.ret_type, x)


@pure_model(*(s for name, (ctype, _) in _TO_INTEGER.items() for s in unary(name, ctype)))
def round_to_integer(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.9.5 and 7.12.9.7."""
    type = ctx.arg_types[0]
    name = ctx.name if ctx.name in _TO_INTEGER else ctx.name.removesuffix("f")
    return ctx.op(Op.FPTOSI, ctx.ret_type, ctx.op(_TO_INTEGER[name][1], type, x), of=type)
