"""Boxes of memory and transfers between them: what cudaMemcpy2D, cudaMemcpy3D and the functions on arrays share.

A box is `height` rows of `width` bytes in each of `depth` slices; rows are `pitch` bytes apart, slices `slice`.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Value
from opmodels.runtime.copy_direction import check_direction
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.overlap import require_disjoint
from opmodels.runtime.transfer import issue


@dataclass(frozen=True, slots=True)
class Region:
    """Where the first byte of a box lies, and how far its rows and slices are apart (bytes)."""

    base: Value
    pitch: Value
    slice: Value = 0

    def row(self, ctx: ModelContext, row: int, slice: int) -> Value:
        """The address of a row."""
        down = ctx.op(Op.MUL, I64, self.pitch, row)
        deep = ctx.op(Op.MUL, I64, self.slice, slice)
        return ctx.add(self.base, ctx.op(Op.ADD, I64, down, deep))


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes of a row, rows of a slice, slices."""

    width: Value
    height: Value
    depth: Value = 1

    def is_empty(self, ctx: ModelContext) -> bool:
        """Has the box no byte?"""
        return any([ctx.decide(ctx.op(Op.EQ, BOOL, n, 0, of=I64)) for n in (self.width, self.height, self.depth)])


def _same(a: Value, b: Value, *rest: Value) -> bool:
    """Are all of these known to be equal?"""
    values = (a, b, *rest)
    return all(isinstance(value, int) for value in values) and len(set(values)) == 1


def pieces(ctx: ModelContext, size: Size, *regions: Region) -> tuple[Value, int, int]:
    """The box as bytes of a piece, pieces of a slice, and slices: as few pieces as the known pitches allow."""
    width, rows, slices = size.width, size.height, ctx.concretize(size.depth, I64)
    dense = _same(width, *(region.pitch for region in regions))
    if not dense:
        return width, ctx.concretize(rows, I64), slices
    area = ctx.op(Op.MUL, I64, width, rows)
    if slices > 1 and _same(area, *(region.slice for region in regions)):
        return ctx.op(Op.MUL, I64, area, slices), 1, 1
    return area, 1, slices


def transfer(ctx: ModelContext, stream: Value, to: Region, source: Region, size: Size, kind: Value) -> Value:
    """Copy a box that is not empty; the result of the call."""
    length, rows, slices = pieces(ctx, size, to, source)
    if not check_direction(ctx, to.base, source.base, length, kind):
        return fail(ctx, "cudaErrorInvalidMemcpyDirection")
    pairs = [(to.row(ctx, y, z), source.row(ctx, y, z)) for z in range(slices) for y in range(rows)]
    require_disjoint(ctx, *pairs[0], length)

    def copy() -> None:
        for target, origin in pairs:
            ctx.copy(target, origin, length, cross=True)

    issue(ctx, stream, copy, target=to.base, source=source.base)
    return succeed(ctx)


def fill(ctx: ModelContext, stream: Value, to: Region, byte: Value, size: Size) -> Value:
    """Set a box that is not empty; the result of the call."""
    length, rows, slices = pieces(ctx, size, to)
    targets = [to.row(ctx, y, z) for z in range(slices) for y in range(rows)]

    def set_rows() -> None:
        for target in targets:
            ctx.fill(target, byte, length, cross=True)

    issue(ctx, stream, set_rows, target=to.base)
    return succeed(ctx)
