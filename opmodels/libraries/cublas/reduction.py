"""Functions from vectors to a number (cuBLAS reference, "cuBLAS Level-1 Function Reference")."""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.libc.expression import is_null, select
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cublas.at_once import dot_at_once
from opmodels.libraries.cublas.handle import checked, scalars_on_device, stream_of
from opmodels.libraries.cublas.operand import VectorOperand, integer
from opmodels.libraries.cublas.scalar import check_result, store_result, store_result_bytes
from opmodels.libraries.cublas.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cublas.vector import family
from opmodels.libraries.element import ELEMENTS, Element, Number, add, conjugate, multiply, size_of
from opmodels.libraries.stream_operations import issue
from opmodels.registry import ModelFunction, macro, model

Fold = Callable[[ModelContext, list[Number], Element], Number]


def _dot(element: Element) -> ModelFunction:
    def dot_of_type(
        ctx: ModelContext, handle: Value, n: Value, x: Value, incx: Value, y: Value, incy: Value, result: Value
    ) -> Value:
        """The sum of the products; dotc conjugates the numbers of x. No numbers give 0."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        return dot(ctx, handle, n, (x, incx), (y, incy), result, element, element, conjugates=ctx.name.endswith("dotc"))

    return dot_of_type


def dot(
    ctx: ModelContext, handle: Value, n: Value, x: tuple[Value, Value], y: tuple[Value, Value], result: Value,
    element: Element, compute: Element, *, conjugates: bool,
) -> Value:  # fmt: skip
    """The sum of the products of vectors, told by pointers and increments, in the type `compute`."""
    count = max(integer(ctx, n), 0)
    left, right = (VectorOperand(p, count, integer(ctx, step), element) for p, step in (x, y))
    stream = stream_of(ctx, handle)
    check_result(ctx, handle, result, element.size)
    left.check(ctx, "x")
    right.check(ctx, "y")

    def run() -> None:
        columns = left.as_matrix(), right.as_matrix()
        if element == compute and columns[0] is not None and columns[1] is not None:
            data = dot_at_once(ctx, columns[0], columns[1])
            if data is not None:
                store_result_bytes(ctx, result, data)
                return
        a, b = left.read_as(ctx, compute), right.read_as(ctx, compute)
        if conjugates:
            a = [conjugate(ctx, number, compute) for number in a]
        store_result(ctx, result, sum_of_products(ctx, a, b, compute), compute, element)

    issue(ctx, stream, run, waits=not scalars_on_device(ctx, handle))
    return SUCCESS


def sum_of_products(ctx: ModelContext, a: list[Number], b: list[Number], element: Element) -> Number:
    """The sum of the products of the numbers of two lists, in their order."""
    if not is_computed(ctx, (a, b), len(a)):
        return arbitrary(ctx, element)
    total = element.zero
    for p, q in zip(a, b, strict=True):
        total = add(ctx, total, multiply(ctx, p, q, element), element)
    return total


def _of_one(element: Element, fold: Fold, real: Element) -> ModelFunction:
    def reduction(ctx: ModelContext, handle: Value, n: Value, x: Value, incx: Value, result: Value) -> Value:
        """A number of one vector; 0 for no numbers and for an increment that is not positive."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        if ctx.decide(is_null(ctx, result)):
            return INVALID_VALUE
        return reduced(ctx, handle, VectorOperand(x, integer(ctx, n), integer(ctx, incx), element), result, fold, real)

    return reduction


def reduced(
    ctx: ModelContext, handle: Value, vector: VectorOperand, result: Value, fold: Fold, real: Element,
    compute: Element | None = None,
) -> Value:  # fmt: skip
    """A `real` number of one vector, folded in the type `compute`, which is that of the vector if none is told."""
    stream = stream_of(ctx, handle)
    check_result(ctx, handle, result, real.size)
    vector.check(ctx, "x")
    wide = compute or vector.element
    empty = vector.count <= 0 or vector.step <= 0

    def run() -> None:
        numbers = [] if empty else vector.read_as(ctx, wide)
        store_result(ctx, result, fold(ctx, numbers, wide), Element("", wide.type, 1), real)

    issue(ctx, stream, run, waits=not scalars_on_device(ctx, handle))
    return SUCCESS


