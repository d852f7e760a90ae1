"""Products and sums of matrices (cuBLAS reference, "cuBLAS Level-3 Function Reference", "BLAS-like Extension")."""

from collections.abc import Callable
from dataclasses import dataclass

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.expression import is_null
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cublas.at_once import multiplied_at_once
from opmodels.libraries.cublas.handle import checked, stream_of
from opmodels.libraries.cublas.operand import Matrix, integer
from opmodels.libraries.cublas.product import operated, product
from opmodels.libraries.cublas.scalar import given_scalar
from opmodels.libraries.cublas.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cublas.vector import family
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import Element, Number, add, choose, converted, is_zero, multiply
from opmodels.libraries.scalar_parameter import ReadScalar
from opmodels.libraries.stream_operations import issue
from opmodels.registry import ModelFunction


@dataclass(frozen=True, slots=True)
class Elements:
    """The types of the numbers in A and B, in C, and of the arithmetic and the scalars."""

    source: Element
    target: Element
    compute: Element


@dataclass(frozen=True, slots=True)
class _Shape:
    """The sizes of C = op(A) * op(B), and the leading dimensions."""

    operations: tuple[int, int]
    m: int
    n: int
    k: int
    leading: tuple[int, int, int]
    elements: Elements

    @classmethod
    def given(
        cls, ctx: ModelContext, operations: tuple[Value, Value], sizes: tuple[Value, Value, Value],
        leading: tuple[Value, Value, Value], elements: Elements,
    ) -> "_Shape":  # fmt: skip
        first, second = (ctx.concretize(operation, I32) for operation in operations)
        m, n, k = (integer(ctx, size) for size in sizes)
        lda, ldb, ldc = (integer(ctx, size) for size in leading)
        return cls((first, second), m, n, k, (lda, ldb, ldc), elements)

    @property
    def is_valid(self) -> bool:
        """No negative sizes, and columns that do not overlap."""
        if any(operation not in (0, 1, 2) for operation in self.operations) or min(self.m, self.n, self.k) < 0:
            return False
        rows = (
            self.m if self.operations[0] == 0 else self.k,
            self.k if self.operations[1] == 0 else self.n,
            self.m,
        )
        return all(leading >= max(1, count) for leading, count in zip(self.leading, rows, strict=True))

    def matrices(self, a: Value, b: Value, c: Value) -> tuple[Matrix, Matrix, Matrix]:
        """A, B and C at these places."""
        (lda, ldb, ldc), e = self.leading, self.elements.source
        left = (self.m, self.k) if self.operations[0] == 0 else (self.k, self.m)
        right = (self.k, self.n) if self.operations[1] == 0 else (self.n, self.k)
        return Matrix(a, *left, lda, e), Matrix(b, *right, ldb, e), Matrix(c, self.m, self.n, ldc, self.elements.target)

    def multiply(self, ctx: ModelContext, scalars: tuple[ReadScalar, ReadScalar], a: Value, b: Value, c: Value) -> None:
        """C = alpha * op(A) * op(B) + beta * C. "If beta == 0, C does not have to be a valid input"."""
        e, (first, second, target) = self.elements.compute, self.matrices(a, b, c)
        alpha, beta = scalars[0](), scalars[1]()

        def read(matrix: Matrix) -> list[list[Number]]:
            return [[converted(ctx, number, matrix.element, e) for number in column] for column in matrix.read(ctx)]

        def write(columns: list[list[Number]]) -> None:
            target.write(ctx, [[converted(ctx, n, e, target.element) for n in column] for column in columns])

        transposed = self.operations[0] != 0, self.operations[1] != 0
        if multiplied_at_once(ctx, (alpha, beta), (first, second), transposed, target, e):
            return
        old = None if is_zero(ctx, beta, e) is True else read(target)
        if self.k == 0 or is_zero(ctx, alpha, e) is True:
            columns = old or [[e.zero] * self.m for _ in range(self.n)]
            scaled = [[multiply(ctx, beta, number, e) for number in column] for column in columns]
            nothing = is_zero(ctx, beta, e)
            write([[choose(ctx, nothing, e.zero, number, e) for number in column] for column in scaled])
            return
        left = operated(ctx, read(first), self.operations[0], e)
        right = operated(ctx, read(second), self.operations[1], e)
        write(product(ctx, alpha, left, right, beta, old, e))


