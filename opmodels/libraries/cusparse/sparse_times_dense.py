"""Sparse matrix times dense vector and dense matrix (cuSPARSE reference, "cusparseSpMV()", "cusparseSpMM()")."""

from dataclasses import dataclass, replace

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.computation import SPMV_TYPES, elements_of
from opmodels.libraries.cusparse.dense import DenseMatrix, dense_matrix, dense_vector
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import (
    NumberTypes,
    arbitrary_rows,
    multiplied,
    operated,
    operated_numbers,
)
from opmodels.libraries.cusparse.scalars import any_null, given_scalar
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix, sparse_matrix
from opmodels.libraries.cusparse.structure import read_structure
from opmodels.libraries.cusparse.types import COLUMNS_FIRST, INVALID_VALUE, NOT_SUPPORTED, ROWS_FIRST, SUCCESS, is_of
from opmodels.libraries.element import conjugate, is_zero
from opmodels.libraries.scalar_parameter import ReadScalar
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model

_VECTOR = (
    "cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, cusparseConstSpMatDescr_t matA, "
    "cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType, "
    "cusparseSpMVAlg_t alg, "
)
_MATRIX = (
    "cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, "
    "cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC, "
    "cudaDataType computeType, cusparseSpMMAlg_t alg, "
)
_TRANSPOSED_ORDER = {COLUMNS_FIRST: ROWS_FIRST, ROWS_FIRST: COLUMNS_FIRST}


@dataclass(frozen=True, slots=True)
class _Product:
    """C = alpha * op(A) * op(B) + beta * C. `b` is given as op(B) without the conjugation."""

    a: SparseMatrix
    b: DenseMatrix
    c: DenseMatrix
    operations: tuple[int, int]
    elements: NumberTypes

    @property
    def is_valid(self) -> bool:
        """Do the sizes fit, and the numbers of matrices?"""
        rows, inner = (self.a.rows, self.a.cols) if self.operations[0] == 0 else (self.a.cols, self.a.rows)
        counts = {self.a.batches, self.b.batches, self.c.batches} - {1}
        fit = (self.b.rows, self.c.rows, self.b.cols) == (inner, rows, self.c.cols)
        return fit and (not counts or counts == {self.c.batches})

    def check(self, ctx: ModelContext) -> None:
        """Require the memory that the operation works on."""
        self.a.check(ctx, "matA")
        self.b.check(ctx, "vecX" if "SpMV" in ctx.name else "matB")
        self.c.check(ctx, "vecY" if "SpMV" in ctx.name else "matC", write=True)

    def run(self, ctx: ModelContext, scalars: tuple[ReadScalar, ReadScalar]) -> None:
        """Read the matrices and write the result."""
        factors = scalars[0](), scalars[1]()
        for batch in range(self.c.batches):
            self._run_one(ctx, (factors[0], factors[1]), batch)

    def _run_one(self, ctx: ModelContext, factors: tuple[tuple[Value, ...], tuple[Value, ...]], batch: int) -> None:
        of_a, of_b = (batch if matrix.batches > 1 else 0 for matrix in (self.a, self.b))
        places = read_structure(ctx, self.a, "matA", of_a)
        numbers = self.a.values(ctx, of_a).read(ctx, self.a.nnz)
        old = None
        if is_zero(ctx, factors[1], self.elements.compute) is not True:
            old = self.c.read(ctx, batch=batch)
        if places is None:
            self.b.read(ctx, batch=of_b)
            self.c.write(ctx, arbitrary_rows(ctx, range(self.c.rows), self.c.cols, self.elements.c), batch)
            return
        places = operated(places, self.operations[0])
        numbers = operated_numbers(ctx, numbers, self.operations[0], self.elements.a)
        b = self.b.read(ctx, (inner for _, inner in places), of_b)
        if self.operations[1] == 2:
            b = {row: [conjugate(ctx, n, self.elements.b) for n in found] for row, found in b.items()}
        shape = (self.c.rows, self.c.cols)
        self.c.write(ctx, multiplied(ctx, places, numbers, b, factors, old, shape, self.elements), batch)


def with_operation(matrix: DenseMatrix, operation: int) -> DenseMatrix:
    """op(matrix), without a conjugation: the same numbers in the other order."""
    if operation == 0:
        return matrix
    return replace(matrix, rows=matrix.cols, cols=matrix.rows, order=_TRANSPOSED_ORDER[matrix.order])


