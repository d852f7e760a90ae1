"""alpha * result + beta * old value (cuDNN reference, "Scaling Parameters")."""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, ModelContext, Op, Value
from opmodels.libc.expression import select
from opmodels.libraries.cudnn.tensor import Index, Tensor
from opmodels.libraries.device_memory import check_host_range

Blend = Callable[[Value, dict[Index, Value]], None]


def blending(ctx: ModelContext, alpha: Value, beta: Value, tensor: Tensor) -> Blend:
    """What writes a result; the factors are read now, from memory of the host. With beta 0 the old values are
    not read: "the output is not read from and can contain any uninitialized data"."""
    type = tensor.type
    factors = []
    for pointer, what in ((alpha, "alpha"), (beta, "beta")):
        check_host_range(ctx, pointer, type.size, what, write=False)
        factors.append(ctx.load(pointer, type, cross=True))
    scale, keep = factors

    def blend(pointer: Value, numbers: dict[Index, Value]) -> None:
        drops = ctx.op(Op.FEQ, BOOL, keep, 0.0, of=type)
        found = {index: ctx.op(Op.FMUL, type, scale, number) for index, number in numbers.items()}
        if drops is not True:
            old = tensor.read(ctx, pointer)
            for index, number in found.items():
                kept = ctx.op(Op.FADD, type, number, ctx.op(Op.FMUL, type, keep, old[index]))
                found[index] = select(ctx, drops, number, kept, type)
        tensor.write(ctx, pointer, found)

    return blend
