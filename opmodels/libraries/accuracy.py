"""Which sums are computed, and which are approximated.

The references do not say in which order the libraries add; results are those of the order of the index,
each operation rounded. On values that are not known only short sums are worth their terms.
"""

from collections.abc import Iterable

from cudabmc.modelapi import ModelContext
from opmodels.libc.approximation import approximate
from opmodels.libraries.element import Element, Number

_MOST_KNOWN = 1 << 17
_MOST_UNKNOWN = 64
NOTE = (
    "cuBLAS, cuDNN and cuSPARSE add in the order of the index and round each operation; a device may round otherwise"
)


def is_computed(ctx: ModelContext, operands: Iterable[Iterable[Number]], work: int) -> bool:
    """Are `work` multiplications of these numbers carried out?"""
    if work <= _MOST_UNKNOWN:
        ctx.note(NOTE)
        return True
    known = work <= _MOST_KNOWN and all(ctx.is_const(p) for numbers in operands for n in numbers for p in n)
    if known:
        ctx.note(NOTE)
    return known


def arbitrary(ctx: ModelContext, element: Element) -> Number:
    """A result that is not computed."""
    return tuple(approximate(ctx, element.type, f"a result of {ctx.name}") for _ in range(element.parts))
