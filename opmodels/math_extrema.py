"""min, max (CUDA Math API, "Integer Mathematical Functions" and overloads; std::min, std::max), swap."""

from cudabmc.modelapi import F32, F64, PTR, FloatType, IntType, ModelContext, Op, Type, Value
from opmodels.libc.expression import select, slt, ult
from opmodels.math_arithmetic import arguments
from opmodels.registry import model

_SIGNED, _UNSIGNED = ("int", "long", "long long"), ("unsigned int", "unsigned long", "unsigned long long")


def _signatures(name: str) -> list[str]:
    found = [f"{t} {name}({t} a, {t} b)" for t in (*_SIGNED, *_UNSIGNED, "float", "double")]
    for signed, unsigned in zip(_SIGNED, _UNSIGNED, strict=True):
        found += [f"{unsigned} {name}({signed} a, {unsigned} b)", f"{unsigned} {name}({unsigned} a, {signed} b)"]
    found += [f"double {name}(float a, double b)", f"double {name}(double a, float b)"]
    return found


def _prefixed(name: str) -> list[str]:
    return [
        f"{ctype} {prefix}{name}({ctype} a, {ctype} b)"
        for prefix, ctype in (("u", _UNSIGNED[0]), ("ll", _SIGNED[2]), ("ull", _UNSIGNED[2]))
    ]


def _is_signed(ctx: ModelContext) -> bool:
    """Are the arguments compared as signed? If one of them is unsigned, both are."""
    return not any("unsigned" in ctype for ctype in ctx.arg_ctypes)


def _less(ctx: ModelContext, a: Value, b: Value) -> Value:
    return slt(ctx, a, b, ctx.ret_type) if _is_signed(ctx) else ult(ctx, a, b, ctx.ret_type)


@model(*_signatures("min"), *_prefixed("min"))
def minimum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The smaller; of floats the number if the other is NaN, as fmin."""
    if isinstance(ctx.ret_type, FloatType):
        return ctx.op(Op.FMIN, ctx.ret_type, *arguments(ctx, a, b))
    return select(ctx, _less(ctx, b, a), b, a, ctx.ret_type)


@model(*_signatures("max"), *_prefixed("max"))
def maximum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The greater; of floats the number if the other is NaN, as fmax."""
    if isinstance(ctx.ret_type, FloatType):
        return ctx.op(Op.FMAX, ctx.ret_type, *arguments(ctx, a, b))
    return select(ctx, _less(ctx, a, b), b, a, ctx.ret_type)


_SWAPPED: dict[str, Type] = {
    "char": IntType(8), "signed char": IntType(8), "unsigned char": IntType(8), "bool": IntType(8),
    "short": IntType(16), "unsigned short": IntType(16), "int": IntType(32), "unsigned int": IntType(32),
    "long": IntType(64), "unsigned long": IntType(64), "long long": IntType(64), "unsigned long long": IntType(64),
    "float": F32, "double": F64,
    **{f"{t} *": PTR for t in ("char", "int", "unsigned int", "float", "double", "void")},
}  # fmt: skip


@model(*(f"void swap({t} &a, {t} &b)" for t in _SWAPPED))
def swap(ctx: ModelContext, a: Value, b: Value) -> None:
    """std::swap of scalars."""
    type = _type_of(ctx)
    old = ctx.load(a, type)
    ctx.store(a, ctx.load(b, type), type)
    ctx.store(b, old, type)


def _type_of(ctx: ModelContext) -> Type:
    """What the references refer to, however the front end spells a reference."""
    ctype = " ".join(ctx.arg_ctypes[0].replace("&", " ").replace("*", " * ").split())
    return _SWAPPED[ctype] if "&" in ctx.arg_ctypes[0] else _SWAPPED[ctype.removesuffix(" *")]
