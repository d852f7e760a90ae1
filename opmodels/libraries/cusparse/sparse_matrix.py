"""Sparse matrices: their descriptors (cuSPARSE reference, "Sparse Matrix APIs"), in the formats CSR, CSC and COO.

A descriptor holds pointers. The memory behind them is looked at when an operation on the matrix runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cusparse.arrays import IndexArray, NumberArray
from opmodels.libraries.cusparse.descriptor_fields import given_values, told
from opmodels.libraries.cusparse.types import COO, CSC, CSR, INVALID_VALUE, NOT_SUPPORTED, SUCCESS
from opmodels.libraries.cusparse.value_types import INDEX_TYPES, VALUE_TYPES, element_of, is_too_large
from opmodels.registry import model
from opmodels.runtime import handle as handles

_NUMBERS = (
    "format", "offsets type", "index type", "base", "value type", "batches", "fill mode", "diagonal type", "analysed",
)  # fmt: skip
_SIZES = ("rows", "cols", "nnz", "offsets stride", "values stride")
_POINTERS = ("offsets", "indices", "values")
SPARSE_MATRIX = handles.HandleKind(
    "sparse matrix descriptor", 0x59A7,
    (*((n, I32) for n in _NUMBERS), *((n, I64) for n in _SIZES), *((n, PTR) for n in _POINTERS)),
)  # fmt: skip
_ATTRIBUTES = {0: "fill mode", 1: "diagonal type"}
_FORMATS = {"Csr": CSR, "Csc": CSC, "Coo": COO}


@dataclass(frozen=True, slots=True)
class SparseMatrix:
    """What a descriptor describes. `offsets` are those of rows (CSR) or columns (CSC), or row indices (COO);
    `indices` are columns (CSR, COO) or rows (CSC)."""

    handle: Value
    numbers: dict[str, int]
    pointers: dict[str, Value]

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]

    @property
    def rows(self) -> int:
        """Rows of the matrix."""
        return self.numbers["rows"]

    @property
    def cols(self) -> int:
        """Columns of the matrix."""
        return self.numbers["cols"]

    @property
    def nnz(self) -> int:
        """Entries of one matrix of the batch."""
        return self.numbers["nnz"]

    @property
    def batches(self) -> int:
        """Matrices of the batch."""
        return self.numbers["batches"]

    def offsets(self, ctx: ModelContext, batch: int = 0) -> IndexArray:
        """The offsets, or the row indices of COO."""
        format, type = self["format"], INDEX_TYPES[self["offsets type"]]
        count = self.nnz if format == COO else (self.rows if format == CSR else self.cols) + 1
        return IndexArray(self._moved(ctx, "offsets", batch, "offsets stride", type.size), count, type)

    def indices(self, ctx: ModelContext, batch: int = 0) -> IndexArray:
        """The other indices."""
        type = INDEX_TYPES[self["index type"]]
        return IndexArray(self._moved(ctx, "indices", batch, "values stride", type.size), self.nnz, type)

    def values(self, ctx: ModelContext, batch: int = 0) -> NumberArray:
        """The numbers, in the order of the indices."""
        element = element_of(ctx, self["value type"])
        return NumberArray(self._moved(ctx, "values", batch, "values stride", element.size), element)

    def _moved(self, ctx: ModelContext, name: str, batch: int, stride: str, size: int) -> Value:
        return ctx.add(self.pointers[name], batch * self[stride] * size) if batch else self.pointers[name]

    def check(self, ctx: ModelContext, what: str, *, writes: Sequence[str] = ()) -> None:
        """Require that its arrays are memory that the device reaches; `writes` are those that are written."""
        names = {CSR: ("row offsets", "column indices"), CSC: ("column offsets", "row indices")}
        offsets, indices = names.get(self["format"], ("row indices", "column indices"))
        for batch in range(self.batches):
            self.offsets(ctx, batch).check(ctx, f"{offsets} of {what}", write="offsets" in writes)
            self.indices(ctx, batch).check(ctx, f"{indices} of {what}", write="indices" in writes)
            self.values(ctx, batch).check(ctx, self.nnz, f"values of {what}", write="values" in writes)


def sparse_matrix(ctx: ModelContext, descriptor: Value) -> SparseMatrix | None:
    """What a descriptor describes; None for NULL."""
    if not handles.is_given(ctx, descriptor, SPARSE_MATRIX):
        return None
    numbers = {name: handles.number(ctx, descriptor, SPARSE_MATRIX, name) for name in _NUMBERS}
    for name in _SIZES:
        numbers[name] = signed(handles.number(ctx, descriptor, SPARSE_MATRIX, name), 64)
    pointers = {name: handles.get(ctx, descriptor, SPARSE_MATRIX, name) for name in _POINTERS}
    return SparseMatrix(descriptor, numbers, pointers)


def size_argument(ctx: ModelContext, value: Value) -> int:
    """An int64_t argument; one run for each value that is possible."""
    return signed(ctx.concretize(value, I64), 64)


def _wrong_sizes(sizes: tuple[int, int, int], index_type: int, base: int) -> bool:
    rows, cols, nnz = sizes
    return min(sizes) < 0 or nnz > rows * cols or is_too_large(max(sizes), base, index_type)


_CSR = (
    "int64_t rows, int64_t cols, int64_t nnz, {c}void *csrRowOffsets, {c}void *csrColInd, {c}void *csrValues, "
    "cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType, cusparseIndexBase_t idxBase, "
    "cudaDataType valueType"
)
_CSC = (
    "int64_t rows, int64_t cols, int64_t nnz, {c}void *cscColOffsets, {c}void *cscRowInd, {c}void *cscValues, "
    "cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType, cusparseIndexBase_t idxBase, "
    "cudaDataType valueType"
)


@model(
    *(
        f"cusparseStatus_t cusparseCreate{const}{format}(cusparse{const}SpMatDescr_t *spMatDescr, "
        f"{parameters.replace('{c}', qualifier)})"
        for format, parameters in (("Csr", _CSR), ("Csc", _CSC))
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def create_compressed(
    ctx: ModelContext, target: Value, rows: Value, cols: Value, nnz: Value, offsets: Value, indices: Value,
    values: Value, offsets_type: Value, index_type: Value, base: Value, value_type: Value,
) -> Value:  # fmt: skip
    """A matrix in CSR or CSC. The pointers may be NULL, to be set later. Offsets and indices of different types are
    CUSPARSE_STATUS_NOT_SUPPORTED, as in cuSPARSE 12.5."""
    first, second = ctx.concretize(offsets_type, I32), ctx.concretize(index_type, I32)
    if handles.is_null(ctx, target) or first not in INDEX_TYPES or second not in INDEX_TYPES:
        return INVALID_VALUE
    format, types = _FORMATS[ctx.name[-3:]], (first, second, base, value_type)
    return _create(ctx, target, format, (rows, cols, nnz), (offsets, indices, values), types)


@model(
    *(
        f"cusparseStatus_t cusparseCreate{const}Coo(cusparse{const}SpMatDescr_t *spMatDescr, int64_t rows, "
        f"int64_t cols, int64_t nnz, {qualifier}void *cooRowInd, {qualifier}void *cooColInd, "
        f"{qualifier}void *cooValues, cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase, "
        "cudaDataType valueType)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def create_coordinates(
    ctx: ModelContext, target: Value, rows: Value, cols: Value, nnz: Value, row_indices: Value, indices: Value,
    values: Value, index_type: Value, base: Value, value_type: Value,
) -> Value:  # fmt: skip
    """A matrix in COO, whose entries are sorted by row."""
    type = ctx.concretize(index_type, I32)
    if handles.is_null(ctx, target) or type not in INDEX_TYPES:
        return INVALID_VALUE
    types = (type, type, base, value_type)
    return _create(ctx, target, COO, (rows, cols, nnz), (row_indices, indices, values), types)


def _create(
    ctx: ModelContext, target: Value, format: int, sizes: tuple[Value, Value, Value],
    pointers: tuple[Value, Value, Value], types: tuple[int, int, Value, Value],
) -> int:  # fmt: skip
    rows, cols, nnz = (size_argument(ctx, size) for size in sizes)
    index_type, base, value_type = types[0], ctx.concretize(types[2], I32), ctx.concretize(types[3], I32)
    if base not in (0, 1) or value_type not in VALUE_TYPES or _wrong_sizes((rows, cols, nnz), index_type, base):
        return INVALID_VALUE
    if types[1] != index_type:
        return NOT_SUPPORTED
    fields: dict[str, Value] = {
        "format": format, "offsets type": index_type, "index type": index_type, "base": base,
        "value type": value_type, "batches": 1, "rows": rows, "cols": cols, "nnz": nnz,
    }  # fmt: skip
    handles.create(ctx, target, SPARSE_MATRIX, {**fields, **dict(zip(_POINTERS, pointers, strict=True))})
    return SUCCESS


@model("cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr)", device=False)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor, not the memory that it points to. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, SPARSE_MATRIX)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr, void *csrRowOffsets, void *csrColInd, "
    "void *csrValues)",
    "cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr, void *cscColOffsets, void *cscRowInd, "
    "void *cscValues)",
    "cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr, void *cooRows, void *cooColumns, "
    "void *cooValues)",
    device=False,
)
def set_pointers(ctx: ModelContext, descriptor: Value, offsets: Value, indices: Value, values: Value) -> Value:
    """Later operations work on these arrays."""
    matrix = sparse_matrix(ctx, descriptor)
    if matrix is None or matrix["format"] != _FORMATS[ctx.name[len("cusparse") :][:3]]:
        return INVALID_VALUE
    for name, pointer in zip(_POINTERS, (offsets, indices, values), strict=True):
        handles.put(ctx, descriptor, SPARSE_MATRIX, name, pointer)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, "
    "int64_t *nnz)",
    device=False,
)
def get_size(ctx: ModelContext, descriptor: Value, rows: Value, cols: Value, nnz: Value) -> Value:
    """The sizes, and the number of entries."""
    return told(ctx, descriptor, SPARSE_MATRIX, {"rows": rows, "cols": cols, "nnz": nnz})


@model(
    "cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr, cusparseFormat_t *format)",
    "cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr, cusparseIndexBase_t *idxBase)",
    "cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t spMatDescr, int *batchCount)",
    device=False,
)
def get_number(ctx: ModelContext, descriptor: Value, target: Value) -> Value:
    """The format, the base of the indices, or the number of matrices."""
    name = {"Format": "format", "IndexBase": "base", "StridedBatch": "batches"}[ctx.name.partition("Get")[2]]
    return told(ctx, descriptor, SPARSE_MATRIX, {name: target})


@model(
    "cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t spMatDescr, void **values)",
    "cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t spMatDescr, const void **values)",
    device=False,
)
def get_values(ctx: ModelContext, descriptor: Value, target: Value) -> Value:
    """The pointer to the values."""
    return told(ctx, descriptor, SPARSE_MATRIX, {"values": target})


@model("cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void *values)", device=False)
def set_values(ctx: ModelContext, descriptor: Value, values: Value) -> Value:
    """Later operations work on these values."""
    return given_values(ctx, descriptor, SPARSE_MATRIX, values)


def _attribute(ctx: ModelContext, descriptor: Value, attribute: Value, data: Value, size: Value) -> str | None:
    """The field of an attribute that is passed in so many bytes; None if something of that is wrong."""
    name = _ATTRIBUTES.get(ctx.concretize(attribute, I32))
    if not handles.is_given(ctx, descriptor, SPARSE_MATRIX) or name is None or handles.is_null(ctx, data):
        return None
    return name if ctx.concretize(size, I64) == I32.size else None


_ATTRIBUTE = "cusparseSpMatAttribute_t attribute, void *data, size_t dataSize"


@model(
    f"cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr, {_ATTRIBUTE})",
    device=False,
)
def set_attribute(ctx: ModelContext, descriptor: Value, attribute: Value, data: Value, size: Value) -> Value:
    """The fill mode or the diagonal type, of which triangular solvers take notice."""
    name = _attribute(ctx, descriptor, attribute, data, size)
    if name is None:
        return INVALID_VALUE
    value = ctx.load(data, I32)
    ctx.require(
        ctx.concretize(value, I32) in (0, 1), "api-misuse", f"{ctx.name} is given a value that is not an enumerator"
    )
    handles.put(ctx, descriptor, SPARSE_MATRIX, name, value)
    return SUCCESS


@model(
    f"cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr, {_ATTRIBUTE})",
    device=False,
)
def get_attribute(ctx: ModelContext, descriptor: Value, attribute: Value, data: Value, size: Value) -> Value:
    """What was set; CUSPARSE_FILL_MODE_LOWER and CUSPARSE_DIAG_TYPE_NON_UNIT before."""
    name = _attribute(ctx, descriptor, attribute, data, size)
    if name is None:
        return INVALID_VALUE
    ctx.store(data, handles.get(ctx, descriptor, SPARSE_MATRIX, name), I32)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount, "
    "int64_t offsetsBatchStride, int64_t columnsValuesBatchStride)",
    device=False,
)
def set_compressed_batch(
    ctx: ModelContext, descriptor: Value, count: Value, offsets_stride: Value, values_stride: Value
) -> Value:
    """Several matrices of the same sizes, so many elements of the arrays apart; a stride of 0 is that of one array
    for all."""
    matrix = sparse_matrix(ctx, descriptor)
    if matrix is None or matrix["format"] != CSR:
        return INVALID_VALUE
    return _set_batch(ctx, matrix, count, (offsets_stride, values_stride), (matrix.rows + 1, matrix.nnz))


@model(
    "cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount, "
    "int64_t batchStride)",
    device=False,
)
def set_coordinates_batch(ctx: ModelContext, descriptor: Value, count: Value, stride: Value) -> Value:
    """As cusparseCsrSetStridedBatch, with one stride for the three arrays."""
    matrix = sparse_matrix(ctx, descriptor)
    if matrix is None or matrix["format"] != COO:
        return INVALID_VALUE
    return _set_batch(ctx, matrix, count, (stride, stride), (matrix.nnz, matrix.nnz))


def _set_batch(
    ctx: ModelContext, matrix: SparseMatrix, count: Value, given: tuple[Value, Value], least: tuple[int, int]
) -> int:
    number = signed(ctx.concretize(count, I32), 32)
    strides = [size_argument(ctx, stride) for stride in given]
    wrong = any(stride != 0 and stride < size for stride, size in zip(strides, least, strict=True))
    if number <= 0 or min(strides) < 0 or wrong:
        return INVALID_VALUE
    for name, value in (("batches", number), ("offsets stride", strides[0]), ("values stride", strides[1])):
        handles.put(ctx, matrix.handle, SPARSE_MATRIX, name, value)
    return SUCCESS


@model(
    *(
        f"cusparseStatus_t cusparse{const}{format}Get(cusparse{const}SpMatDescr_t spMatDescr, int64_t *rows, "
        f"int64_t *cols, int64_t *nnz, {qualifier}void **{names[0]}, {qualifier}void **{names[1]}, "
        f"{qualifier}void **{names[2]}, cusparseIndexType_t *{names[3]}, cusparseIndexType_t *{names[4]}, "
        "cusparseIndexBase_t *idxBase, cudaDataType *valueType)"
        for format, names in (
            ("Csr", ("csrRowOffsets", "csrColInd", "csrValues", "csrRowOffsetsType", "csrColIndType")),
            ("Csc", ("cscColOffsets", "cscRowInd", "cscValues", "cscColOffsetsType", "cscRowIndType")),
        )
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    *(
        f"cusparseStatus_t cusparse{const}CooGet(cusparse{const}SpMatDescr_t spMatDescr, int64_t *rows, "
        f"int64_t *cols, int64_t *nnz, {qualifier}void **cooRowInd, {qualifier}void **cooColInd, "
        f"{qualifier}void **cooValues, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase, "
        "cudaDataType *valueType)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def get_all(ctx: ModelContext, descriptor: Value, *targets: Value) -> Value:
    """What the matrix was created with, or has been given since."""
    matrix = sparse_matrix(ctx, descriptor)
    format = _FORMATS[ctx.name.removesuffix("Get")[-3:]]
    if matrix is None or matrix["format"] != format:
        return INVALID_VALUE
    names = ["rows", "cols", "nnz", *_POINTERS, "offsets type", "index type", "base", "value type"]
    if format == COO:
        names.remove("offsets type")
    return told(ctx, descriptor, SPARSE_MATRIX, dict(zip(names, targets, strict=True)))
