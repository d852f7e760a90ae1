"""Memory that kernels allocate (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations").

It cannot be freed by the runtime nor used in its calls, and what the runtime allocated cannot be freed in a kernel.
"""

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Pointer, Space, Value

KIND = "malloc in a kernel"


def heap(ctx: ModelContext) -> Space:
    """Where malloc takes memory from."""
    return Space.DEVICE_GLOBAL if ctx.on_device else Space.HOST_HEAP


def kind(ctx: ModelContext) -> str:
    """The kind of what malloc allocates: "memory allocated in device code using malloc() [...] cannot be freed using
    the runtime", and "memory allocated by the runtime [...] cannot be freed via free()"."""
    return KIND if ctx.on_device else ""


def remember(ctx: ModelContext, new: Pointer) -> None:
    """Note who has allocated a new object."""
    if ctx.on_device:
        ctx.put(f"libc:of-kernel:{new.obj}", True, BOOL)


def require_of_runtime(ctx: ModelContext, pointer: Value, size: Value) -> None:
    """Require that a call of the runtime may use `size` bytes: "memory allocated by a call to malloc() [...] in device
    code cannot be used in any runtime or driver API calls (i.e. cudaMemcpy, cudaMemset, etc)"."""
    if ctx.space(pointer) is not Space.DEVICE_GLOBAL:
        return
    of_kernel = ctx.get(f"libc:of-kernel:{ctx.object_id(pointer)}", False)
    if of_kernel is False:
        return
    allowed = ctx.op(Op.OR, BOOL, ctx.op(Op.NOT, BOOL, of_kernel), ctx.op(Op.EQ, BOOL, size, 0, of=I64))
    text = f"{ctx.name} is given {ctx.object_name(pointer)}, which a kernel has allocated: the API must not use it"
    ctx.require(allowed, "api-misuse", text)