def _sum_of_sizes(ctx: ModelContext, numbers: list[Number], element: Element) -> Number:
    """asum: the sum of the absolute values of all parts."""
    real = Element("", element.type, 1)
    if not is_computed(ctx, (numbers,), len(numbers)):
        return arbitrary(ctx, real)
    total: Number = (0.0,)
    for number in numbers:
        total = add(ctx, total, (size_of(ctx, number, element),), real)
    return total


def norm(ctx: ModelContext, numbers: list[Number], element: Element) -> Number:
    """nrm2: the root of the sum of the squares."""
    real = Element("", element.type, 1)
    if not is_computed(ctx, (numbers,), len(numbers)):
        return arbitrary(ctx, real)
    total: Number = (0.0,)
    for part in (part for number in numbers for part in number):
        total = add(ctx, total, multiply(ctx, (part,), (part,), real), real)
    return (ctx.op(Op.FSQRT, element.type, total[0]),)


def _extreme(element: Element) -> ModelFunction:
    def extreme(ctx: ModelContext, handle: Value, n: Value, x: Value, incx: Value, result: Value) -> Value:
        """The smallest index, counted from 1, of a number of greatest or least size; 0 for no numbers."""
        if not checked(ctx, handle):
            return NOT_INITIALIZED
        if ctx.decide(is_null(ctx, result)):
            return INVALID_VALUE
        vector = VectorOperand(x, integer(ctx, n), integer(ctx, incx), element)
        stream = stream_of(ctx, handle)
        check_result(ctx, handle, result, I32.size)
        vector.check(ctx, "x")
        empty, greatest = vector.count <= 0 or vector.step <= 0, ctx.name.endswith("amax")

        def run() -> None:
            sizes = [] if empty else [size_of(ctx, number, element) for number in vector.read(ctx)]
            best: Value = sizes[0] if sizes else 0.0
            index: Value = 1 if sizes else 0
            for position, size in enumerate(sizes[1:], 2):
                pair = (best, size) if greatest else (size, best)
                better = ctx.op(Op.FLT, BOOL, *pair, of=element.type)
                best = select(ctx, better, size, best, element.type)
                index = select(ctx, better, position, index, I32)
            ctx.store(result, index, I32, cross=True)

        issue(ctx, stream, run, waits=not scalars_on_device(ctx, handle))
        return SUCCESS

    return extreme


_DOT = "(cublasHandle_t handle, int n, const {T} *x, int incx, const {T} *y, int incy, {T} *result)"
family("cublas{L}dot" + _DOT, _dot, "SD")
family("cublas{L}dotu" + _DOT, _dot, "CZ")
family("cublas{L}dotc" + _DOT, _dot, "CZ")
for _letter, _element in ELEMENTS.items():
    _real = Element("float" if _letter in "SC" else "double", _element.type, 1)
    _prefix = {"S": "S", "D": "D", "C": "Sc", "Z": "Dz"}[_letter]
    for _name, _fold in (("nrm2", norm), ("asum", _sum_of_sizes)):
        macro(f"cublas{_prefix}{_name}_v2", f"cublas{_prefix}{_name}")
        model(
            f"cublasStatus_t cublas{_prefix}{_name}(cublasHandle_t handle, int n, const {_element.ctype} *x, "
            f"int incx, {_real.ctype} *result)",
            device=False,
        )(_of_one(_element, _fold, _real))
    for _name in ("amax", "amin"):
        macro(f"cublasI{_letter.lower()}{_name}_v2", f"cublasI{_letter.lower()}{_name}")
        model(
            f"cublasStatus_t cublasI{_letter.lower()}{_name}(cublasHandle_t handle, int n, const {_element.ctype} *x, "
            "int incx, int *result)",
            device=False,
        )(_extreme(_element))
