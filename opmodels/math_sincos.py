"""sine and cosine at once (CUDA Math API, GNU)."""

from cudabmc.modelapi import F32, F64, ModelContext, Type, Value
from opmodels.registry import model


def _store_both(ctx: ModelContext, x: Value, sptr: Value, cptr: Value, signatures: tuple[str, str], type: Type) -> None:
    sine, cosine = (ctx.applied(signature, type, x) for signature in signatures)
    ctx.store(sptr, sine, type)
    ctx.store(cptr, cosine, type)


def _both(sine: str, cosine: str) -> dict[Type, tuple[str, str]]:
    return {
        F32: (f"float {sine}f(float x)", f"float {cosine}f(float x)"),
        F64: (f"double {sine}(double x)", f"double {cosine}(double x)"),
    }


_WAVES = _both("sin", "cos")
_WAVES_OF_PI = _both("sinpi", "cospi")


@model(
    "void sincos(double x, double *sptr, double *cptr)", "void sincosf(float x, float *sptr, float *cptr)",
    "void sincos(float x, float *sptr, float *cptr)",
)  # fmt: skip
def sincos(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """sin and cos of x."""
    _store_both(ctx, x, sptr, cptr, _WAVES[ctx.arg_types[0]], ctx.arg_types[0])


@model("void sincospi(double x, double *sptr, double *cptr)", "void sincospif(float x, float *sptr, float *cptr)")
def sincospi(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """sin and cos of pi * x."""
    _store_both(ctx, x, sptr, cptr, _WAVES_OF_PI[ctx.arg_types[0]], ctx.arg_types[0])


@model("void __sincosf(float x, float *sptr, float *cptr)", host=False)
def fast_sincos(ctx: ModelContext, x: Value, sptr: Value, cptr: Value) -> None:
    """The fast intrinsic."""
    _store_both(ctx, x, sptr, cptr, ("float __sinf(float x)", "float __cosf(float x)"), F32)
