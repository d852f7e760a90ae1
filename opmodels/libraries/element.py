"""The types of numbers that the libraries work on; four of them by the letter in the names of cuBLAS's functions.

A number is a tuple of values: one for float and double, real and imaginary part for the complex ones.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, F16, F32, F64, I16, FloatType, ModelContext, Op, Value
from opmodels.bfloat16 import rounded, widened
from opmodels.libc.expression import both, select

Number = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A type of numbers: how C spells it, the type of its parts, and how many there are. Of some types memory has the
    upper half of each part alone."""

    ctype: str
    type: FloatType
    parts: int
    upper_half: bool = False

    @property
    def part_size(self) -> int:
        """Bytes of a part."""
        return self.type.size // (2 if self.upper_half else 1)

    @property
    def size(self) -> int:
        """Bytes of a number."""
        return self.parts * self.part_size

    @property
    def zero(self) -> Number:
        """0."""
        return (0.0,) * self.parts


ELEMENTS = {
    "S": Element("float", F32, 1),
    "D": Element("double", F64, 1),
    "C": Element("cuComplex", F32, 2),
    "Z": Element("cuDoubleComplex", F64, 2),
}
HALF = Element("__half", F16, 1)
BFLOAT = Element("__nv_bfloat16", F32, 1, upper_half=True)


def load(ctx: ModelContext, pointer: Value, element: Element, *, cross: bool) -> Number:
    """Read a number."""
    places = [ctx.add(pointer, i * element.part_size) for i in range(element.parts)]
    if element.upper_half:
        return tuple(widened(ctx, ctx.load(place, I16, cross=cross)) for place in places)
    return tuple(ctx.load(place, element.type, cross=cross) for place in places)


def store(ctx: ModelContext, pointer: Value, number: Number, element: Element, *, cross: bool) -> None:
    """Write a number."""
    for index, part in enumerate(number):
        place = ctx.add(pointer, index * element.part_size)
        if element.upper_half:
            ctx.store(place, rounded(ctx, part), I16, cross=cross)
        else:
            ctx.store(place, part, element.type, cross=cross)


def add(ctx: ModelContext, a: Number, b: Number, element: Element) -> Number:
    """a + b."""
    return tuple(ctx.op(Op.FADD, element.type, x, y) for x, y in zip(a, b, strict=True))


def subtract(ctx: ModelContext, a: Number, b: Number, element: Element) -> Number:
    """a - b."""
    return tuple(ctx.op(Op.FSUB, element.type, x, y) for x, y in zip(a, b, strict=True))


def multiply(ctx: ModelContext, a: Number, b: Number, element: Element) -> Number:
    """a * b; the parts of a complex product are rounded after each operation."""
    type = element.type
    if element.parts == 1:
        return (ctx.op(Op.FMUL, type, a[0], b[0]),)
    products = [[ctx.op(Op.FMUL, type, x, y) for y in b] for x in a]
    real = ctx.op(Op.FSUB, type, products[0][0], products[1][1])
    return real, ctx.op(Op.FADD, type, products[0][1], products[1][0])


def conjugate(ctx: ModelContext, a: Number, element: Element) -> Number:
    """The complex conjugate."""
    return a if element.parts == 1 else (a[0], ctx.op(Op.FNEG, element.type, a[1]))


def size_of(ctx: ModelContext, a: Number, element: Element) -> Value:
    """|a|, and |real| + |imaginary| for complex numbers, by which BLAS compares them."""
    total: Value = ctx.op(Op.FABS, element.type, a[0])
    for part in a[1:]:
        total = ctx.op(Op.FADD, element.type, total, ctx.op(Op.FABS, element.type, part))
    return total


def is_zero(ctx: ModelContext, a: Number, element: Element) -> Value:
    """Are all parts 0?"""
    return both(ctx, *(ctx.op(Op.FEQ, BOOL, part, 0.0, of=element.type) for part in a))


def choose(ctx: ModelContext, cond: Value, a: Number, b: Number, element: Element) -> Number:
    """cond ? a : b."""
    return tuple(select(ctx, cond, x, y, element.type) for x, y in zip(a, b, strict=True))


def converted(ctx: ModelContext, a: Number, of: Element, to: Element) -> Number:
    """A number in another type, rounded to the nearest."""
    return a if of.type == to.type else tuple(ctx.op(Op.FPCAST, to.type, part, of=of.type) for part in a)
