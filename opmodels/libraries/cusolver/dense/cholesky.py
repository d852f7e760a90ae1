"""Cholesky factors (cuSOLVER reference, "cusolverDn<t>potrf()", "cusolverDn<t>potrs()", "cusolverDn<t>potri()")."""

from collections.abc import Sequence
from typing import Any

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import workspace
from opmodels.libraries.cusolver.dense.types import declarations, element_of_name
from opmodels.libraries.cusolver.factors import cholesky
from opmodels.libraries.cusolver.factors.precision import NumberColumns, adjoint
from opmodels.registry import model

TRIANGLES = ("lower", "upper")
"""By cublasFillMode_t."""


def _as_lower(columns: NumberColumns, a: Panel) -> NumberColumns:
    return columns if a.triangle == "lower" else adjoint(columns, a.rows)


def factorisation(a: Panel, info: Value) -> SolverOperation:
    """The factor in place of a triangle of A."""

    def compute(columns: NumberColumns) -> Sequence[Any]:
        factor = _as_lower(columns, a)
        failed = cholesky.factorise(factor, precision_of(a.element))
        if failed is None:
            return None, None
        return None if failed else _as_lower(factor, a), [failed]

    result = Integers(info, 1, I32, "devInfo", (0, a.rows))
    return SolverOperation([a], [a, result], compute, a.rows**3 // 6)


def solution(a: Panel, b: Panel, info: Value) -> SolverOperation:
    """X in place of B."""

    def compute(columns: NumberColumns, right: NumberColumns) -> Sequence[Any]:
        cholesky.solve_factored(_as_lower(columns, a), right, precision_of(a.element))
        return right, [0]

    return SolverOperation([a, b], [b, Integers(info, 1, I32, "devInfo", (0, 0))], compute, a.rows**2 * b.columns)


def inversion(a: Panel, info: Value) -> SolverOperation:
    """The triangle of the inverse in place of the factor."""

    def compute(columns: NumberColumns) -> Sequence[Any]:
        found, failed = cholesky.inverse(_as_lower(columns, a), precision_of(a.element))
        return found, [failed]

    return SolverOperation([a], [a, Integers(info, 1, I32, "devInfo", (0, a.rows))], compute, a.rows**3)


_HEAD = "(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, {T} *A, int lda, "


@model(
    *declarations("{L}potrf_bufferSize" + _HEAD + "int *Lwork)"),
    *declarations("{L}potri_bufferSize" + _HEAD + "int *lwork)"),
    device=False,
)
def size_of_buffer(ctx: ModelContext, handle: Value, uplo: Value, n: Value, a: Value, lda: Value, size: Value) -> Value:
    """How many numbers the workspace of potrf or potri needs."""
    triangle, rows, leading = integers(ctx, uplo, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, size, rows)


@model(
    *declarations("{L}potrf" + _HEAD + "{T} *Workspace, int Lwork, int *devInfo)"),
    *declarations("{L}potri" + _HEAD + "{T} *work, int lwork, int *devInfo)"),
    device=False,
)
def factorise(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, a: Value, lda: Value, buffer: Value, lwork: Value,
    info: Value,
) -> Value:  # fmt: skip
    """A = L * L^H, or U^H * U; potri: the inverse from such factors. What stands in A if devInfo is not 0 is
    arbitrary."""
    triangle, rows, leading, given = integers(ctx, uplo, n, lda, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows), element.size, "workspace")
    matrix = Panel(a, rows, rows, leading, element, "A", TRIANGLES[triangle])
    make = factorisation if ctx.name.endswith("potrf") else inversion
    perform(ctx, stream, make(matrix, info), use)
    return SUCCESS


@model(
    *declarations(
        "{L}potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const {T} *A, int lda, {T} *B, "
        "int ldb, int *devInfo)"
    ),
    device=False,
)
def solve(
    ctx: ModelContext, handle: Value, uplo: Value, n: Value, nrhs: Value, a: Value, lda: Value, b: Value, ldb: Value,
    info: Value,
) -> Value:  # fmt: skip
    """A * X = B, by the factors that potrf gives."""
    triangle, rows, count, first, second = integers(ctx, uplo, n, nrhs, lda, ldb)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if triangle not in (0, 1) or min(rows, count) < 0 or min(first, second) < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    matrix = Panel(a, rows, rows, first, element, "A", TRIANGLES[triangle])
    perform(ctx, stream, solution(matrix, Panel(b, rows, count, second, element, "B"), info))
    return SUCCESS
