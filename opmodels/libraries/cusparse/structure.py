"""Where the entries of a sparse matrix are (cuSPARSE reference, "cuSPARSE Storage Formats").

What the reference leaves undefined is not computed. Indices outside of the matrix, and offsets that fall or lead out
of the arrays, break api-misuse. Where the offsets do not begin and end as `nnz` says, or the rows of COO are not
sorted, results are arbitrary.
"""

from collections.abc import Sequence
from itertools import pairwise

from cudabmc.modelapi import BOOL, IntType, ModelContext, Op, Value
from opmodels.libraries.cusparse.arrays import known_integers
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix
from opmodels.libraries.cusparse.types import COO, CSC
from opmodels.libraries.cusparse.value_types import INDEX_TYPES

EntryPlace = tuple[int, int]
"""Row and column, from 0."""


def read_structure(ctx: ModelContext, matrix: SparseMatrix, what: str, batch: int = 0) -> list[EntryPlace] | None:
    """The places of the entries in the order in which they are stored; None if they are not known or not defined."""
    base, format = matrix["base"], matrix["format"]
    width, inner = (matrix.rows, "row") if format == CSC else (matrix.cols, "column")
    range_ = (base, width, INDEX_TYPES[matrix["index type"]])
    if format == COO:
        rows_range = (base, matrix.rows, INDEX_TYPES[matrix["offsets type"]])
        outer = in_range(ctx, matrix.offsets(ctx, batch).read(ctx), rows_range, f"row index of {what}")
        if outer is not None and any(a > b for a, b in pairwise(outer)):
            outer = None
    else:
        offsets = read_offsets(ctx, matrix.offsets(ctx, batch).read(ctx), base, matrix.nnz, what)
        outer = None if offsets is None else majors(offsets)
    indices = in_range(ctx, matrix.indices(ctx, batch).read(ctx), range_, f"{inner} index of {what}")
    if outer is None or indices is None:
        return None
    pairs = zip(indices, outer, strict=True) if format == CSC else zip(outer, indices, strict=True)
    return list(pairs)


def read_offsets(ctx: ModelContext, offsets: Sequence[Value], base: int, nnz: int, what: str) -> list[int] | None:
    """Offsets from 0, which must not fall, and not lead out of `nnz` entries; None if they are not known, or do not
    begin with 0 and end with nnz."""
    known = known_integers(offsets)
    if known is None:
        return None
    places = [offset - base for offset in known]
    for index, (place, before) in enumerate(zip(places, [0, *places], strict=False)):
        if not 0 <= place <= nnz:
            text = f"offset {place + base} at position {index} of {what}, which has {nnz} entries"
            ctx.require(False, "api-misuse", f"{ctx.name} finds the {text}")
        if place < before:
            text = f"offset {place + base} at position {index} of {what}, which is less than the one before it"
            ctx.require(False, "api-misuse", f"{ctx.name} finds the {text}")
    return places if places[0] == 0 and places[-1] == nnz else None


def majors(offsets: Sequence[int]) -> list[int]:
    """The row of each entry by the offsets of the rows, or the column by those of the columns."""
    return [major for major, (begin, end) in enumerate(pairwise(offsets)) for _ in range(end - begin)]


def in_range(
    ctx: ModelContext, indices: Sequence[Value], range_: tuple[int, int, IntType], what: str
) -> list[int] | None:
    """Indices from 0, which must be less than a size (base, size, type); None if some are not known."""
    base, size, type = range_
    known = known_integers(indices)
    if known is not None:
        for position, index in enumerate(known):
            if not base <= index < base + size:
                text = f"{ctx.name} finds the {what} {index} at position {position}, which is not from {base} to"
                ctx.require(False, "api-misuse", f"{text} {base + size - 1}")
        return [index - base for index in known]
    for position, term in enumerate(indices):
        least = base % (1 << type.width)
        place = ctx.op(Op.SUB, type, term % (1 << type.width) if isinstance(term, int) else term, least)
        fits = ctx.op(Op.ULT, BOOL, place, size, of=type) if size < 1 << type.width else True
        ctx.require(fits, "api-misuse", f"{ctx.name} finds a {what} at position {position} outside of its range")
    return None
