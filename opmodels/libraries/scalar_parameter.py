"""Scalars that a library is given by pointer: of the host, read when the call is made, or of the device, which the
stream reads (cuBLAS reference, "Scalar Parameters")."""

from collections.abc import Callable

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import Element, Number, load

ReadScalar = Callable[[], Number]


def read_scalar(ctx: ModelContext, pointer: Value, element: Element, what: str, *, on_device: bool) -> ReadScalar:
    """What gives the number when the stream comes to it."""
    if on_device:
        check_device_range(ctx, pointer, element.size, what, write=False)
        return lambda: load(ctx, pointer, element, cross=True)
    check_host_range(ctx, pointer, element.size, what, write=False)
    number = load(ctx, pointer, element, cross=True)
    return lambda: number
