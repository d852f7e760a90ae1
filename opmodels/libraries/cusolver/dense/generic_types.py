"""The types of the 64-bit API (cuSOLVER reference, "cuSolverDN 64-bit API"): those of A and of the computation, which
are the same in all that the reference supports."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.data_types import DATA_TYPES
from opmodels.libraries.element import ELEMENTS, Element

_BY_NUMBER = {
    DATA_TYPES["CUDA_R_32F"]: ELEMENTS["S"], DATA_TYPES["CUDA_R_64F"]: ELEMENTS["D"],
    DATA_TYPES["CUDA_C_32F"]: ELEMENTS["C"], DATA_TYPES["CUDA_C_64F"]: ELEMENTS["Z"],
}  # fmt: skip


def element_of(ctx: ModelContext, *types: Value) -> Element | None:
    """The numbers of a cudaDataType; None for one that is not supported, and for two that differ."""
    numbers = {ctx.concretize(type, I32) for type in types}
    return _BY_NUMBER.get(numbers.pop()) if len(numbers) == 1 else None


def elements_of(ctx: ModelContext, complex_types: tuple[Value, ...], real_type: Value) -> Element | None:
    """The numbers of A, where another operand has the real numbers of its type."""
    element, real = element_of(ctx, *complex_types), element_of(ctx, real_type)
    fits = element is not None and real is not None and real.parts == 1 and real.type == element.type
    return element if fits else None
