"""A product of dense matrices at the entries of a sparse one (cuSPARSE reference, "cusparseSDDMM()")."""

from dataclasses import dataclass

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.computation import SDDMM_TYPES, elements_of
from opmodels.libraries.cusparse.dense import DenseMatrix, dense_matrix
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import NumberTypes, scaled
from opmodels.libraries.cusparse.scalars import any_null, given_scalar
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix, sparse_matrix
from opmodels.libraries.cusparse.sparse_times_dense import with_operation
from opmodels.libraries.cusparse.structure import read_structure
from opmodels.libraries.cusparse.types import CSR, INVALID_VALUE, NOT_SUPPORTED, SUCCESS, is_of
from opmodels.libraries.element import Number, add, converted, is_zero, multiply
from opmodels.libraries.scalar_parameter import ReadScalar
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model

_PARAMETERS = (
    "cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, "
    "cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC, "
    "cudaDataType computeType, cusparseSDDMMAlg_t alg, "
)


@dataclass(frozen=True, slots=True)
class _Product:
    """C = alpha * op(A) * op(B) + beta * C, at the entries of C alone. `a` and `b` are op(A) and op(B)."""

    a: DenseMatrix
    b: DenseMatrix
    c: SparseMatrix
    elements: NumberTypes

    @property
    def is_valid(self) -> bool:
        """Do the sizes fit, and the numbers of matrices?"""
        counts = {self.a.batches, self.b.batches, self.c.batches} - {1}
        fit = (self.a.rows, self.b.cols) == (self.c.rows, self.c.cols) and self.a.cols == self.b.rows
        return fit and (not counts or counts == {self.c.batches})

    def run(self, ctx: ModelContext, scalars: tuple[ReadScalar, ReadScalar]) -> None:
        """Read the matrices and write the numbers of C."""
        factors = scalars[0](), scalars[1]()
        for batch in range(self.c.batches):
            places = read_structure(ctx, self.c, "matC", batch)
            values = self.c.values(ctx, batch)
            no_old = is_zero(ctx, factors[1], self.elements.compute) is True
            old: list[Number | None] = [None] * self.c.nnz if no_old else list(values.read(ctx, self.c.nnz))
            of_a, of_b = (batch if matrix.batches > 1 else 0 for matrix in (self.a, self.b))
            a = self.a.read(ctx, None if places is None else (row for row, _ in places), of_a)
            b = self.b.read(ctx, batch=of_b)
            operands = [factors, *a.values(), *b.values(), *([n] for n in old if n is not None)]
            if places is None or not is_computed(ctx, operands, self.c.nnz * max(self.a.cols, 1)):
                values.write(ctx, [arbitrary(ctx, self.elements.c) for _ in range(self.c.nnz)])
                continue
            sums = [self._sum(ctx, a[row], [line[column] for line in b.values()]) for row, column in places]
            pairs = zip(sums, old, strict=True)
            values.write(ctx, [scaled(ctx, factors, sum_, before, self.elements) for sum_, before in pairs])

    def _sum(self, ctx: ModelContext, row: list[Number], column: list[Number]) -> Number:
        e = self.elements
        total = e.compute.zero
        for p, q in zip(row, column, strict=True):
            left, right = converted(ctx, p, e.a, e.compute), converted(ctx, q, e.b, e.compute)
            total = add(ctx, total, multiply(ctx, left, right, e.compute), e.compute)
        return total


def _product(
    ctx: ModelContext, ops: tuple[Value, Value], a: Value, b: Value, c: Value, compute: Value, alg: Value
) -> "_Product | int":
    left, right, target = dense_matrix(ctx, a), dense_matrix(ctx, b), sparse_matrix(ctx, c)
    first, second = (ctx.concretize(op, I32) for op in ops)
    if left is None or right is None or target is None or not is_of("cusparseSDDMMAlg_t", ctx.concretize(alg, I32)):
        return INVALID_VALUE
    if not is_of("cusparseOperation_t", first) or not is_of("cusparseOperation_t", second):
        return INVALID_VALUE
    if target["format"] != CSR or target["index type"] == 1 or 2 in (first, second):
        return NOT_SUPPORTED
    types = left.type, right.type, target["value type"], ctx.concretize(compute, I32)
    elements = elements_of(ctx, types, SDDMM_TYPES)
    if elements is None:
        return NOT_SUPPORTED
    product = _Product(with_operation(left, first), with_operation(right, second), target, elements)
    return product if product.is_valid else INVALID_VALUE


@model(f"cusparseStatus_t cusparseSDDMM_bufferSize({_PARAMETERS}size_t *bufferSize)", device=False)
def size_of_buffer(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of cusparseSDDMM."""
    product = _product(ctx, (op_a, op_b), a, b, c, compute, alg)
    if not checked(ctx, handle) or any_null(ctx, alpha, beta, size):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    workspace.store_size(ctx, size)
    return SUCCESS


@model(
    f"cusparseStatus_t cusparseSDDMM({_PARAMETERS}void *externalBuffer)",
    f"cusparseStatus_t cusparseSDDMM_preprocess({_PARAMETERS}void *externalBuffer)",
    device=False,
)
def multiply_sampled(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, buffer: Value,
) -> Value:  # fmt: skip
    """The entries of C, for each matrix of a batch. The preprocessing changes no result."""
    product = _product(ctx, (op_a, op_b), a, b, c, compute, alg)
    if not checked(ctx, handle) or any_null(ctx, alpha, beta):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    element, computes = product.elements.compute, not ctx.name.endswith("preprocess")
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    first, second = (given_scalar(ctx, handle, p, element, n) for p, n in ((alpha, "alpha"), (beta, "beta")))
    product.a.check(ctx, "matA")
    product.b.check(ctx, "matB")
    product.c.check(ctx, "matC", writes=("values",))

    def run() -> None:
        workspace.use(ctx, buffer)
        if computes:
            product.run(ctx, (first, second))

    issue(ctx, stream, run)
    return SUCCESS