def _vector_product(
    ctx: ModelContext, op: Value, a: Value, x: Value, y: Value, compute: Value, alg: Value
) -> "_Product | int":
    matrix, source, target = sparse_matrix(ctx, a), dense_vector(ctx, x), dense_vector(ctx, y)
    operation = ctx.concretize(op, I32)
    if matrix is None or source is None or target is None or not is_of("cusparseOperation_t", operation):
        return INVALID_VALUE
    if not is_of("cusparseSpMVAlg_t", ctx.concretize(alg, I32)) or matrix.batches != 1:
        return INVALID_VALUE
    return _product(ctx, matrix, source, target, (operation, 0), compute)


def _matrix_product(
    ctx: ModelContext, ops: tuple[Value, Value], a: Value, b: Value, c: Value, compute: Value, alg: Value
) -> "_Product | int":
    matrix, source, target = sparse_matrix(ctx, a), dense_matrix(ctx, b), dense_matrix(ctx, c)
    first, second = (ctx.concretize(op, I32) for op in ops)
    if matrix is None or source is None or target is None or not is_of("cusparseSpMMAlg_t", ctx.concretize(alg, I32)):
        return INVALID_VALUE
    if not is_of("cusparseOperation_t", first) or not is_of("cusparseOperation_t", second):
        return INVALID_VALUE
    return _product(ctx, matrix, with_operation(source, second), target, (first, second), compute)


def _product(
    ctx: ModelContext, a: SparseMatrix, b: DenseMatrix, c: DenseMatrix, operations: tuple[int, int], compute: Value
) -> "_Product | int":
    if a["index type"] == 1:
        return NOT_SUPPORTED
    elements = elements_of(ctx, (a["value type"], b.type, c.type, ctx.concretize(compute, I32)), SPMV_TYPES)
    if elements is None:
        return NOT_SUPPORTED
    product = _Product(a, b, c, operations, elements)
    return product if product.is_valid else INVALID_VALUE


def _asked_size(ctx: ModelContext, handle: Value, product: "_Product | int", pointers: tuple[Value, ...]) -> int:
    if not checked(ctx, handle) or any_null(ctx, *pointers):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    workspace.store_size(ctx, pointers[-1])
    return SUCCESS


def _multiply(
    ctx: ModelContext, handle: Value, product: "_Product | int", scalars: tuple[Value, Value], buffer: Value
) -> int:
    if not checked(ctx, handle) or any_null(ctx, *scalars):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    compute = product.elements.compute
    alpha, beta = (given_scalar(ctx, handle, p, compute, n) for p, n in zip(scalars, ("alpha", "beta"), strict=True))
    product.check(ctx)

    def run() -> None:
        workspace.use(ctx, buffer)
        if "preprocess" not in name:
            product.run(ctx, (alpha, beta))

    name = ctx.name
    issue(ctx, stream, run)
    return SUCCESS


@model(f"cusparseStatus_t cusparseSpMV_bufferSize({_VECTOR}size_t *bufferSize)", device=False)
def vector_size(
    ctx: ModelContext, handle: Value, op: Value, alpha: Value, a: Value, x: Value, beta: Value, y: Value,
    compute: Value, alg: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of cusparseSpMV."""
    return _asked_size(ctx, handle, _vector_product(ctx, op, a, x, y, compute, alg), (alpha, beta, size))


@model(
    f"cusparseStatus_t cusparseSpMV({_VECTOR}void *externalBuffer)",
    f"cusparseStatus_t cusparseSpMV_preprocess({_VECTOR}void *externalBuffer)",
    device=False,
)
def vector(
    ctx: ModelContext, handle: Value, op: Value, alpha: Value, a: Value, x: Value, beta: Value, y: Value,
    compute: Value, alg: Value, buffer: Value,
) -> Value:  # fmt: skip
    """Y = alpha * op(A) * X + beta * Y. If beta is 0, Y is not read. The preprocessing changes no result."""
    return _multiply(ctx, handle, _vector_product(ctx, op, a, x, y, compute, alg), (alpha, beta), buffer)


@model(f"cusparseStatus_t cusparseSpMM_bufferSize({_MATRIX}size_t *bufferSize)", device=False)
def matrix_size(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of cusparseSpMM."""
    return _asked_size(ctx, handle, _matrix_product(ctx, (op_a, op_b), a, b, c, compute, alg), (alpha, beta, size))


@model(
    f"cusparseStatus_t cusparseSpMM({_MATRIX}void *externalBuffer)",
    f"cusparseStatus_t cusparseSpMM_preprocess({_MATRIX}void *externalBuffer)",
    device=False,
)
def matrix(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, buffer: Value,
) -> Value:  # fmt: skip
    """C = alpha * op(A) * op(B) + beta * C, for each matrix of a batch; A or B may be one for all."""
    return _multiply(ctx, handle, _matrix_product(ctx, (op_a, op_b), a, b, c, compute, alg), (alpha, beta), buffer)
