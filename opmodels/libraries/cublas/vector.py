"""Functions from vectors to vectors (cuBLAS reference, "cuBLAS Level-1 Function Reference")."""

from collections.abc import Callable, Iterator

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cublas.handle import checked, stream_of
from opmodels.libraries.cublas.operand import VectorOperand, integer
from opmodels.libraries.cublas.scalar import given_scalar
from opmodels.libraries.cublas.types import NOT_INITIALIZED, SUCCESS
from opmodels.libraries.element import ELEMENTS, Element, add, multiply
from opmodels.libraries.stream_operations import issue
from opmodels.registry import ModelFunction, macro, model


def for_each_type(pattern: str, letters: str = "SDCZ") -> Iterator[tuple[Element, str]]:
    """The declarations of a function, `{L}` the letter in its name and `{T}` the type; and its newer name."""
    for letter in letters:
        signature = pattern.replace("{L}", letter).replace("{T}", ELEMENTS[letter].ctype)
        name = signature.split("(")[0].split()[-1]
        macro(f"{name}_v2", name)
        yield ELEMENTS[letter], f"cublasStatus_t {signature}"


def family(pattern: str, make: Callable[[Element], ModelFunction], letters: str = "SDCZ") -> None:
    """Register a function for several types."""
    for element, signature in for_each_type(pattern, letters):
        model(signature, device=False)(make(element))


def _axpy(element: Element) -> ModelFunction:
    def axpy_of_type(
        ctx: ModelContext, handle: Value, n: Value, alpha: Value, x: Value, incx: Value, y: Value, incy: Value
    ) -> Value:
        """y = alpha * x + y."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        return axpy(ctx, handle, n, alpha, (x, incx), (y, incy), element, element)

    return axpy_of_type


def axpy(
    ctx: ModelContext, handle: Value, n: Value, alpha: Value, x: tuple[Value, Value], y: tuple[Value, Value],
    element: Element, compute: Element,
) -> Value:  # fmt: skip
    """y = alpha * x + y, for vectors that are told by pointers and increments, in the type `compute`."""
    count = integer(ctx, n)
    source, target = (VectorOperand(p, count, integer(ctx, step), element) for p, step in (x, y))
    stream = stream_of(ctx, handle)
    if count <= 0:
        return SUCCESS
    factor = given_scalar(ctx, handle, alpha, compute, "alpha")
    source.check(ctx, "x")
    target.check(ctx, "y", write=True)

    def run() -> None:
        a = factor()
        pairs = zip(source.read_as(ctx, compute), target.read_as(ctx, compute), strict=True)
        target.write_as(ctx, [add(ctx, multiply(ctx, a, p, compute), q, compute) for p, q in pairs], compute)

    issue(ctx, stream, run)
    return SUCCESS


def _copy(element: Element) -> ModelFunction:
    def copy(ctx: ModelContext, handle: Value, n: Value, x: Value, incx: Value, y: Value, incy: Value) -> Value:
        """y = x; cublas<t>swap exchanges them."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        count, swaps = integer(ctx, n), ctx.name.endswith("swap")
        source = VectorOperand(x, count, integer(ctx, incx), element)
        target = VectorOperand(y, count, integer(ctx, incy), element)
        stream = stream_of(ctx, handle)
        if count <= 0:
            return SUCCESS
        source.check(ctx, "x", write=swaps)
        target.check(ctx, "y", write=True)

        def run() -> None:
            numbers = source.read(ctx)
            if swaps:
                source.write(ctx, target.read(ctx))
            target.write(ctx, numbers)

        issue(ctx, stream, run)
        return SUCCESS

    return copy


def _scal(element: Element, factor_type: Element) -> ModelFunction:
    def scal_of_type(ctx: ModelContext, handle: Value, n: Value, alpha: Value, x: Value, incx: Value) -> Value:
        """x = alpha * x; nothing happens for an increment that is not positive."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        return scal(ctx, handle, n, alpha, (x, incx), element, factor_type, element)

    return scal_of_type


def scal(
    ctx: ModelContext, handle: Value, n: Value, alpha: Value, x: tuple[Value, Value], element: Element,
    factor_type: Element, compute: Element,
) -> Value:  # fmt: skip
    """x = alpha * x, for a vector that is told by a pointer and an increment, in the type `compute`."""
    vector = VectorOperand(x[0], integer(ctx, n), integer(ctx, x[1]), element)
    stream = stream_of(ctx, handle)
    if vector.count <= 0 or vector.step <= 0:
        return SUCCESS
    factor = given_scalar(ctx, handle, alpha, factor_type, "alpha")
    vector.check(ctx, "x", write=True)
    real = Element(factor_type.ctype, factor_type.type, 1)

    def run() -> None:
        a, numbers = factor(), vector.read_as(ctx, compute)
        if factor_type.parts == compute.parts:
            products = [multiply(ctx, a, number, compute) for number in numbers]
        else:
            products = [tuple(multiply(ctx, a, (part,), real)[0] for part in number) for number in numbers]
        vector.write_as(ctx, products, compute)

    issue(ctx, stream, run)
    return SUCCESS


_XY = "cublasHandle_t handle, int n, {T} *x, int incx, {T} *y, int incy)"
family(
    "cublas{L}axpy(cublasHandle_t handle, int n, const {T} *alpha, const {T} *x, int incx, {T} *y, int incy)", _axpy
)
family("cublas{L}copy(" + _XY.replace("{T} *x", "const {T} *x"), _copy)
family("cublas{L}swap(" + _XY, _copy)
family(
    "cublas{L}scal(cublasHandle_t handle, int n, const {T} *alpha, {T} *x, int incx)",
    lambda element: _scal(element, element),
)
for _name, _letter, _real in (("Csscal", "C", "S"), ("Zdscal", "Z", "D")):
    macro(f"cublas{_name}_v2", f"cublas{_name}")
    model(
        f"cublasStatus_t cublas{_name}(cublasHandle_t handle, int n, const {ELEMENTS[_real].ctype} *alpha, "
        f"{ELEMENTS[_letter].ctype} *x, int incx)",
        device=False,
    )(_scal(ELEMENTS[_letter], ELEMENTS[_real]))
