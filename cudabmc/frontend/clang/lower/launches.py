"""Kernel launches as clang makes them.

    k<<<grid, block, shmem, stream>>>(a, b)
    -->  if (!__cudaPushCallConfiguration(grid, block, shmem, stream)) __device_stub__k(a, b);
         __device_stub__k(a, b): __cudaPopCallConfiguration(&grid, &block, &shmem, &stream);
                                 cudaLaunchKernel(__device_stub__k, grid, block, {&a, &b}, shmem, stream)

What is pushed is kept in registers up to the call of the stub (an argument may itself launch a kernel), and goes to
the stub through a variable. dim3 arrives as clang passes a struct of three ints: an i64 and an i32.
"""

from collections.abc import Iterator

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.context import FunctionContext, flat
from cudabmc.frontend.clang.lower.memory import at
from cudabmc.frontend.clang.lower.model_calls import model_call
from cudabmc.frontend.clang.lower.operands import lower, scalar
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Const, Launch, Load, Operand, Reg, Store, Symbol
from cudabmc.goto.types import I32, I64, PTR, VOID, Type
from cudabmc.goto.variable import Variable

CONFIGURATION = "__cudabmc_launch_configuration"
_FIELDS: tuple[tuple[int, Type], ...] = ((0, I64), (8, I32), (16, I64), (24, I32), (32, I64), (40, PTR))
CONFIGURATION_SIZE = 48
_SIZES = (
    "const void *func, unsigned int x, unsigned int y, unsigned int z, unsigned int threads_x, unsigned int threads_y, "
    "unsigned int threads_z, size_t shared)"
)
_COOPERATIVE = f"void __cudabmc_cooperative_launch({_SIZES}"
_ATTRIBUTES = f"void __cudabmc_launch_attributes(const void *attributes, unsigned int count, {_SIZES}"
_EXTRA = "void __cudabmc_launch_extra(void *extra)"
_RESULT = "int __cudabmc_launch_result(void)"
STUB_MARK = "__device_stub__"
"""In the names of the functions that clang calls for a launch."""

_BUFFER_ALIGNMENT = 64
"""What cudaGetParameterBuffer aligns to at most (programming guide, 'Parameter Buffer Layout')."""

STUB = "__cudabmc_launch_of_"
"""The stub of kernel k is called this and k."""


def push(ctx: FunctionContext, n: i.CallI) -> bool:
    """__cudaPushCallConfiguration(grid, block, shmem, stream): always 0."""
    operands = [x for a in n.arguments for x in flat(lower(ctx, a.type, a.value))]
    ctx.configuration = tuple(
        ctx.builder.copy(x, type, ctx.loc) for x, (_, type) in zip(operands, _FIELDS, strict=True)
    )
    ctx.values[n.result] = Const(0, I32)
    return False


def configure(ctx: FunctionContext) -> None:
    """In front of the call of a stub: hand over what was pushed last."""
    for value, (offset, type) in zip(ctx.configuration, _FIELDS, strict=False):
        ctx.builder.emit(Store(Symbol(CONFIGURATION, offset), value, type, ctx.loc))


def pop(ctx: FunctionContext, n: i.CallI) -> bool:
    """__cudaPopCallConfiguration(&grid, &block, &shmem, &stream)."""
    grid, block, shmem, stream = (scalar(ctx, t.PTR, a.value) for a in n.arguments)
    targets = ((grid, 0), (grid, 8), (block, 0), (block, 8), (shmem, 0), (stream, 0))
    for (base, place), (offset, type) in zip(targets, _FIELDS, strict=True):
        register = ctx.builder.reg(type)
        ctx.builder.emit(Load(register, Symbol(CONFIGURATION, offset), type, ctx.loc))
        ctx.builder.emit(Store(at(ctx, base, place), Reg(register), type, ctx.loc))
    ctx.values[n.result] = Const(0, I32)
    return False


