"""Kinds of floating-point numbers (C11 7.12.3, 7.12.14)."""

import math

from cudabmc.modelapi import BOOL, F32, F64, I8, I32, ModelContext, Op, Value
from opmodels.libc.expression import both, either, from_truth, negation, select
from opmodels.math_overloads import predicate
from opmodels.registry import macro, model, pure_model


@pure_model(*predicate("isnan"), *predicate("__isnan"))
def isnan(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.4."""
    return from_truth(ctx, ctx.op(Op.FISNAN, BOOL, x, of=ctx.arg_types[0]))


@pure_model(*predicate("isinf"), *predicate("__isinf"))
def isinf(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.3; glibc has -1 for -inf, C++ and CUDA 1."""
    return from_truth(ctx, ctx.op(Op.FISINF, BOOL, x, of=ctx.arg_types[0]))


@pure_model(*predicate("isfinite"), "int finite(double x)", "int finitef(float x)")
def isfinite(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.2."""
    type = ctx.arg_types[0]
    special = either(ctx, ctx.op(Op.FISNAN, BOOL, x, of=type), ctx.op(Op.FISINF, BOOL, x, of=type))
    return from_truth(ctx, negation(ctx, special))


@pure_model(*predicate("isnormal"))
def isnormal(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.5."""
    type = ctx.arg_types[0]
    size = ctx.op(Op.FABS, type, x)
    least = math.ldexp(1.0, -1022 if type == F64 else -126)
    return from_truth(
        ctx, both(ctx, ctx.op(Op.FLE, BOOL, least, size, of=type), ctx.op(Op.FLT, BOOL, size, math.inf, of=type))
    )


_KINDS = {"FP_NAN": 0, "FP_INFINITE": 1, "FP_ZERO": 2, "FP_SUBNORMAL": 3, "FP_NORMAL": 4}
for _name, _number in _KINDS.items():
    macro(_name, str(_number))


@pure_model(*predicate("fpclassify"), device=False)
def fpclassify(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.1, with glibc's numbers."""
    type = ctx.arg_types[0]
    size = ctx.op(Op.FABS, type, x)
    least = math.ldexp(1.0, -1022 if type == F64 else -126)
    kind = select(ctx, ctx.op(Op.FLT, BOOL, size, least, of=type), _KINDS["FP_SUBNORMAL"], _KINDS["FP_NORMAL"], I32)
    kind = select(ctx, ctx.op(Op.FEQ, BOOL, x, 0.0, of=type), _KINDS["FP_ZERO"], kind, I32)
    kind = select(ctx, ctx.op(Op.FISINF, BOOL, x, of=type), _KINDS["FP_INFINITE"], kind, I32)
    return select(ctx, ctx.op(Op.FISNAN, BOOL, x, of=type), _KINDS["FP_NAN"], kind, I32)


@pure_model(*predicate("signbit"))
def signbit(ctx: ModelContext, x: Value) -> Value:
    """C11 7.12.3.6."""
    return from_truth(ctx, ctx.op(Op.FSIGNBIT, BOOL, x, of=ctx.arg_types[0]))


@model("double nan(const char *tagp)", "float nanf(const char *tagp)")
def nan(ctx: ModelContext, tagp: Value) -> Value:
    """C11 7.12.11.2; the payload is not kept."""
    ctx.load(tagp, I8)
    assert ctx.ret_type in (F32, F64)
    return math.nan


_COMPARISONS = {
    "isgreater": (Op.FLT, True), "isgreaterequal": (Op.FLE, True),
    "isless": (Op.FLT, False), "islessequal": (Op.FLE, False),
}  # fmt: skip


@pure_model(*(f"int {name}({t} x, {t} y)" for name in _COMPARISONS for t in ("double", "float")))
def compare(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.14.1 to 7.12.14.4."""
    op, swapped = _COMPARISONS[ctx.name]
    return from_truth(ctx, ctx.op(op, BOOL, *((y, x) if swapped else (x, y)), of=ctx.arg_types[0]))


@pure_model(*(f"int isunordered({t} x, {t} y)" for t in ("double", "float")))
def isunordered(ctx: ModelContext, x: Value, y: Value) -> Value:
    """C11 7.12.14.6."""
    return from_truth(ctx, either(ctx, *(ctx.op(Op.FISNAN, BOOL, v, of=ctx.arg_types[0]) for v in (x, y))))
