"""Dense vectors and matrices: their descriptors (cuSPARSE reference, "Dense Vector APIs", "Dense Matrix APIs").

A descriptor holds a pointer. The memory behind it is looked at when an operation runs.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.twos_complement import signed, unsigned
from opmodels.libraries.cusparse.arrays import NumberArray
from opmodels.libraries.cusparse.descriptor_fields import given_values, told
from opmodels.libraries.cusparse.sparse_matrix import size_argument
from opmodels.libraries.cusparse.types import COLUMNS_FIRST, INVALID_VALUE, SUCCESS, is_of
from opmodels.libraries.cusparse.value_types import VALUE_TYPES, element_of
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import Number
from opmodels.registry import model
from opmodels.runtime import handle as handles

DENSE_VECTOR = handles.HandleKind(
    "dense vector descriptor", 0x59A8, (("size", I64), ("values", PTR), ("value type", I32))
)
_NUMBERS = ("value type", "order", "batches")
_SIZES = ("rows", "cols", "leading", "stride")
DENSE_MATRIX = handles.HandleKind(
    "dense matrix descriptor", 0x59A9, (*((n, I32) for n in _NUMBERS), *((n, I64) for n in _SIZES), ("values", PTR))
)
_KINDS = {"DnVec": DENSE_VECTOR, "DnMat": DENSE_MATRIX}

DenseRows = dict[int, list[Number]]
"""Some rows of a matrix by their number."""


@dataclass(frozen=True, slots=True)
class DenseMatrix:
    """Matrices of a batch: of each the first number, how many numbers rows (or, by `order`, columns) are apart."""

    pointer: Value
    rows: int
    cols: int
    leading: int
    order: int
    type: int
    batches: int = 1
    stride: int = 0

    @property
    def by_columns(self) -> bool:
        """Do the numbers of a column stand one behind the other?"""
        return self.order == COLUMNS_FIRST

    def check(self, ctx: ModelContext, what: str, *, write: bool = False) -> None:
        """Require that all of it is memory that the device reaches."""
        lines, length = (self.cols, self.rows) if self.by_columns else (self.rows, self.cols)
        if lines <= 0 or length <= 0:
            return
        size = ((lines - 1) * self.leading + length) * element_of(ctx, self.type).size
        for batch in range(self.batches):
            check_device_range(ctx, self._begin(ctx, batch).pointer, size, what, write=write)

    def _begin(self, ctx: ModelContext, batch: int) -> NumberArray:
        numbers = NumberArray(self.pointer, element_of(ctx, self.type))
        return numbers.at(ctx, batch * self.stride) if batch else numbers

    def read(self, ctx: ModelContext, wanted: Iterable[int] | None = None, batch: int = 0) -> DenseRows:
        """Some rows, or all of them."""
        begin = self._begin(ctx, batch)
        rows = sorted(set(wanted)) if wanted is not None else range(self.rows)
        if not self.by_columns:
            return {row: begin.at(ctx, row * self.leading).read(ctx, self.cols) for row in rows}
        columns = [begin.at(ctx, c * self.leading).read_some(ctx, rows, self.rows) for c in range(self.cols)]
        return {row: [column[row] for column in columns] for row in rows}

    def write(self, ctx: ModelContext, rows: DenseRows, batch: int = 0) -> None:
        """Set some rows."""
        begin = self._begin(ctx, batch)
        for row, numbers in rows.items():
            for column, number in enumerate(numbers):
                place = column * self.leading + row if self.by_columns else row * self.leading + column
                begin.at(ctx, place).write(ctx, [number])


def dense_matrix(ctx: ModelContext, descriptor: Value) -> DenseMatrix | None:
    """What a descriptor of a matrix describes; None for NULL."""
    if not handles.is_given(ctx, descriptor, DENSE_MATRIX):
        return None
    n = {name: handles.number(ctx, descriptor, DENSE_MATRIX, name) for name in (*_NUMBERS, *_SIZES)}
    pointer = handles.get(ctx, descriptor, DENSE_MATRIX, "values")
    return DenseMatrix(
        pointer, n["rows"], n["cols"], n["leading"], n["order"], n["value type"], n["batches"], n["stride"]
    )


def dense_vector(ctx: ModelContext, descriptor: Value) -> DenseMatrix | None:
    """What a descriptor of a vector describes, as a matrix of one column; None for NULL."""
    if not handles.is_given(ctx, descriptor, DENSE_VECTOR):
        return None
    size = handles.number(ctx, descriptor, DENSE_VECTOR, "size")
    type = handles.number(ctx, descriptor, DENSE_VECTOR, "value type")
    return DenseMatrix(handles.get(ctx, descriptor, DENSE_VECTOR, "values"), size, 1, size, COLUMNS_FIRST, type)


@model(
    "cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *dnVecDescr, int64_t size, void *values, "
    "cudaDataType valueType)",
    "cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *dnVecDescr, int64_t size, "
    "const void *values, cudaDataType valueType)",
    device=False,
)
def create_vector(ctx: ModelContext, target: Value, size: Value, values: Value, type: Value) -> Value:
    """A vector of `size` numbers."""
    number, value_type = size_argument(ctx, size), ctx.concretize(type, I32)
    if handles.is_null(ctx, target) or number < 0 or value_type not in VALUE_TYPES:
        return INVALID_VALUE
    handles.create(ctx, target, DENSE_VECTOR, {"size": number, "values": values, "value type": value_type})
    return SUCCESS


@model(
    *(
        f"cusparseStatus_t cusparseCreate{const}DnMat(cusparse{const}DnMatDescr_t *dnMatDescr, int64_t rows, "
        f"int64_t cols, int64_t ld, {qualifier}void *values, cudaDataType valueType, cusparseOrder_t order)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def create_matrix(
    ctx: ModelContext, target: Value, rows: Value, cols: Value, ld: Value, values: Value, type: Value, order: Value
) -> Value:
    """A matrix by columns, which are not longer than the leading dimension, or by rows."""
    height, width, leading = (size_argument(ctx, size) for size in (rows, cols, ld))
    value_type, kind = ctx.concretize(type, I32), ctx.concretize(order, I32)
    if handles.is_null(ctx, target) or min(height, width) < 0 or not is_of("cusparseOrder_t", kind):
        return INVALID_VALUE
    if value_type not in VALUE_TYPES or leading < (height if kind == COLUMNS_FIRST else width):
        return INVALID_VALUE
    fields: dict[str, Value] = {
        "value type": value_type, "order": kind, "batches": 1, "rows": height, "cols": width, "leading": leading,
        "values": values,
    }  # fmt: skip
    handles.create(ctx, target, DENSE_MATRIX, fields)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr)",
    "cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr)",
    device=False,
)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor, not the memory that it points to. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, _KINDS[ctx.name[-5:]])
    return SUCCESS


@model(
    "cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void *values)",
    "cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void *values)",
    device=False,
)
def set_values(ctx: ModelContext, descriptor: Value, values: Value) -> Value:
    """Later operations work on these values."""
    return given_values(ctx, descriptor, _KINDS[ctx.name[len("cusparse") :][:5]], values)


@model(
    "cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr, void **values)",
    "cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t dnVecDescr, const void **values)",
    "cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr, void **values)",
    "cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t dnMatDescr, const void **values)",
    device=False,
)
def get_values(ctx: ModelContext, descriptor: Value, target: Value) -> Value:
    """The pointer to the values."""
    return told(ctx, descriptor, _KINDS[ctx.name.removesuffix("GetValues")[-5:]], {"values": target})


@model(
    *(
        f"cusparseStatus_t cusparse{const}DnVecGet(cusparse{const}DnVecDescr_t dnVecDescr, int64_t *size, "
        f"{qualifier}void **values, cudaDataType *valueType)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    *(
        f"cusparseStatus_t cusparse{const}DnMatGet(cusparse{const}DnMatDescr_t dnMatDescr, int64_t *rows, "
        f"int64_t *cols, int64_t *ld, {qualifier}void **values, cudaDataType *type, cusparseOrder_t *order)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def get_all(ctx: ModelContext, descriptor: Value, *targets: Value) -> Value:
    """What the vector or matrix was created with, or has been given since."""
    which = ctx.name.removesuffix("Get")[-5:]
    names = {
        "DnVec": ("size", "values", "value type"), "DnMat": ("rows", "cols", "leading", "values", "value type", "order")
    }  # fmt: skip
    return told(ctx, descriptor, _KINDS[which], dict(zip(names[which], targets, strict=True)))


@model(
    "cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount, "
    "int64_t batchStride)",
    device=False,
)
def set_batch(ctx: ModelContext, descriptor: Value, count: Value, stride: Value) -> Value:
    """Several matrices of the same sizes, so many numbers apart; a stride of 0 is that of one matrix for all. That of
    a single matrix is not looked at."""
    matrix = dense_matrix(ctx, descriptor)
    number, distance = signed(ctx.concretize(count, I32), 32), size_argument(ctx, stride)
    if matrix is None or number <= 0:
        return INVALID_VALUE
    least = matrix.leading * (matrix.cols if matrix.by_columns else matrix.rows)
    if number > 1 and distance != 0 and distance < least:
        return INVALID_VALUE
    handles.put(ctx, descriptor, DENSE_MATRIX, "batches", number)
    handles.put(ctx, descriptor, DENSE_MATRIX, "stride", unsigned(distance, 64))
    return SUCCESS


@model(
    "cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int *batchCount, "
    "int64_t *batchStride)",
    device=False,
)
def get_batch(ctx: ModelContext, descriptor: Value, count: Value, stride: Value) -> Value:
    """What was set; 1 and 0 before."""
    return told(ctx, descriptor, DENSE_MATRIX, {"batches": count, "stride": stride})
