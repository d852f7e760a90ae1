"""Matrix and vector (cuBLAS reference, "cuBLAS Level-2 Function Reference")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libc.expression import is_null
from opmodels.libraries.cublas.at_once import multiplied_at_once
from opmodels.libraries.cublas.handle import checked, stream_of
from opmodels.libraries.cublas.operand import Matrix, VectorOperand, integer
from opmodels.libraries.cublas.product import operated, product
from opmodels.libraries.cublas.scalar import given_scalar
from opmodels.libraries.cublas.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cublas.vector import family
from opmodels.libraries.element import Element, add, conjugate, is_zero, multiply
from opmodels.libraries.stream_operations import issue
from opmodels.registry import ModelFunction


def _gemv(element: Element) -> ModelFunction:
    def gemv(
        ctx: ModelContext, handle: Value, trans: Value, m: Value, n: Value, alpha: Value, a: Value, lda: Value,
        x: Value, incx: Value, beta: Value, y: Value, incy: Value,
    ) -> Value:  # fmt: skip
        """y = alpha * op(A) * x + beta * y. "If beta == 0 then y does not have to be a valid input"."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        operation = ctx.concretize(trans, I32)
        rows, columns, leading = integer(ctx, m), integer(ctx, n), integer(ctx, lda)
        steps = integer(ctx, incx), integer(ctx, incy)
        without_scalar = any(ctx.decide(is_null(ctx, p)) for p in (alpha, beta))
        wrong = rows < 0 or columns < 0 or leading < max(1, rows) or 0 in steps or operation not in (0, 1, 2)
        if wrong or without_scalar:
            return INVALID_VALUE
        inner, outer = (columns, rows) if operation == 0 else (rows, columns)
        matrix = Matrix(a, rows, columns, leading, element)
        source, target = VectorOperand(x, inner, steps[0], element), VectorOperand(y, outer, steps[1], element)
        stream = stream_of(ctx, handle)
        if rows == 0 or columns == 0:
            return SUCCESS
        first, second = (given_scalar(ctx, handle, p, element, what) for p, what in ((alpha, "alpha"), (beta, "beta")))
        matrix.check(ctx, "A")
        source.check(ctx, "x")
        target.check(ctx, "y", write=True)

        def run() -> None:
            factor, old_factor = first(), second()
            given, result = source.as_matrix(), target.as_matrix()
            if given is not None and result is not None and multiplied_at_once(
                ctx, (factor, old_factor), (matrix, given), (operation != 0, False), result, element
            ):
                return
            old = None if is_zero(ctx, old_factor, element) is True else [target.read(ctx)]
            left = operated(ctx, matrix.read(ctx), operation, element)
            target.write(ctx, product(ctx, factor, left, [source.read(ctx)], old_factor, old, element)[0])

        issue(ctx, stream, run)
        return SUCCESS

    return gemv


def _ger(element: Element) -> ModelFunction:
    def ger(
        ctx: ModelContext, handle: Value, m: Value, n: Value, alpha: Value, x: Value, incx: Value, y: Value,
        incy: Value, a: Value, lda: Value,
    ) -> Value:  # fmt: skip
        """A = alpha * x * y^T + A; gerc conjugates y."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        rows, columns, leading = integer(ctx, m), integer(ctx, n), integer(ctx, lda)
        steps = integer(ctx, incx), integer(ctx, incy)
        wrong = rows < 0 or columns < 0 or 0 in steps or leading < max(1, rows)
        if wrong or ctx.decide(is_null(ctx, alpha)):
            return INVALID_VALUE
        left, right = VectorOperand(x, rows, steps[0], element), VectorOperand(y, columns, steps[1], element)
        matrix, conjugates = Matrix(a, rows, columns, leading, element), ctx.name.endswith("gerc")
        stream = stream_of(ctx, handle)
        if rows == 0 or columns == 0:
            return SUCCESS
        given = given_scalar(ctx, handle, alpha, element, "alpha")
        left.check(ctx, "x")
        right.check(ctx, "y")
        matrix.check(ctx, "A", write=True)

        def run() -> None:
            factor, column, row, old = given(), left.read(ctx), right.read(ctx), matrix.read(ctx)
            if conjugates:
                row = [conjugate(ctx, number, element) for number in row]
            matrix.write(ctx, [
                [
                    add(ctx, multiply(ctx, factor, multiply(ctx, p, q, element), element), number, element)
                    for p, number in zip(column, numbers, strict=True)
                ]
                for q, numbers in zip(row, old, strict=True)
            ])  # fmt: skip

        issue(ctx, stream, run)
        return SUCCESS

    return ger


family(
    "cublas{L}gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const {T} *alpha, const {T} *A, "
    "int lda, const {T} *x, int incx, const {T} *beta, {T} *y, int incy)",
    _gemv,
)
_GER = (
    "(cublasHandle_t handle, int m, int n, const {T} *alpha, const {T} *x, int incx, const {T} *y, int incy, {T} *A, "
    "int lda)"
)
family("cublas{L}ger" + _GER, _ger, "SD")
family("cublas{L}geru" + _GER, _ger, "CZ")
family("cublas{L}gerc" + _GER, _ger, "CZ")
