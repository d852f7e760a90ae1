"""LU factors with partial pivoting (cuSOLVER reference, "cusolverDn<t>getrf()", "cusolverDn<t>getrs()")."""

from collections.abc import Sequence
from typing import Any

from cudabmc.modelapi import I32, IntType, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import workspace
from opmodels.libraries.cusolver.dense.types import declarations, element_of_name
from opmodels.libraries.cusolver.factors import lu
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.registry import model
from opmodels.runtime.handle import is_null


def factorisation(ctx: ModelContext, a: Panel, pivots: Value, info: Value, index: IntType = I32) -> SolverOperation:
    """L and U in place of A. Without an array for the pivots no rows are exchanged."""
    pivoting = not is_null(ctx, pivots)
    least = min(a.rows, a.columns)
    targets: list[Panel | Integers] = [a, Integers(info, 1, I32, "devInfo", (0, least))]
    if pivoting:
        targets.append(Integers(pivots, least, index, "devIpiv", (1, max(1, a.rows))))

    def compute(columns: NumberColumns) -> Sequence[Any]:
        original, precision = [list(column) for column in columns], precision_of(a.element)
        exchanged, failed = lu.factorise(columns, a.rows, precision, pivoting=pivoting)
        doubtful = lu.has_doubtful_pivot(original, columns, exchanged, a.rows, precision)
        return [columns, range(least + 1) if doubtful else [failed], exchanged][: len(targets)]

    return SolverOperation([a], targets, compute, a.rows * a.columns * least // 3)


def solution(
    ctx: ModelContext, a: Panel, pivots: Value, b: Panel, info: Value, operation: int, index: IntType = I32
) -> SolverOperation:
    """X in place of B."""
    sources: list[Panel | Integers] = [a, b]
    if not is_null(ctx, pivots):
        sources.append(Integers(pivots, a.rows, index, "devIpiv", (1, a.rows)))

    def compute(factors: NumberColumns, right: NumberColumns, exchanged: list[int] | None = None) -> Sequence[Any]:
        precision = precision_of(a.element)
        if lu.is_about_singular(factors, precision):
            return None, [0]
        lu.solve_factored(factors, exchanged, right, operation, precision)
        return right, [0]

    result = Integers(info, 1, I32, "devInfo", (0, 0))
    return SolverOperation(sources, [b, result], compute, a.rows * a.rows * b.columns)


_SIZES = "cusolverDnHandle_t handle, int m, int n, {T} *A, int lda, "


@model(*declarations("{L}getrf_bufferSize(" + _SIZES + "int *Lwork)"), device=False)
def factorise_size(ctx: ModelContext, handle: Value, m: Value, n: Value, a: Value, lda: Value, lwork: Value) -> Value:
    """How many numbers the workspace of getrf needs."""
    rows, columns, leading = integers(ctx, m, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(*declarations("{L}getrf(" + _SIZES + "{T} *Workspace, int *devIpiv, int *devInfo)"), device=False)
def factorise(
    ctx: ModelContext, handle: Value, m: Value, n: Value, a: Value, lda: Value, buffer: Value, pivots: Value,
    info: Value,
) -> Value:  # fmt: skip
    """P * A = L * U; devInfo tells of a zero on the diagonal of U."""
    rows, columns, leading = integers(ctx, m, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, None, workspace.numbers(rows, columns), element.size, "Workspace")
    matrix = Panel(a, rows, columns, leading, element, "A")
    perform(ctx, stream, factorisation(ctx, matrix, pivots, info), use)
    return SUCCESS


@model(
    *declarations(
        "{L}getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const {T} *A, int lda, "
        "const int *devIpiv, {T} *B, int ldb, int *devInfo)"
    ),
    device=False,
)
def solve(
    ctx: ModelContext, handle: Value, trans: Value, n: Value, nrhs: Value, a: Value, lda: Value, pivots: Value,
    b: Value, ldb: Value, info: Value,
) -> Value:  # fmt: skip
    """op(A) * X = B, by the factors that getrf gives."""
    size, count, first, second, operation = integers(ctx, n, nrhs, lda, ldb, trans)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if min(size, count) < 0 or min(first, second) < max(1, size) or operation not in (0, 1, 2):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    matrix = Panel(a, size, size, first, element, "A")
    right = Panel(b, size, count, second, element, "B")
    perform(ctx, stream, solution(ctx, matrix, pivots, right, info, operation))
    return SUCCESS
