"""Scalars that are given and results that are returned by pointer (cuBLAS reference, "Scalar Parameters").

In CUBLAS_POINTER_MODE_HOST they are in memory of the host: scalars are read when the call is made, and a
call with a result waits for it. In CUBLAS_POINTER_MODE_DEVICE they are memory of the device, which the
stream reads and writes.
"""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cublas.handle import scalars_on_device
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import Element, Number, converted, store
from opmodels.libraries.scalar_parameter import ReadScalar, read_scalar


def given_scalar(ctx: ModelContext, handle: Value, pointer: Value, element: Element, what: str) -> ReadScalar:
    """What gives the number when the stream comes to it."""
    return read_scalar(ctx, pointer, element, what, on_device=scalars_on_device(ctx, handle))


def check_result(ctx: ModelContext, handle: Value, pointer: Value, size: int) -> None:
    """Require that a result can be stored."""
    check = check_device_range if scalars_on_device(ctx, handle) else check_host_range
    check(ctx, pointer, size, "result", write=True)


def store_result(ctx: ModelContext, pointer: Value, number: Number, computed: Element, stored: Element) -> None:
    """Store a result that was computed in one type as a number of another, or the same."""
    store(ctx, pointer, converted(ctx, number, computed, stored), stored, cross=True)


def store_result_bytes(ctx: ModelContext, pointer: Value, data: bytes) -> None:
    """Store a known result, given as its bytes."""
    ctx.store_bytes(pointer, data, len(data), cross=True)
