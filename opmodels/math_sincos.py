"""sine and cosine at once (CUDA Math API, GNU)."""

from cudabmc.modelapi import F32, F64, ModelContext, Type, Value
from opmodels.math_device_fast import NOTE, fast_wave
from opmodels.math_transcendental import evaluate
from opmodels.registry import model


def _store_both(ctx: ModelContext, x: Value, sptr: Value, cptr: Value, names: tuple[str, str], type: Type) -> None:
    sine, cosine = (evaluate(ctx, name, x, type) for name in names)
    ctx.store(sptr, sine, type)
    ctx.store(cptr, cosine, type)


@model(
    "void sincos(double x, double *sptr, double *cptr)", "void sincosf(float x, float *sptr, float *cptr)",
    "void sincos(float x, float *sptr, float *cptr)",
)  # fmt: skip
def sincos(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """sin and cos of x."""
    _store_both(ctx, x, sptr, cptr, ("sin", "cos"), F32 if ctx.arg_types[0] == F32 else F64)


@model("void sincospi(double x, double *sptr, double *cptr)", "void sincospif(float x, float *sptr, float *cptr)")
def sincospi(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """sin and cos of pi * x."""
    _store_both(ctx, x, sptr, cptr, ("sinpi", "cospi"), F32 if ctx.arg_types[0] == F32 else F64)


@model("void __sincosf(float x, float *sptr, float *cptr)", host=False)
def fast_sincos(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """The fast intrinsic."""
    ctx.note(NOTE)
    sine, cosine = fast_wave(ctx, "sin", x), fast_wave(ctx, "cos", x)
    ctx.store(sptr, sine, F32)
    ctx.store(cptr, cosine, F32)
