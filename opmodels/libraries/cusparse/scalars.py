"""alpha and beta by the pointer mode of the handle (cuSPARSE reference, "cusparsePointerMode_t")."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cusparse.handle import scalars_on_device
from opmodels.libraries.element import Element
from opmodels.libraries.scalar_parameter import ReadScalar, read_scalar
from opmodels.runtime.handle import is_null


def given_scalar(ctx: ModelContext, handle: Value, pointer: Value, element: Element, what: str) -> ReadScalar:
    """What gives the number when the stream comes to it."""
    return read_scalar(ctx, pointer, element, what, on_device=scalars_on_device(ctx, handle))


def any_null(ctx: ModelContext, *pointers: Value) -> bool:
    """Is one of the pointers NULL?"""
    return any(is_null(ctx, pointer) for pointer in pointers)