def launch(ctx: FunctionContext, n: i.CallI) -> bool:
    """cudaLaunchKernel(kernel, grid, block, args, shmem, stream) (runtime API, 'Execution Control')."""
    kernel, *rest = (x for a in n.arguments for x in flat(lower(ctx, a.type, a.value)))
    grid, grid_z, block, block_z, args, shmem, stream = rest
    sizes = (*_halves(ctx, grid), grid_z, *_halves(ctx, block), block_z)
    return _launch(ctx, n, kernel, sizes, shmem, stream, args)


def launch_cooperative(ctx: FunctionContext, n: i.CallI) -> bool:
    """cudaLaunchCooperativeKernel, with the same arguments: all blocks must fit on the device at one time."""
    kernel, *rest = (x for a in n.arguments for x in flat(lower(ctx, a.type, a.value)))
    grid, grid_z, block, block_z, args, shmem, stream = rest
    sizes = (*_halves(ctx, grid), grid_z, *_halves(ctx, block), block_z)
    model_call(ctx, _COOPERATIVE, (kernel, *sizes, shmem), (PTR, *(I32,) * 6, I64), VOID)
    return _launch(ctx, n, kernel, sizes, shmem, stream, args, cooperative=True)


def launch_with_attributes(ctx: FunctionContext, n: i.CallI) -> bool:
    """cudaLaunchKernelExC(config, kernel, args), the configuration being a cudaLaunchConfig_t."""
    config, kernel, args = (scalar(ctx, t.PTR, a.value) for a in n.arguments)

    return _launch_configured(ctx, n, config, kernel, args, _member(ctx, config, 24, I64))


def launch_of_driver_with_attributes(ctx: FunctionContext, n: i.CallI) -> bool:
    """cuLaunchKernelEx(config, kernel, args, extra), the configuration being a CUlaunchConfig, which has its members in
    the places of a cudaLaunchConfig_t, the shared memory in 32 bits."""
    config, kernel, args, extra = (scalar(ctx, t.PTR, a.value) for a in n.arguments)
    model_call(ctx, _EXTRA, (extra,), (PTR,), VOID)
    return _launch_configured(ctx, n, config, kernel, args, _wide(ctx, _member(ctx, config, 24, I32)))


def _launch_configured(
    ctx: FunctionContext, n: i.CallI, config: Operand, kernel: Operand, args: Operand, shmem: Operand
) -> bool:  # fmt: skip
    sizes = tuple(_member(ctx, config, 4 * index, I32) for index in range(6))
    stream, attributes = (_member(ctx, config, offset, PTR) for offset in (32, 40))
    count = _member(ctx, config, 48, I32)
    types = (PTR, I32, PTR, *(I32,) * 6, I64)
    model_call(ctx, _ATTRIBUTES, (attributes, count, kernel, *sizes, shmem), types, VOID)
    return _launch(ctx, n, kernel, sizes, shmem, stream, args)


def _member(ctx: FunctionContext, config: Operand, offset: int, type: Type) -> Operand:
    register = ctx.builder.reg(type)
    ctx.builder.emit(Load(register, at(ctx, config, offset), type, ctx.loc))
    return Reg(register)


def launch_of_driver(ctx: FunctionContext, n: i.CallI) -> bool:
    """cuLaunchKernel(kernel, grid, block, shmem, stream, args, extra), grid and block being three numbers each (driver
    API, 'Execution Control')."""
    kernel, *sizes, shmem, stream, args, extra = (scalar(ctx, a.type, a.value) for a in n.arguments)
    model_call(ctx, _EXTRA, (extra,), (PTR,), VOID)
    return _launch(ctx, n, kernel, tuple(sizes), _wide(ctx, shmem), stream, args)


def launch_of_driver_cooperative(ctx: FunctionContext, n: i.CallI) -> bool:
    """cuLaunchCooperativeKernel, with the same arguments but `extra`."""
    kernel, *sizes, short, stream, args = (scalar(ctx, a.type, a.value) for a in n.arguments)
    shmem = _wide(ctx, short)
    model_call(ctx, _COOPERATIVE, (kernel, *sizes, shmem), (PTR, *(I32,) * 6, I64), VOID)
    return _launch(ctx, n, kernel, tuple(sizes), shmem, stream, args, cooperative=True)