def _scalars(ctx: ModelContext, handle: Value, alpha: Value, beta: Value, e: Element) -> tuple[ReadScalar, ReadScalar]:
    return given_scalar(ctx, handle, alpha, e, "alpha"), given_scalar(ctx, handle, beta, e, "beta")


def _without(ctx: ModelContext, *pointers: Value) -> bool:
    return any(ctx.decide(is_null(ctx, pointer)) for pointer in pointers)


def _gemm(element: Element) -> ModelFunction:
    def gemm(
        ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
        a: Value, lda: Value, b: Value, ldb: Value, beta: Value, c: Value, ldc: Value,
    ) -> Value:  # fmt: skip
        """C = alpha * op(A) * op(B) + beta * C."""
        elements = Elements(element, element, element)
        return strided(ctx, handle, (transa, transb), (m, n, k), alpha, (a, b), beta, c, (lda, ldb, ldc), elements)

    return gemm


def strided(
    ctx: ModelContext, handle: Value, operations: tuple[Value, Value], sizes: tuple[Value, Value, Value],
    alpha: Value, sources: tuple[Value, Value], beta: Value, c: Value, leading: tuple[Value, Value, Value],
    elements: Elements, strides: tuple[int, int, int] = (0, 0, 0), count: int = 1,
) -> Value:  # fmt: skip
    """`count` products, whose matrices are `strides` numbers behind each other."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    shape = _Shape.given(ctx, operations, sizes, leading, elements)
    if not shape.is_valid or count < 0 or _without(ctx, alpha, beta):
        return INVALID_VALUE
    stream = stream_of(ctx, handle)
    if shape.m == 0 or shape.n == 0 or count == 0:
        return SUCCESS
    scalars = _scalars(ctx, handle, alpha, beta, elements.compute)

    def places(index: int) -> list[Value]:
        pointers, kinds = (*sources, c), (elements.source, elements.source, elements.target)
        return [ctx.add(p, index * s * e.size) for p, s, e in zip(pointers, strides, kinds, strict=True)]

    for index in range(count):
        for matrix, what in zip(shape.matrices(*places(index)), "ABC", strict=True):
            if what == "C" or shape.k > 0:
                matrix.check(ctx, what, write=what == "C")

    def run() -> None:
        for index in range(count):
            shape.multiply(ctx, scalars, *places(index))

    issue(ctx, stream, run)
    return SUCCESS


def _gemm_strided(element: Element) -> ModelFunction:
    def gemm_strided_batched(
        ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
        a: Value, lda: Value, stride_a: Value, b: Value, ldb: Value, stride_b: Value, beta: Value, c: Value,
        ldc: Value, stride_c: Value, count: Value,
    ) -> Value:  # fmt: skip
        """As many products as batchCount says, of matrices at equal distances."""
        first, second, third = (signed(ctx.concretize(s, I64), 64) for s in (stride_a, stride_b, stride_c))
        return strided(
            ctx, handle, (transa, transb), (m, n, k), alpha, (a, b), beta, c, (lda, ldb, ldc),
            Elements(element, element, element), (first, second, third), integer(ctx, count),
        )  # fmt: skip

    return gemm_strided_batched


def _gemm_batched(element: Element) -> ModelFunction:
    def gemm_batched(
        ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, k: Value, alpha: Value,
        a: Value, lda: Value, b: Value, ldb: Value, beta: Value, c: Value, ldc: Value, count: Value,
    ) -> Value:  # fmt: skip
        """As many products as batchCount says; the arrays of pointers to the matrices are memory of the device."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        elements = Elements(element, element, element)
        shape = _Shape.given(ctx, (transa, transb), (m, n, k), (lda, ldb, ldc), elements)
        batch = integer(ctx, count)
        if not shape.is_valid or batch < 0 or _without(ctx, alpha, beta):
            return INVALID_VALUE
        stream = stream_of(ctx, handle)
        if shape.m == 0 or shape.n == 0 or batch == 0:
            return SUCCESS
        scalars = _scalars(ctx, handle, alpha, beta, element)
        for array, what in ((a, "Aarray"), (b, "Barray"), (c, "Carray")):
            check_device_range(ctx, array, batch * PTR.size, what, write=False)

        def run() -> None:
            for index in range(batch):
                first, second, target = (
                    ctx.load(ctx.add(array, index * PTR.size), PTR, cross=True) for array in (a, b, c)
                )
                shape.multiply(ctx, scalars, first, second, target)

        issue(ctx, stream, run)
        return SUCCESS

    return gemm_batched


