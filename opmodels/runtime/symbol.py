"""Device variables by name (CUDA Runtime API, cudaMemcpyToSymbol and kin).

The reference: `symbol` "is a variable that resides in global or constant memory space". The front
end passes the address of the variable (see `symbol_params` in the registry).
"""

from cudabmc.modelapi import I64, NULL, PTR, ModelContext, Space, Value
from opmodels.runtime.api import api
from opmodels.runtime.copy_direction import DEVICE
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.transfer import copy_checked


def _check_symbol(ctx: ModelContext, symbol: Value) -> None:
    """Require that `symbol` is a variable of the device."""
    space = ctx.space(symbol)
    if space is None:
        ctx.require(False, "api-misuse", f"{ctx.name} is given an address that is not a device variable")
    elif space not in DEVICE:
        text = f"{ctx.name} is given {ctx.object_name(symbol)}, which is a {_kind(space)} and not a device variable"
        ctx.require(False, "api-misuse", text)


def _kind(space: Space) -> str:
    return "host variable" if space in (Space.HOST_GLOBAL, Space.HOST_STACK) else f"piece of {space.value} memory"


@api(
    "cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset = 0, "
    "cudaMemcpyKind kind = cudaMemcpyHostToDevice)",
    "cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset, "
    "cudaMemcpyKind kind, cudaStream_t stream = 0)",
    symbol_params=(0,),
)
def memcpy_to_symbol(
    ctx: ModelContext, symbol: Value, source: Value, size: Value, offset: Value, kind: Value, stream: Value = NULL
) -> Value:
    """Copies `count` bytes to byte `offset` of a device variable."""
    _check_symbol(ctx, symbol)
    return copy_checked(ctx, ctx.add(symbol, offset), source, size, kind, stream)


@api(
    "cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset = 0, "
    "cudaMemcpyKind kind = cudaMemcpyDeviceToHost)",
    "cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset, "
    "cudaMemcpyKind kind, cudaStream_t stream = 0)",
    symbol_params=(1,),
)
def memcpy_from_symbol(
    ctx: ModelContext, target: Value, symbol: Value, size: Value, offset: Value, kind: Value, stream: Value = NULL
) -> Value:
    """Copies `count` bytes from byte `offset` of a device variable."""
    _check_symbol(ctx, symbol)
    return copy_checked(ctx, target, ctx.add(symbol, offset), size, kind, stream)


@api("cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)", symbol_params=(1,))
def get_symbol_address(ctx: ModelContext, target: Value, symbol: Value) -> Value:
    """The address of a device variable, for use in kernels and copies."""
    _check_symbol(ctx, symbol)
    ctx.store(target, symbol, PTR)
    return succeed(ctx)


@api("cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)", symbol_params=(1,))
def get_symbol_size(ctx: ModelContext, target: Value, symbol: Value) -> Value:
    """The size of a device variable in bytes."""
    _check_symbol(ctx, symbol)
    size = ctx.object_size(symbol)
    if size is None:
        return fail(ctx, "cudaErrorInvalidSymbol")
    ctx.store(target, size, I64)
    return succeed(ctx)
