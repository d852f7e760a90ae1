"""QR factors (cuSOLVER reference, "cusolverDn<t>geqrf()", "cusolverDn<t>ormqr()", "cusolverDn<t>orgqr()")."""

from collections.abc import Sequence
from typing import Any

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import workspace
from opmodels.libraries.cusolver.dense.types import declarations, element_of_name
from opmodels.libraries.cusolver.factors import householder
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.registry import model


def factorisation(a: Panel, tau: Value, info: Value) -> SolverOperation:
    """R and the reflections in place of A."""
    least = min(a.rows, a.columns)

    def compute(columns: NumberColumns) -> Sequence[Any]:
        taus = householder.factorise(columns, a.rows, precision_of(a.element))
        return columns, [taus], [0]

    result = Integers(info, 1, I32, "devInfo", (0, 0))
    writes: list[SolverOperand] = [a, vector(tau, least, a.element, "TAU"), result]
    return SolverOperation([a], writes, compute, 2 * a.rows * a.columns * least)


_SIZES = "cusolverDnHandle_t handle, int m, int n, {T} *A, int lda, "


@model(*declarations("{L}geqrf_bufferSize(" + _SIZES + "int *lwork)"), device=False)
def factorise_size(ctx: ModelContext, handle: Value, m: Value, n: Value, a: Value, lda: Value, lwork: Value) -> Value:
    """How many numbers the workspace of geqrf needs."""
    rows, columns, leading = integers(ctx, m, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(
    *declarations("{L}geqrf(" + _SIZES + "{T} *TAU, {T} *Workspace, int Lwork, int *devInfo)"), device=False
)
def factorise(
    ctx: ModelContext, handle: Value, m: Value, n: Value, a: Value, lda: Value, tau: Value, buffer: Value,
    lwork: Value, info: Value,
) -> Value:  # fmt: skip
    """A = Q * R."""
    rows, columns, leading, given = integers(ctx, m, n, lda, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if min(rows, columns) < 0 or leading < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows, columns), element.size, "workspace")
    perform(ctx, stream, factorisation(Panel(a, rows, columns, leading, element, "A"), tau, info), use)
    return SUCCESS


_Q = "(cusolverDnHandle_t handle, int m, int n, int k, {C}{T} *A, int lda, const {T} *tau, "


@model(*declarations("{L}{Q}gqr_bufferSize" + _Q.replace("{C}", "const ") + "int *lwork)"), device=False)
def generate_size(
    ctx: ModelContext, handle: Value, m: Value, n: Value, k: Value, a: Value, lda: Value, tau: Value, lwork: Value
) -> Value:
    """How many numbers the workspace of orgqr needs."""
    rows, columns, count, leading = integers(ctx, m, n, k, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if not 0 <= count <= columns <= rows or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(
    *declarations("{L}{Q}gqr" + _Q.replace("{C}", "") + "{T} *work, int lwork, int *info)"), device=False
)
def generate(
    ctx: ModelContext, handle: Value, m: Value, n: Value, k: Value, a: Value, lda: Value, tau: Value, buffer: Value,
    lwork: Value, info: Value,
) -> Value:  # fmt: skip
    """The first n columns of Q in place of the reflections."""
    rows, columns, count, leading, given = integers(ctx, m, n, k, lda, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if not 0 <= count <= columns <= rows or leading < max(1, rows):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows, columns), element.size, "workspace")
    reflections = Panel(a, rows, count, leading, element, "A", "lower")

    def compute(vectors: NumberColumns, taus: NumberColumns) -> Sequence[Any]:
        return householder.first_columns(vectors, taus[0], rows, columns, precision_of(element)), [0]

    reads: list[SolverOperand] = [reflections, vector(tau, count, element, "tau")]
    whole = Panel(a, rows, columns, leading, element, "A")
    writes: list[SolverOperand] = [whole, Integers(info, 1, I32, "info", (0, 0))]
    perform(ctx, stream, SolverOperation(reads, writes, compute, 2 * rows * columns * count), use)
    return SUCCESS


_PRODUCT = (
    "(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const {T} *A, "
    "int lda, const {T} *tau, {C}{T} *C, int ldc, "
)


def _is_product(name: str, side: int, trans: int, sizes: tuple[int, int, int], leading: tuple[int, int]) -> bool:
    """Are the arguments of ormqr valid? Of complex numbers Q is not transposed alone."""
    rows, columns, count = sizes
    order = rows if side == 0 else columns
    operations = (0, 2) if element_of_name(name).parts == 2 else (0, 1, 2)
    fits = side in (0, 1) and trans in operations and min(rows, columns) >= 0 and 0 <= count <= order
    return fits and leading[0] >= max(1, order) and leading[1] >= max(1, rows)


@model(*declarations("{L}{Q}mqr_bufferSize" + _PRODUCT.replace("{C}", "const ") + "int *lwork)"), device=False)
def multiply_size(
    ctx: ModelContext, handle: Value, side: Value, trans: Value, m: Value, n: Value, k: Value, a: Value, lda: Value,
    tau: Value, c: Value, ldc: Value, lwork: Value,
) -> Value:  # fmt: skip
    """How many numbers the workspace of ormqr needs."""
    place, operation, rows, columns, count, first, second = integers(ctx, side, trans, m, n, k, lda, ldc)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if not _is_product(ctx.name, place, operation, (rows, columns, count), (first, second)):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(
    *declarations("{L}{Q}mqr" + _PRODUCT.replace("{C}", "") + "{T} *work, int lwork, int *devInfo)"), device=False
)
def multiply(
    ctx: ModelContext, handle: Value, side: Value, trans: Value, m: Value, n: Value, k: Value, a: Value, lda: Value,
    tau: Value, c: Value, ldc: Value, buffer: Value, lwork: Value, info: Value,
) -> Value:  # fmt: skip
    """op(Q) * C or C * op(Q) in place of C."""
    place, operation, rows, columns, count, first, second, given = integers(
        ctx, side, trans, m, n, k, lda, ldc, lwork
    )
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if not _is_product(ctx.name, place, operation, (rows, columns, count), (first, second)):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows, columns), element.size, "workspace")
    order, precision, transposes = rows if place == 0 else columns, precision_of(element), operation != 0
    target = Panel(c, rows, columns, second, element, "C")

    def compute(vectors: NumberColumns, taus: NumberColumns, right: NumberColumns) -> Sequence[Any]:
        if place == 0:
            householder.multiply(vectors, taus[0], right, precision, transposes=transposes)
            return right, [0]
        found = householder.multiplied_from_right(
            vectors, taus[0], right, rows, precision, transposes=transposes
        )
        return found, [0]

    reflections = Panel(a, order, count, first, element, "A", "lower")
    reads: list[SolverOperand] = [reflections, vector(tau, count, element, "tau"), target]
    writes: list[SolverOperand] = [target, Integers(info, 1, I32, "devInfo", (0, 0))]
    perform(ctx, stream, SolverOperation(reads, writes, compute, 2 * rows * columns * count), use)
    return SUCCESS
