"""Singular values and vectors (cuSOLVER reference, "cusolverDn<t>gesvd()", "cusolverDn<t>gesvdj()")."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cudabmc.modelapi import I8, I32, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.handle import integers, is_dense, stream_of
from opmodels.libraries.cusolver.common.operand import Integers, Panel, vector
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.dense import jacobi_parameters, workspace
from opmodels.libraries.cusolver.dense.types import VECTORS, declarations, element_of_name, real_of
from opmodels.libraries.cusolver.factors import singular_values
from opmodels.libraries.cusolver.factors.precision import NumberColumns, adjoint
from opmodels.libraries.element import Element
from opmodels.registry import model

MatrixPlace = tuple[Value, int]
"""A matrix and its leading dimension."""


@dataclass(frozen=True, slots=True)
class Jobs:
    """What gesvd does with U and V^H: all of it ("A"), as much as there are singular values ("S"), in place of A
    ("O"), or nothing ("N")."""

    u: str
    vt: str

    @staticmethod
    def of(ctx: ModelContext, u: Value, vt: Value) -> "Jobs":
        """By the letters that a program gives."""
        return Jobs(*(chr(ctx.concretize(job, I8)) for job in (u, vt)))

    def is_valid(self, rows: int, columns: int, leading: tuple[int, int, int]) -> bool:
        """"gesvd only supports m>=n"; U and V^H cannot both take the place of A."""
        known = all(job in "ASON" for job in (self.u, self.vt)) and not self.u == self.vt == "O"
        fits = leading[0] >= max(1, rows) and leading[1] >= (max(1, rows) if self.u in "AS" else 1)
        return known and 0 <= columns <= rows and fits and leading[2] >= (max(1, columns) if self.vt in "AS" else 1)


def decomposition(a: Panel, s: Value, u: MatrixPlace, vt: MatrixPlace, info: Value, jobs: Jobs) -> SolverOperation:
    """S in falling order, U and V^H where they are wanted; what else stands in A is arbitrary."""
    element, least = a.element, min(a.rows, a.columns)
    writes: list[Panel | Integers] = [
        a, vector(s, least, real_of(element), "S"), Integers(info, 1, I32, "devInfo", (0, least)),
    ]  # fmt: skip
    if jobs.u in "AS":
        writes.append(Panel(u[0], a.rows, a.rows if jobs.u == "A" else least, u[1], element, "U"))
    if jobs.vt in "AS":
        writes.append(Panel(vt[0], a.columns if jobs.vt == "A" else least, a.columns, vt[1], element, "VT"))

    def compute(columns: NumberColumns) -> Sequence[Any]:
        precision = precision_of(element)
        values, left, right = singular_values.decompose(columns, a.rows, precision)
        left, turned = ([precision.all(column) for column in m] for m in (left, adjoint(right, a.columns)))
        in_place = left[: a.columns] if jobs.u == "O" else None
        if jobs.vt == "O":
            in_place = [[*column, *[precision.zero] * (a.rows - len(column))] for column in turned]
        found: list[Any] = [in_place, [precision_of(real_of(element)).all(values)], [0]]
        return found + [left] * (jobs.u in "AS") + [turned] * (jobs.vt in "AS")

    return SolverOperation([a], writes, compute, 16 * a.rows * a.columns**2, phases=True)


@model(
    *declarations("{L}gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int *lwork)"), device=False
)
def size_of_buffer(ctx: ModelContext, handle: Value, m: Value, n: Value, lwork: Value) -> Value:
    """How many numbers the workspace of gesvd needs."""
    rows, columns = integers(ctx, m, n)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    if not 0 <= columns <= rows:
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(
    *declarations(
        "{L}gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, {T} *A, int lda, "
        "{R} *S, {T} *U, int ldu, {T} *VT, int ldvt, {T} *work, int lwork, {R} *rwork, int *info)"
    ),
    device=False,
)
def decompose(
    ctx: ModelContext, handle: Value, jobu: Value, jobvt: Value, m: Value, n: Value, a: Value, lda: Value, s: Value,
    u: Value, ldu: Value, vt: Value, ldvt: Value, buffer: Value, lwork: Value, rwork: Value, info: Value,
) -> Value:  # fmt: skip
    """A = U * S * V^H, for at least as many rows as columns. rwork is not written, as an iteration that does not
    converge would."""
    rows, columns, first, second, third, given = integers(ctx, m, n, lda, ldu, ldvt, lwork)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    jobs = Jobs.of(ctx, jobu, jobvt)
    if not jobs.is_valid(rows, columns, (first, second, third)):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows, columns), element.size, "workspace")
    matrix = Panel(a, rows, columns, first, element, "A")
    perform(ctx, stream, decomposition(matrix, s, (u, second), (vt, third), info, jobs), use)
    return SUCCESS


_JACOBI = (
    "(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, {C}{T} *A, int lda, {C}{R} *S, "
    "{C}{T} *U, int ldu, {C}{T} *V, int ldv, "
)


def _is_jacobi(mode: int, sizes: tuple[int, int], leading: tuple[int, int, int]) -> bool:
    rows, columns = sizes
    fits = mode == 0 or (leading[1] >= max(1, rows) and leading[2] >= max(1, columns))
    return mode in (0, 1) and min(sizes) >= 0 and leading[0] >= max(1, rows) and fits


@model(
    *declarations("{L}gesvdj_bufferSize" + _JACOBI.replace("{C}", "const ") + "int *lwork, gesvdjInfo_t params)"),
    device=False,
)
def jacobi_size(
    ctx: ModelContext, handle: Value, jobz: Value, econ: Value, m: Value, n: Value, a: Value, lda: Value, s: Value,
    u: Value, ldu: Value, v: Value, ldv: Value, lwork: Value, params: Value,
) -> Value:  # fmt: skip
    """How many numbers the workspace of gesvdj needs."""
    mode, rows, columns, first, second, third = integers(ctx, jobz, m, n, lda, ldu, ldv)
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    missing = not jacobi_parameters.is_given(ctx, params, "Gesvdj")
    if missing or not _is_jacobi(mode, (rows, columns), (first, second, third)):
        return INVALID_VALUE
    return workspace.store_count(ctx, lwork, rows, columns)


@model(
    *declarations(
        "{L}gesvdj" + _JACOBI.replace("{C}", "") + "{T} *work, int lwork, int *info, gesvdjInfo_t params)"
    ),
    device=False,
)
def jacobi(
    ctx: ModelContext, handle: Value, jobz: Value, econ: Value, m: Value, n: Value, a: Value, lda: Value, s: Value,
    u: Value, ldu: Value, v: Value, ldv: Value, buffer: Value, lwork: Value, info: Value, params: Value,
) -> Value:  # fmt: skip
    """A = U * S * V^H; it gives V, not V^H. With econ, only the first min(m, n) columns of both."""
    mode, thin, rows, columns, first, second, third, given = integers(
        ctx, jobz, econ, m, n, lda, ldu, ldv, lwork
    )
    if not is_dense(ctx, handle):
        return NOT_INITIALIZED
    missing = not jacobi_parameters.is_given(ctx, params, "Gesvdj")
    if missing or not _is_jacobi(mode, (rows, columns), (first, second, third)):
        return INVALID_VALUE
    accurate = jacobi_parameters.is_accurate(ctx, params, "Gesvdj")
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    use = workspace.checked(ctx, buffer, given, workspace.numbers(rows, columns), element.size, "workspace")
    jacobi_parameters.note_call(ctx, params, "Gesvdj")
    matrix = Panel(a, rows, columns, first, element, "A")
    vectors = _Vectors(matrix, (u, second), (v, third), mode == VECTORS, thin != 0)
    perform(ctx, stream, vectors.decomposition(s, info, accurate=accurate), use)
    return SUCCESS


@dataclass(frozen=True, slots=True)
class _Vectors:
    """A, and where gesvdj puts U and V, if they are wanted, and whether all columns are."""

    a: Panel
    u: MatrixPlace
    v: MatrixPlace
    wanted: bool
    thin: bool

    def decomposition(self, s: Value, info: Value, *, accurate: bool) -> SolverOperation:
        """S, U and V; what stands in A is arbitrary."""
        a, least = self.a, min(self.a.rows, self.a.columns)
        element: Element = a.element
        writes: list[Panel | Integers] = [
            a, vector(s, least, real_of(element), "S"), Integers(info, 1, I32, "info", (0, least + 1)),
        ]  # fmt: skip
        if self.wanted:
            for (pointer, leading), size, what in ((self.u, a.rows, "U"), (self.v, a.columns, "V")):
                writes.append(Panel(pointer, size, least if self.thin else size, leading, element, what))

        def compute(columns: NumberColumns) -> Sequence[Any]:
            if not accurate:
                return [None] * len(writes)
            precision = precision_of(element)
            values, left, right = singular_values.decompose(columns, a.rows, precision)
            left, right = ([precision.all(column) for column in m] for m in (left, right))
            found: list[Any] = [None, [precision_of(real_of(element)).all(values)], [0]]
            return [*found, left, right][: len(writes)]

        return SolverOperation([a], writes, compute, 16 * a.rows * a.columns * least, phases=self.wanted)
