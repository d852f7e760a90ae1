"""Systems with a triangular matrix (cuBLAS reference, "cublas<t>trsm()")."""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import ModelContext, Value
from opmodels.libc.expression import is_null
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cublas.handle import checked, stream_of
from opmodels.libraries.cublas.operand import Matrix, integer
from opmodels.libraries.cublas.scalar import given_scalar
from opmodels.libraries.cublas.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cublas.vector import family
from opmodels.libraries.cusparse.division import divide
from opmodels.libraries.element import Element, Number, conjugate, is_zero, load, multiply, subtract
from opmodels.libraries.stream_operations import issue
from opmodels.registry import ModelFunction

RIGHT, UPPER, UNIT = 1, 1, 1
"""cublasSideMode_t, cublasFillMode_t, cublasDiagType_t"""


@dataclass(frozen=True, slots=True)
class TriangularSystem:
    """op(A) * X = alpha * B, or X * op(A) = alpha * B, of which X takes the place of B."""

    side: int
    uplo: int
    operation: int
    diagonal: int
    a: Matrix
    b: Matrix

    @property
    def is_valid(self) -> bool:
        """Are the arguments in their ranges?"""
        modes = self.side in (0, 1) and self.uplo in (0, 1) and self.diagonal in (0, 1) and self.operation in (0, 1, 2)
        sizes = self.b.rows >= 0 and self.b.columns >= 0
        return modes and sizes and self.a.leading >= max(1, self.a.rows) and self.b.leading >= max(1, self.b.rows)

    def _triangle(self, ctx: ModelContext) -> dict[tuple[int, int], Number]:
        """The numbers of op(A), or of its transpose for X * op(A), by row and column; no others are read."""
        found, element = {}, self.a.element
        turned = (self.operation != 0) != (self.side == RIGHT)
        for column in range(self.a.columns):
            rows = range(column + 1) if self.uplo == UPPER else range(column, self.a.rows)
            for row in rows:
                if row == column and self.diagonal == UNIT:
                    continue
                place = ctx.add(self.a.pointer, (column * self.a.leading + row) * element.size)
                number = load(ctx, place, element, cross=True)
                if self.operation == 2:
                    number = conjugate(ctx, number, element)
                found[(column, row) if turned else (row, column)] = number
        return found

    def solve(self, ctx: ModelContext, alpha: Number) -> None:
        """"If alpha == 0 then A is not referenced and B does not have to be a valid input"."""
        element, count = self.b.element, self.b.columns
        if is_zero(ctx, alpha, element) is True:
            self.b.write(ctx, [[element.zero] * self.b.rows for _ in range(count)])
            return
        numbers, right = self._triangle(ctx), self.b.read(ctx)
        if not is_computed(ctx, [list(numbers.values()), [alpha], *right], len(numbers) * max(self.b.rows, count)):
            self.b.write(ctx, [[arbitrary(ctx, element) for _ in column] for column in right])
            return
        vectors: list[Sequence[Number]] = list(right) if self.side != RIGHT else list(zip(*right, strict=True))
        solved = [self._solution(ctx, numbers, [multiply(ctx, alpha, n, element) for n in v]) for v in vectors]
        self.b.write(ctx, solved if self.side != RIGHT else list(zip(*solved, strict=True)))

    def _solution(self, ctx: ModelContext, numbers: dict[tuple[int, int], Number], b: list[Number]) -> list[Number]:
        element, size = self.b.element, len(b)
        turned = (self.operation != 0) != (self.side == RIGHT)
        forwards = (self.uplo == UPPER) == turned
        done: list[int] = []
        for step in range(size) if forwards else range(size - 1, -1, -1):
            for inner in done:
                b[step] = subtract(ctx, b[step], multiply(ctx, numbers[step, inner], b[inner], element), element)
            if self.diagonal != UNIT:
                b[step] = divide(ctx, b[step], numbers[step, step], element)
            done.append(step)
        return b


def _trsm(element: Element) -> ModelFunction:
    def trsm(
        ctx: ModelContext, handle: Value, side: Value, uplo: Value, trans: Value, diag: Value, m: Value, n: Value,
        alpha: Value, a: Value, lda: Value, b: Value, ldb: Value,
    ) -> Value:  # fmt: skip
        """X in place of B; only a triangle of A is read. "No test for singularity": a 0 on the diagonal divides."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        modes = [integer(ctx, mode) for mode in (side, uplo, trans, diag)]
        rows, columns, first, second = (integer(ctx, size) for size in (m, n, lda, ldb))
        order = columns if modes[0] == RIGHT else rows
        matrix, target = Matrix(a, order, order, first, element), Matrix(b, rows, columns, second, element)
        system = TriangularSystem(modes[0], modes[1], modes[2], modes[3], matrix, target)
        if not system.is_valid or ctx.decide(is_null(ctx, alpha)):
            return INVALID_VALUE
        stream = stream_of(ctx, handle)
        if rows == 0 or columns == 0:
            return SUCCESS
        factor = given_scalar(ctx, handle, alpha, element, "alpha")
        matrix.check(ctx, "A")
        target.check(ctx, "B", write=True)
        issue(ctx, stream, lambda: system.solve(ctx, factor()))
        return SUCCESS

    return trsm


family(
    "cublas{L}trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, "
    "cublasDiagType_t diag, int m, int n, const {T} *alpha, const {T} *A, int lda, {T} *B, int ldb)",
    _trsm,
)
