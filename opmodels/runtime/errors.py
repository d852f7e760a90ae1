"""Error handling: cudaGetLastError and kin (CUDA Runtime API, "Error Handling")."""

from cudabmc.modelapi import I8, I32, ModelContext, Space, Value
from opmodels.registry import model
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import CODES, LAST_ERROR, STICKY_ERROR

_NAMES = {code.number: code.name for code in CODES}
_TEXTS = {code.number: code.text for code in CODES}


@api("cudaError_t cudaGetLastError(void)", device=True)
def get_last_error(ctx: ModelContext) -> Value:
    """The last error; resets it to cudaSuccess unless it is sticky."""
    last = ctx.get(LAST_ERROR, 0)
    ctx.put(LAST_ERROR, ctx.get(STICKY_ERROR, 0), I32)
    return last


@api("cudaError_t cudaPeekAtLastError(void)", device=True)
def peek_at_last_error(ctx: ModelContext) -> Value:
    """The last error, which stays."""
    return ctx.get(LAST_ERROR, 0)


def constant_text(ctx: ModelContext, text: str) -> Value:
    """A pointer to a fresh constant with this text."""
    space = Space.DEVICE_GLOBAL if ctx.on_device else Space.HOST_GLOBAL
    pointer = ctx.allocate(len(text) + 1, space, f'"{text}"')
    for offset, char in enumerate(text + "\0"):
        ctx.store(ctx.add(pointer, offset), ord(char), I8)
    return pointer


@model("const char *cudaGetErrorString(cudaError_t error)")
def get_error_string(ctx: ModelContext, error: Value) -> Value:
    """The description of a code, or "unrecognized error code"."""
    return constant_text(ctx, _TEXTS.get(ctx.concretize(error, I32), "unrecognized error code"))


@model("const char *cudaGetErrorName(cudaError_t error)")
def get_error_name(ctx: ModelContext, error: Value) -> Value:
    """The enumerator of a code, or "unrecognized error code"."""
    return constant_text(ctx, _NAMES.get(ctx.concretize(error, I32), "unrecognized error code"))
