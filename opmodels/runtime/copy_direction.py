"""cudaMemcpyKind: does the direction of a copy fit its two pointers?

CUDA Runtime API, cudaMemcpy: "Calling cudaMemcpy() with dst and src pointers that do not match
the direction of the copy results in an undefined behavior."
"""

from enum import IntEnum

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Space, Value
from opmodels.libc.device_heap import require_of_runtime
from opmodels.registry import enumeration


class CopyKind(IntEnum):
    """cudaMemcpyKind."""

    cudaMemcpyHostToHost = 0
    cudaMemcpyHostToDevice = 1
    cudaMemcpyDeviceToHost = 2
    cudaMemcpyDeviceToDevice = 3
    cudaMemcpyDefault = 4


enumeration("cudaMemcpyKind", {kind.name: kind.value for kind in CopyKind})

HOST = frozenset({Space.HOST_HEAP, Space.HOST_STACK, Space.HOST_GLOBAL, Space.PINNED, Space.MANAGED})
DEVICE = frozenset({Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED})

# Pinned memory is the device's too, by the pointer of cudaHostGetDevicePointer, which is the host's.
_REACHED = DEVICE | {Space.PINNED}
_SIDES = {
    CopyKind.cudaMemcpyHostToHost: (HOST, HOST),
    CopyKind.cudaMemcpyHostToDevice: (HOST, _REACHED),
    CopyKind.cudaMemcpyDeviceToHost: (_REACHED, HOST),
    CopyKind.cudaMemcpyDeviceToDevice: (_REACHED, _REACHED),
}


def _fitting(source: Space | None, target: Space | None) -> CopyKind | None:
    """The kind that names this pair of spaces; None if no kind does or a space is not known."""
    for kind, (sources, targets) in _SIDES.items():
        if source in sources and target in targets:
            return kind
    return None


def _fits(kind: int, source: Space | None, target: Space | None) -> bool:
    """Does `kind` allow this pair? Spaces that are not known are left to the checks of the copy."""
    if kind not in _SIDES:
        return True
    sources, targets = _SIDES[CopyKind(kind)]
    return (source is None or source in sources) and (target is None or target in targets)


def _where(ctx: ModelContext, pointer: Value, space: Space | None) -> str:
    return f"{ctx.object_name(pointer)} ({space.value if space else 'unknown'} memory)"


def check_direction(ctx: ModelContext, target: Value, source: Value, size: Value, kind: Value) -> bool:
    """Require that `kind` fits the two pointers; False for a value that is no kind at all.

    A copy of 0 bytes has no direction. cudaMemcpyDefault takes the direction from the pointers.
    """
    number = ctx.concretize(kind, I32)
    if number not in tuple(CopyKind):
        return False
    for pointer in (source, target):
        require_of_runtime(ctx, pointer, size)
    source_space, target_space = ctx.space(source), ctx.space(target)
    if not _fits(number, source_space, target_space):
        right = _fitting(source_space, target_space)
        advice = f": the kind must be {right.name}" if right is not None else ": no kind copies between these"
        text = (
            f"{ctx.name} from {_where(ctx, source, source_space)} to {_where(ctx, target, target_space)} "
            f"is called with {CopyKind(number).name}{advice}"
        )
        ctx.require(ctx.op(Op.EQ, BOOL, size, 0, of=I64), "api-misuse", text)
    return True
