"""Triangular systems (cuSPARSE reference, "cusparseSpSV()", "cusparseSpSM()").

The fill mode and the diagonal type of the matrix say which entries count. A row without an entry on its diagonal is
undefined in the reference: the results that depend on it are arbitrary.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, PTR, ModelContext, Op, Value
from opmodels.libraries.accuracy import is_computed
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.computation import UNIFORM, elements_of
from opmodels.libraries.cusparse.dense import DenseMatrix, dense_matrix, dense_vector
from opmodels.libraries.cusparse.division import divide
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import NumberTypes, arbitrary_rows, operated, operated_numbers
from opmodels.libraries.cusparse.scalars import any_null, given_scalar
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix, sparse_matrix
from opmodels.libraries.cusparse.sparse_times_dense import with_operation
from opmodels.libraries.cusparse.structure import EntryPlace, read_structure
from opmodels.libraries.cusparse.types import CSC, INVALID_VALUE, LOWER, NOT_SUPPORTED, SUCCESS, UNIT, UPPER, is_of
from opmodels.libraries.element import Number, conjugate, multiply, subtract
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

_FIELDS = (("phase", I32), ("buffer", PTR))
_KINDS = {
    "SpSV": handles.HandleKind("SpSV descriptor", 0x59AC, _FIELDS),
    "SpSM": handles.HandleKind("SpSM descriptor", 0x59AD, _FIELDS),
}
_VECTOR = (
    "cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, cusparseConstSpMatDescr_t matA, "
    "cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t alg, "
    "cusparseSpSVDescr_t spsvDescr"
)
_MATRIX = (
    "cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, "
    "cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, "
    "cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr"
)


@dataclass(frozen=True, slots=True)
class System:
    """op(A) * C = alpha * op(B), for the triangle of A. `b` is given as op(B) without the conjugation."""

    a: SparseMatrix
    b: DenseMatrix
    c: DenseMatrix
    operations: tuple[int, int]
    elements: NumberTypes

    @property
    def is_lower(self) -> bool:
        """Is op(A) a lower triangle?"""
        return (self.a["fill mode"] == LOWER) == (self.operations[0] == 0)

    @property
    def is_valid(self) -> bool:
        """Is A a square, and do the sizes fit?"""
        return self.a.rows == self.a.cols == self.b.rows == self.c.rows and self.b.cols == self.c.cols

    def run(self, ctx: ModelContext, alpha: Number) -> None:
        """Read A and B and write C."""
        places = read_structure(ctx, self.a, "matA")
        numbers = self.a.values(ctx).read(ctx, self.a.nnz)
        b = self.b.read(ctx)
        solved = None
        if places is not None:
            right = [b[row] for row in range(self.b.rows)]
            if self.operations[1] == 2:
                right = [[conjugate(ctx, n, self.elements.compute) for n in row] for row in right]
            if is_computed(ctx, [[alpha], numbers, *right], max(len(places), len(right)) * self.c.cols):
                entries = operated_numbers(ctx, numbers, self.operations[0], self.elements.a)
                places = operated(places, self.operations[0])
                solved = self._solved(ctx, places, entries, alpha, right)
        if solved is None:
            solved = arbitrary_rows(ctx, range(self.c.rows), self.c.cols, self.elements.c)
        self.c.write(ctx, solved)

    def _solved(
        self, ctx: ModelContext, places: Sequence[EntryPlace], numbers: Sequence[Number], alpha: Number,
        right: Sequence[Sequence[Number]],
    ) -> dict[int, list[Number]] | None:  # fmt: skip
        """The rows of C; None if a diagonal is not there, or is there twice."""
        element = self.elements.compute
        unit = self.a["diagonal type"] == UNIT
        beside: dict[int, list[tuple[int, Number]]] = {row: [] for row in range(self.a.rows)}
        diagonal: dict[int, Number] = {}
        for (row, column), number in zip(places, numbers, strict=True):
            if row == column and not unit:
                if row in diagonal:
                    return None
                diagonal[row] = number
            elif row != column and (column < row) == self.is_lower:
                beside[row].append((column, number))
        if not unit and len(diagonal) < self.a.rows:
            return None
        solved: dict[int, list[Number]] = {}
        for row in range(self.a.rows) if self.is_lower else reversed(range(self.a.rows)):
            sums = [multiply(ctx, alpha, number, element) for number in right[row]]
            for column, number in beside[row]:
                sums = [
                    subtract(ctx, sum_, multiply(ctx, number, other, element), element)
                    for sum_, other in zip(sums, solved[column], strict=True)
                ]
            solved[row] = sums if unit else [divide(ctx, sum_, diagonal[row], element) for sum_ in sums]
        return solved


def _vector_system(
    ctx: ModelContext, op: Value, a: Value, x: Value, y: Value, compute: Value, alg: Value
) -> System | int:
    return _system(ctx, sparse_matrix(ctx, a), dense_vector(ctx, x), dense_vector(ctx, y), (op, 0), (compute, alg))


def _matrix_system(
    ctx: ModelContext, ops: tuple[Value, Value], a: Value, b: Value, c: Value, compute: Value, alg: Value
) -> System | int:
    return _system(ctx, sparse_matrix(ctx, a), dense_matrix(ctx, b), dense_matrix(ctx, c), ops, (compute, alg))


def _system(
    ctx: ModelContext, a: SparseMatrix | None, b: DenseMatrix | None, c: DenseMatrix | None,
    operations: tuple[Value, Value], types: tuple[Value, Value],
) -> System | int:  # fmt: skip
    if a is None or b is None or c is None or not is_of("cusparseSpSVAlg_t", ctx.concretize(types[1], I32)):
        return INVALID_VALUE
    first, second = (ctx.concretize(operation, I32) for operation in operations)
    if not is_of("cusparseOperation_t", first) or not is_of("cusparseOperation_t", second):
        return INVALID_VALUE
    if a["format"] == CSC or a["index type"] == 1:
        return NOT_SUPPORTED
    if a.batches != 1 or b.batches != 1 or c.batches != 1:
        ctx.unsupported(f"{ctx.name}() of several matrices")
    elements = elements_of(ctx, (a["value type"], b.type, c.type, ctx.concretize(types[0], I32)), UNIFORM)
    if elements is None:
        return NOT_SUPPORTED
    system = System(a, with_operation(b, second), c, (first, second), elements)
    return system if system.is_valid and a["fill mode"] in (LOWER, UPPER) else INVALID_VALUE


@model(
    "cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr)",
    "cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr)",
    device=False,
)
def create(ctx: ModelContext, target: Value) -> Value:
    """A descriptor of one system."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    handles.create(ctx, target, _kind(ctx))
    return SUCCESS


