"""Which results are computed, and what the report says of those."""

from math import isfinite

from cudabmc.modelapi import F32, ModelContext
from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision
from opmodels.libraries.element import Element

NOTE = "cuSOLVER takes the steps of LAPACK, each operation rounded; a device may differ in the last places"
PHASE_NOTE = (
    "cuSOLVER's eigenvectors and singular vectors are one choice of several (signs or phases, and the basis that "
    "belongs to equal values); a device may return others"
)
MOST = 1 << 28
"""Multiplications that are carried out; what takes longer is arbitrary."""


def precision_of(element: Element) -> Precision:
    """What results of a type are rounded to."""
    return Precision(is_single=element.type == F32, is_complex=element.parts == 2)


def is_finite(columns: NumberColumns) -> bool:
    """Are all numbers finite? How numbers that are not go through an algorithm depends on the order of its steps."""
    return all(isfinite(number.real) and isfinite(number.imag) for column in columns for number in column)


def note(ctx: ModelContext, *, phases: bool = False) -> None:
    """Say in the report what computed results rest on."""
    ctx.note(NOTE)
    if phases:
        ctx.note(PHASE_NOTE)
