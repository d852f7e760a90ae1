"""Eigenvalues and eigenvectors of symmetric and Hermitian matrices (cuSOLVER reference, "cusolverDn<t>syevd()",
"cusolverDn<t>syevj()")."""

from collections.abc import Sequence
from typing import Any

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import jacobi_parameters, workspace
from opmodels.libraries.cusolver.dense.cholesky import TRIANGLES
from opmodels.libraries.cusolver.dense.types import VECTORS, declarations, element_of_name, real_of
from opmodels.libraries.cusolver.factors import eigenvalues
from opmodels.libraries.cusolver.factors.precision import NumberColumns, adjoint
from opmodels.registry import model


def decomposition(a: Panel, w: Value, info: Value, *, vectors: bool, accurate: bool = True) -> SolverOperation:
    """The eigenvalues in W, and the eigenvectors in place of A, whose triangle is read. Without vectors A is
    arbitrary."""
    real, whole = real_of(a.element), Panel(a.pointer, a.rows, a.rows, a.leading, a.element, a.what)

    def compute(columns: NumberColumns) -> Sequence[Any]:
        if not accurate:
            return None, None, None
        precision = precision_of(a.element)
        lower = columns if a.triangle == "lower" else adjoint(columns, a.rows)
        values, found = eigenvalues.decompose(lower, precision)
        rounded = [precision.all(column) for column in found]
        return rounded if vectors else None, [precision_of(real).all(values)], [0]

    # An algorithm that does not converge says how many numbers are left; Jacobi's says n + 1.
    result = Integers(info, 1, I32, "info", (0, a.rows + 1))
    writes: list[SolverOperand] = [whole, vector(w, a.rows, real, "W"), result]
    return SolverOperation([a], writes, compute, 8 * a.rows**3, phases=vectors)


_SIZES = (
    "(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, {C}{T} *A, int lda, {C}{R} *W, "
)
_ASKED, _RUN = _SIZES.replace("{C}", "const "), _SIZES.replace("{C}", "")


@model(
    *declarations("{L}{Y}evd_bufferSize" + _ASKED + "int *lwork)"),
    *declarations("{L}{Y}evj_bufferSize" + _ASKED + "int *lwork, syevjInfo_t params)"),
    device=False,
)
def size_of_buffer(
    ctx: ModelContext, handle: Value, jobz: Value, uplo: Value, n: Value, a: Value, lda: Value, w: Value, lwork: Value,
    *params: Value,
) -> Value:  # fmt: skip
    """How many numbers the workspace of syevd or syevj needs."""
    mode, triangle, rows, leading = integers(ctx, jobz, uplo, n, lda)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    missing = any([not jacobi_parameters.is_given(ctx, one, "Syevj") for one in params])
    if missing or mode not in (0, 1) or triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows)


@model(
    *declarations("{L}{Y}evd" + _RUN + "{T} *work, int lwork, int *info)"),
    *declarations("{L}{Y}evj" + _RUN + "{T} *work, int lwork, int *info, syevjInfo_t params)"),
    device=False,
)
def decompose(
    ctx: ModelContext, handle: Value, jobz: Value, uplo: Value, n: Value, a: Value, lda: Value, w: Value,
    buffer: Value, lwork: Value, info: Value, *params: Value,
) -> Value:  # fmt: skip
    """A = V * W * V^H: real eigenvalues in rising order, and the eigenvectors if they are wanted."""
    mode, triangle, rows, leading, given = integers(ctx, jobz, uplo, n, lda, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    missing = any([not jacobi_parameters.is_given(ctx, one, "Syevj") for one in params])
    if missing or mode not in (0, 1) or triangle not in (0, 1) or rows < 0 or leading < max(1, rows):
        return INVALID_VALUE
    accurate = all([jacobi_parameters.is_accurate(ctx, one, "Syevj") for one in params])
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows), element.size, "workspace")
    matrix = Panel(a, rows, rows, leading, element, "A", TRIANGLES[triangle])
    for one in params:
        jacobi_parameters.note_call(ctx, one, "Syevj")
    perform(ctx, stream, decomposition(matrix, w, info, vectors=mode == VECTORS, accurate=accurate), use)
    return SUCCESS