@model(
    "cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr)",
    "cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr)",
    device=False,
)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, _kind(ctx))
    return SUCCESS


def _kind(ctx: ModelContext) -> handles.HandleKind:
    return _KINDS["SpSV" if "SpSV" in ctx.name else "SpSM"]


def _is_given(ctx: ModelContext, handle: Value, descriptor: Value) -> bool:
    return checked(ctx, handle) and handles.is_given(ctx, descriptor, _kind(ctx))


def _asked_size(
    ctx: ModelContext, handle: Value, descriptor: Value, system: System | int, pointers: tuple[Value, Value]
) -> int:
    if not _is_given(ctx, handle, descriptor) or any_null(ctx, *pointers):
        return INVALID_VALUE
    if isinstance(system, int):
        return system
    workspace.store_size(ctx, pointers[1])
    return SUCCESS


def _analyse(
    ctx: ModelContext, handle: Value, descriptor: Value, system: System | int, alpha: Value, buffer: Value
) -> int:
    if not _is_given(ctx, handle, descriptor) or any_null(ctx, alpha):
        return INVALID_VALUE
    if isinstance(system, int):
        return system
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    system.a.check(ctx, "matA")
    kind = _kind(ctx)

    def run() -> None:
        workspace.use(ctx, buffer)
        read_structure(ctx, system.a, "matA")

    handles.put(ctx, descriptor, kind, "phase", 1)
    handles.put(ctx, descriptor, kind, "buffer", buffer)
    issue(ctx, stream, run)
    return SUCCESS