def parameter_buffer(ctx: FunctionContext, n: i.CallI) -> bool:
    """cudaGetParameterBuffer(alignment, size), in front of a launch in device code: memory for the arguments."""
    size = scalar(ctx, n.arguments[1].type, n.arguments[1].value)
    if not isinstance(size, Const):
        raise UnsupportedError("cudaGetParameterBuffer() with a size that is not a constant", ctx.loc)
    register = ctx.builder.reg(PTR)
    about = Variable("the arguments of the launch", "")
    ctx.builder.emit(Alloca(register, Const(max(1, int(size.value)), I64), _BUFFER_ALIGNMENT, about, ctx.loc))
    ctx.values[n.result] = Reg(register)
    return False


def launch_in_device_code(ctx: FunctionContext, n: i.CallI) -> bool:
    """cudaLaunchDevice(kernel, buffer, grid, block, shmem, stream), with what was stored into the buffer: clang names
    the place of each argument by a getelementptr, in their order (programming guide, 'Kernel Launch APIs')."""
    kernel, buffer, grid, block, short, stream = (scalar(ctx, a.type, a.value) for a in n.arguments)
    places = list(_places_in(ctx, n.arguments[1].value))
    array = ctx.builder.reg(PTR)
    about = Variable("the arguments of the launch", "")
    ctx.builder.emit(Alloca(array, Const(8 * max(1, len(places)), I64), 8, about, ctx.loc))
    for number, offset in enumerate(places):
        ctx.builder.emit(Store(at(ctx, Reg(array), 8 * number), at(ctx, buffer, offset), PTR, ctx.loc))

    def size(base: Operand, index: int) -> Operand:
        register = ctx.builder.reg(I32)
        ctx.builder.emit(Load(register, at(ctx, base, 4 * index), I32, ctx.loc))
        return Reg(register)

    sizes = tuple(size(base, index) for base in (grid, block) for index in range(3))
    _launch(ctx, n, kernel, sizes, _wide(ctx, short), stream, Reg(array))
    ctx.builder.dead([r.index for r in (buffer, Reg(array)) if isinstance(r, Reg)], ctx.loc)
    return False


def _places_in(ctx: FunctionContext, buffer: v.IrValue) -> Iterator[int]:
    """The offsets of the arguments in a buffer that was made for them."""
    for piece in ctx.body.blocks:
        for n in piece.body:
            if isinstance(n, i.Gep) and n.base.value == buffer and len(n.indexes) == 1:
                offset = scalar(ctx, n.indexes[0].type, n.indexes[0].value)
                if isinstance(offset, Const):
                    yield int(offset.value)


def _wide(ctx: FunctionContext, size: Operand) -> Operand:
    return ctx.assign(Op.ZEXT, (size,), I64, I32)


def _launch(
    ctx: FunctionContext, n: i.CallI, kernel: Operand, sizes: tuple[Operand, ...], shmem: Operand, stream: Operand,
    args: Operand, *, cooperative: bool = False,
) -> bool:  # fmt: skip
    """Grid and block are `sizes`; the arguments are an array of pointers to them."""
    x, y, z, threads_x, threads_y, threads_z = sizes
    target = kernel.name if isinstance(kernel, Symbol) else kernel
    grid, block = (x, y, z), (threads_x, threads_y, threads_z)
    ctx.builder.emit(
        Launch(target, grid, block, shmem, stream, (args,), (PTR,), ctx.loc, packed=True, cooperative=cooperative)
    )
    used = ctx.body.mentions.get(n.result, 0) > 1
    ctx.values[n.result] = model_call(ctx, _RESULT, (), (), I32) if used else Const(0, I32)
    return False


def _halves(ctx: FunctionContext, both: Operand) -> tuple[Operand, Operand]:
    low = ctx.assign(Op.TRUNC, (both,), I32, I64)
    high = ctx.assign(Op.LSHR, (both, Const(32, I64)), I64)
    return low, ctx.assign(Op.TRUNC, (high,), I32, I64)


def is_stub(name: str) -> bool:
    """Does clang call this function to launch a kernel?"""
    return STUB_MARK in name
