"""The quotient of two numbers of a type."""

from cudabmc.modelapi import ModelContext, Op
from opmodels.libraries.element import Element, Number, add, conjugate, multiply


def divide(ctx: ModelContext, a: Number, b: Number, element: Element) -> Number:
    """a / b; that of complex numbers is a * conj(b) / |b|^2, each operation rounded."""
    type = element.type
    if element.parts == 1:
        return (ctx.op(Op.FDIV, type, a[0], b[0]),)
    above = multiply(ctx, a, conjugate(ctx, b, element), element)
    real = Element("", type, 1)
    square = add(ctx, multiply(ctx, b[:1], b[:1], real), multiply(ctx, b[1:], b[1:], real), real)
    return tuple(ctx.op(Op.FDIV, type, part, square[0]) for part in above)