def _solve(ctx: ModelContext, handle: Value, descriptor: Value, system: System | int, alpha: Value) -> int:
    if not _is_given(ctx, handle, descriptor) or any_null(ctx, alpha):
        return INVALID_VALUE
    if isinstance(system, int):
        return system
    kind, name = _kind(ctx), ctx.name
    is_analysed = ctx.op(Op.EQ, BOOL, handles.get(ctx, descriptor, kind, "phase"), 1, of=I32)
    before = name.replace("_solve", "_analysis")
    ctx.require(is_analysed, "api-misuse", f"{name} comes before {before} with this descriptor")
    buffer = handles.get(ctx, descriptor, kind, "buffer")
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer, f"externalBuffer of {before}")
    given = given_scalar(ctx, handle, alpha, system.elements.compute, "alpha")
    system.a.check(ctx, "matA")
    system.b.check(ctx, "vecX" if "SpSV" in name else "matB")
    system.c.check(ctx, "vecY" if "SpSV" in name else "matC", write=True)

    def run() -> None:
        workspace.use(ctx, buffer)
        system.run(ctx, given())

    issue(ctx, stream, run)
    return SUCCESS


@model(f"cusparseStatus_t cusparseSpSV_bufferSize({_VECTOR}, size_t *bufferSize)", device=False)
def vector_size(
    ctx: ModelContext, handle: Value, op: Value, alpha: Value, a: Value, x: Value, y: Value, compute: Value,
    alg: Value, descriptor: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of the other functions."""
    return _asked_size(ctx, handle, descriptor, _vector_system(ctx, op, a, x, y, compute, alg), (alpha, size))


@model(f"cusparseStatus_t cusparseSpSV_analysis({_VECTOR}, void *externalBuffer)", device=False)
def analyse_vector(
    ctx: ModelContext, handle: Value, op: Value, alpha: Value, a: Value, x: Value, y: Value, compute: Value,
    alg: Value, descriptor: Value, buffer: Value,
) -> Value:  # fmt: skip
    """Must come before cusparseSpSV_solve, which uses the buffer too."""
    return _analyse(ctx, handle, descriptor, _vector_system(ctx, op, a, x, y, compute, alg), alpha, buffer)


@model(f"cusparseStatus_t cusparseSpSV_solve({_VECTOR})", device=False)
def solve_vector(
    ctx: ModelContext, handle: Value, op: Value, alpha: Value, a: Value, x: Value, y: Value, compute: Value,
    alg: Value, descriptor: Value,
) -> Value:  # fmt: skip
    """Y, for which op(A) * Y = alpha * X."""
    return _solve(ctx, handle, descriptor, _vector_system(ctx, op, a, x, y, compute, alg), alpha)


@model(f"cusparseStatus_t cusparseSpSM_bufferSize({_MATRIX}, size_t *bufferSize)", device=False)
def matrix_size(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, c: Value,
    compute: Value, alg: Value, descriptor: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of the other functions."""
    system = _matrix_system(ctx, (op_a, op_b), a, b, c, compute, alg)
    return _asked_size(ctx, handle, descriptor, system, (alpha, size))


@model(f"cusparseStatus_t cusparseSpSM_analysis({_MATRIX}, void *externalBuffer)", device=False)
def analyse_matrix(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, c: Value,
    compute: Value, alg: Value, descriptor: Value, buffer: Value,
) -> Value:  # fmt: skip
    """Must come before cusparseSpSM_solve, which uses the buffer too."""
    system = _matrix_system(ctx, (op_a, op_b), a, b, c, compute, alg)
    return _analyse(ctx, handle, descriptor, system, alpha, buffer)


@model(f"cusparseStatus_t cusparseSpSM_solve({_MATRIX})", device=False)
def solve_matrix(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, c: Value,
    compute: Value, alg: Value, descriptor: Value,
) -> Value:  # fmt: skip
    """C, for which op(A) * C = alpha * op(B)."""
    return _solve(ctx, handle, descriptor, _matrix_system(ctx, (op_a, op_b), a, b, c, compute, alg), alpha)