def _geam(element: Element) -> ModelFunction:
    def geam(
        ctx: ModelContext, handle: Value, transa: Value, transb: Value, m: Value, n: Value, alpha: Value, a: Value,
        lda: Value, beta: Value, b: Value, ldb: Value, c: Value, ldc: Value,
    ) -> Value:  # fmt: skip
        """C = alpha * op(A) + beta * op(B). A matrix whose factor is 0 is not looked at."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        operations = [ctx.concretize(operation, I32) for operation in (transa, transb)]
        rows, columns = integer(ctx, m), integer(ctx, n)
        leading = [integer(ctx, size) for size in (lda, ldb, ldc)]
        wrong = rows < 0 or columns < 0 or any(operation not in (0, 1, 2) for operation in operations)
        if wrong or _without(ctx, alpha, beta):
            return INVALID_VALUE
        shapes = [(rows, columns) if operation == 0 else (columns, rows) for operation in operations]
        if any(ld < max(1, s[0]) for ld, s in zip(leading, [*shapes, (rows, columns)], strict=True)):
            return INVALID_VALUE
        stream = stream_of(ctx, handle)
        if rows == 0 or columns == 0:
            return SUCCESS
        scalars = _scalars(ctx, handle, alpha, beta, element)
        sources = [Matrix(p, *s, ld, element) for p, s, ld in zip((a, b), shapes, leading[:2], strict=True)]
        target = Matrix(c, rows, columns, leading[2], element)
        target.check(ctx, "C", write=True)

        def run() -> None:
            parts = []
            for scalar, source, operation in zip(scalars, sources, operations, strict=True):
                factor = scalar()
                if is_zero(ctx, factor, element) is True:
                    continue
                read = operated(ctx, source.read(ctx), operation, element)
                parts.append([[multiply(ctx, factor, number, element) for number in column] for column in read])
            if len(parts) == 2:
                pairs = zip(*parts, strict=True)
                parts = [[[add(ctx, p, q, element) for p, q in zip(*pair, strict=True)] for pair in pairs]]
            target.write(ctx, parts[0] if parts else [[element.zero] * rows for _ in range(columns)])

        issue(ctx, stream, run)
        return SUCCESS

    return geam


_HEAD = "(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, "
_REGISTERED: tuple[tuple[str, Callable[[Element], ModelFunction]], ...] = (
    (
        "cublas{L}gemm" + _HEAD + "const {T} *alpha, const {T} *A, int lda, const {T} *B, int ldb, const {T} *beta, "
        "{T} *C, int ldc)",
        _gemm,
    ),
    (
        "cublas{L}gemmStridedBatched" + _HEAD + "const {T} *alpha, const {T} *A, int lda, long long strideA, "
        "const {T} *B, int ldb, long long strideB, const {T} *beta, {T} *C, int ldc, long long strideC, "
        "int batchCount)",
        _gemm_strided,
    ),
    (
        "cublas{L}gemmBatched" + _HEAD + "const {T} *alpha, const {T} *const *Aarray, int lda, "
        "const {T} *const *Barray, int ldb, const {T} *beta, {T} *const *Carray, int ldc, int batchCount)",
        _gemm_batched,
    ),
    (
        "cublas{L}geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, "
        "const {T} *alpha, const {T} *A, int lda, const {T} *beta, const {T} *B, int ldb, {T} *C, int ldc)",
        _geam,
    ),
)
for _pattern, _make in _REGISTERED:
    family(_pattern, _make)
