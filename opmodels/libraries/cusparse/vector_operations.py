"""Sparse and dense vectors (cuSPARSE reference, "cusparseAxpby()", "cusparseGather()", "cusparseScatter()").

An index that a vector has twice is undefined in the reference: what depends on it is arbitrary.
"""

from collections import Counter
from dataclasses import dataclass

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cusparse.arrays import NumberArray
from opmodels.libraries.cusparse.dense import dense_vector
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import NumberTypes, scaled
from opmodels.libraries.cusparse.scalars import any_null, given_scalar
from opmodels.libraries.cusparse.sparse_vector import SparseVector, sparse_vector
from opmodels.libraries.cusparse.types import INVALID_VALUE, NOT_SUPPORTED, SUCCESS
from opmodels.libraries.cusparse.value_types import FLOAT, HALF
from opmodels.libraries.element import Number, converted, is_zero
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model


@dataclass(frozen=True, slots=True)
class _Pair:
    """A sparse and a dense vector of the same size and type."""

    sparse: SparseVector
    dense: NumberArray

    def check(self, ctx: ModelContext, *, writes_sparse: bool) -> None:
        """Require the memory that the operation works on."""
        self.sparse.check(ctx, "vecX", writes_values=writes_sparse)
        self.dense.check(ctx, self.sparse.size, "vecY", write=not writes_sparse)


def _pair(ctx: ModelContext, handle: Value, x: Value, y: Value, *scalars: Value) -> "_Pair | int":
    """What a call works on, or its status if that is wrong. No pointer to a scalar may be null."""
    sparse, dense = sparse_vector(ctx, x), dense_vector(ctx, y)
    if not checked(ctx, handle) or any_null(ctx, *scalars):
        return INVALID_VALUE
    if sparse is None or dense is None or sparse.size != dense.rows or sparse.type != dense.type:
        return INVALID_VALUE
    if sparse.indices.type.width == 16:
        return NOT_SUPPORTED
    return _Pair(sparse, NumberArray(dense.pointer, sparse.numbers(ctx).element))


def _once(ctx: ModelContext, places: list[int], numbers: list[Number], array: NumberArray) -> dict[int, Number]:
    """The numbers by their place, arbitrary ones where there are several."""
    counts = Counter(places)
    pairs = zip(places, numbers, strict=True)
    return {p: number if counts[p] == 1 else arbitrary(ctx, array.element) for p, number in pairs}


@model(
    "cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t vecX, "
    "const void *beta, cusparseDnVecDescr_t vecY)",
    device=False,
)
def axpby(ctx: ModelContext, handle: Value, alpha: Value, x: Value, beta: Value, y: Value) -> Value:
    """Y = alpha * X + beta * Y. The scalars have the type of the numbers, float for half."""
    pair = _pair(ctx, handle, x, y, alpha, beta)
    if isinstance(pair, int):
        return pair
    element = pair.dense.element
    elements = NumberTypes(element, element, element, FLOAT if element == HALF else element)
    stream = stream_of(ctx, handle)
    scalars = [
        given_scalar(ctx, handle, p, elements.compute, what) for p, what in ((alpha, "alpha"), (beta, "beta"))
    ]
    pair.check(ctx, writes_sparse=False)

    def run() -> None:
        factors = scalars[0](), scalars[1]()
        size = pair.sparse.size
        places, numbers = pair.sparse.places(ctx, "vecX"), pair.sparse.numbers(ctx).read(ctx, pair.sparse.nnz)
        no_old = is_zero(ctx, factors[1], elements.compute) is True
        old: list[Number | None] = [None] * size if no_old else list(pair.dense.read(ctx, size))
        known = is_computed(ctx, [factors, numbers, *([n] for n in old if n is not None)], size)
        if places is None or not known:
            pair.dense.write(ctx, [arbitrary(ctx, element) for _ in range(size)])
            return
        added = _once(ctx, places, numbers, pair.dense)
        pair.dense.write(
            ctx,
            [
                scaled(ctx, factors, converted(ctx, added.get(i, element.zero), element, elements.compute), n, elements)
                for i, n in enumerate(old)
            ],
        )

    issue(ctx, stream, run)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY, "
    "cusparseSpVecDescr_t vecX)",
    device=False,
)
def gather(ctx: ModelContext, handle: Value, y: Value, x: Value) -> Value:
    """The numbers of X are those of Y at the indices of X."""
    pair = _pair(ctx, handle, x, y)
    if isinstance(pair, int):
        return pair
    stream = stream_of(ctx, handle)
    pair.check(ctx, writes_sparse=True)

    def run() -> None:
        places = pair.sparse.places(ctx, "vecX")
        if places is None:
            pair.dense.read(ctx, pair.sparse.size)
            numbers = [arbitrary(ctx, pair.dense.element) for _ in range(pair.sparse.nnz)]
        else:
            found = pair.dense.read_some(ctx, places, pair.sparse.size)
            numbers = [found[place] for place in places]
        pair.sparse.numbers(ctx).write(ctx, numbers)

    issue(ctx, stream, run)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX, "
    "cusparseDnVecDescr_t vecY)",
    device=False,
)
def scatter(ctx: ModelContext, handle: Value, x: Value, y: Value) -> Value:
    """The numbers of Y at the indices of X are those of X; the others stay."""
    pair = _pair(ctx, handle, x, y)
    if isinstance(pair, int):
        return pair
    stream = stream_of(ctx, handle)
    pair.check(ctx, writes_sparse=False)

    def run() -> None:
        places, numbers = pair.sparse.places(ctx, "vecX"), pair.sparse.numbers(ctx).read(ctx, pair.sparse.nnz)
        if places is None:
            pair.dense.write(ctx, [arbitrary(ctx, pair.dense.element) for _ in range(pair.sparse.size)])
            return
        pair.dense.write_some(ctx, _once(ctx, places, numbers, pair.dense))

    issue(ctx, stream, run)
    return SUCCESS
