"""Incomplete factors of a matrix, without fill-in (cuSPARSE reference, "cusparse<t>csrilu02()"): A is about L * U,
where the diagonal of L is 1 and the entries of both are those of A."""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import sle
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.csr_arguments import LETTERS, CsrSizes, integers
from opmodels.libraries.cusparse.division import divide
from opmodels.libraries.cusparse.handle import checked, scalars_on_device, stream_of
from opmodels.libraries.cusparse.matrix_description import base_of_general, refusal
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix
from opmodels.libraries.cusparse.structure import EntryPlace, read_structure
from opmodels.libraries.cusparse.types import INVALID_VALUE, SUCCESS, ZERO_PIVOT, is_of
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import ELEMENTS, Element, Number, is_zero, multiply, subtract
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

INFO = handles.HandleKind("csrilu02Info_t", 0x59AF, (("analysed", I32), ("pivot", I32)))
_NONE = (1 << 32) - 1
_MATRIX = (
    "cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, {C}{T} *csrSortedValA, "
    "const int *csrSortedRowPtrA, const int *csrSortedColIndA, csrilu02Info_t info, "
)


def _declarations(name: str, rest: str, constant: str = "") -> list[str]:
    return [
        f"cusparseStatus_t cusparse{letter}{name}({_MATRIX.format(C=constant, T=ELEMENTS[letter].ctype)}{rest})"
        for letter in LETTERS
    ]


@model("cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """What an analysis finds."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    handles.create(ctx, target, INFO, {"pivot": _NONE})
    return SUCCESS


@model("cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info)", device=False)
def destroy(ctx: ModelContext, info: Value) -> Value:
    """Ends it. NULL does nothing."""
    if not handles.is_null(ctx, info):
        handles.destroy(ctx, info, INFO)
    return SUCCESS


@dataclass(frozen=True, slots=True)
class _Call:
    """The matrix of a call, and what an analysis has found."""

    matrix: SparseMatrix
    info: Value


def _call(
    ctx: ModelContext, handle: Value, sizes: tuple[Value, Value], descriptor: Value, arrays: tuple[Value, Value, Value],
    info: Value,
) -> "_Call | int":  # fmt: skip
    rows, nnz = integers(ctx, *sizes)
    base = base_of_general(ctx, descriptor)
    if not checked(ctx, handle) or not handles.is_given(ctx, info, INFO) or min(rows, nnz) < 0:
        return INVALID_VALUE
    if base < 0:
        return refusal(base)
    values, offsets, indices = arrays
    type = LETTERS[ctx.name[len("cusparse")]]
    return _Call(CsrSizes(rows, rows, nnz, base, type).matrix(offsets, indices, values), info)


@model(*_declarations("csrilu02_bufferSize", "int *pBufferSizeInBytes"), device=False)
def size_of_buffer(
    ctx: ModelContext, handle: Value, m: Value, nnz: Value, descriptor: Value, values: Value, offsets: Value,
    indices: Value, info: Value, size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of the other functions."""
    call = _call(ctx, handle, (m, nnz), descriptor, (values, offsets, indices), info)
    if isinstance(call, int):
        return call
    if handles.is_null(ctx, size):
        return INVALID_VALUE
    ctx.store(size, workspace.SIZE, I32)
    return SUCCESS


@model(
    *_declarations("csrilu02_analysis", "cusparseSolvePolicy_t policy, void *pBuffer", "const "), device=False
)
def analyse(
    ctx: ModelContext, handle: Value, m: Value, nnz: Value, descriptor: Value, values: Value, offsets: Value,
    indices: Value, info: Value, policy: Value, buffer: Value,
) -> Value:  # fmt: skip
    """Looks for rows without an entry on the diagonal."""
    call = _call(ctx, handle, (m, nnz), descriptor, (values, offsets, indices), info)
    if isinstance(call, int):
        return call
    if not is_of("cusparseSolvePolicy_t", ctx.concretize(policy, I32)):
        return INVALID_VALUE
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer, "pBuffer")
    call.matrix.check(ctx, "the matrix")

    def run() -> None:
        workspace.use(ctx, buffer)
        places = read_structure(ctx, call.matrix, "the matrix")
        _set_pivot(ctx, call, None if places is None else _without_diagonal(call.matrix.rows, places))

    handles.put(ctx, info, INFO, "analysed", 1)
    issue(ctx, stream, run)
    return SUCCESS


@model(*_declarations("csrilu02", "cusparseSolvePolicy_t policy, void *pBuffer"), device=False)
def factorise(
    ctx: ModelContext, handle: Value, m: Value, nnz: Value, descriptor: Value, values: Value, offsets: Value,
    indices: Value, info: Value, policy: Value, buffer: Value,
) -> Value:  # fmt: skip
    """The numbers of L below the diagonal, and those of U, in place of those of A. Without an entry on a diagonal
    they are arbitrary."""
    call = _call(ctx, handle, (m, nnz), descriptor, (values, offsets, indices), info)
    if isinstance(call, int):
        return call
    if not is_of("cusparseSolvePolicy_t", ctx.concretize(policy, I32)):
        return INVALID_VALUE
    analysed = ctx.op(Op.EQ, BOOL, handles.get(ctx, info, INFO, "analysed"), 1, of=I32)
    ctx.require(analysed, "api-misuse", f"{ctx.name} comes before {ctx.name}_analysis with this csrilu02Info_t")
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer, "pBuffer")
    call.matrix.check(ctx, "the matrix", writes=("values",))

    def run() -> None:
        workspace.use(ctx, buffer)
        _factorise(ctx, call)

    issue(ctx, stream, run)
    return SUCCESS


def _factorise(ctx: ModelContext, call: _Call) -> None:
    matrix = call.matrix
    places, array = read_structure(ctx, matrix, "the matrix"), matrix.values(ctx)
    numbers, element = array.read(ctx, matrix.nnz), array.element
    is_known = places is not None and len(set(places)) == len(places) and is_computed(ctx, [numbers], len(numbers))
    without = _without_diagonal(matrix.rows, places) if places is not None and is_known else None
    if places is None or not is_known or without != _NONE:
        array.write(ctx, [arbitrary(ctx, element) for _ in range(matrix.nnz)])
        _set_pivot(ctx, call, without)
        return
    factors = _factors(ctx, places, numbers, element)
    array.write(ctx, [factors[place] for place in places])
    zeros = [is_zero(ctx, factors[row, row], element) for row in range(matrix.rows)]
    known = all(isinstance(zero, bool) for zero in zeros)
    _set_pivot(ctx, call, next((row for row, zero in enumerate(zeros) if zero is True), _NONE) if known else None)


def _factors(
    ctx: ModelContext, places: Sequence[EntryPlace], numbers: Sequence[Number], element: Element
) -> dict[EntryPlace, Number]:
    factors = dict(zip(places, numbers, strict=True))
    rows: dict[int, list[int]] = {}
    for row, column in sorted(places):
        rows.setdefault(row, []).append(column)
    for row, columns in sorted(rows.items()):
        for inner in (column for column in columns if column < row):
            factor = factors[row, inner] = divide(ctx, factors[row, inner], factors[inner, inner], element)
            for column in (c for c in columns if c > inner and (inner, c) in factors):
                product = multiply(ctx, factor, factors[inner, column], element)
                factors[row, column] = subtract(ctx, factors[row, column], product, element)
    return factors


def _without_diagonal(rows: int, places: Sequence[EntryPlace]) -> int:
    """The first row without an entry on its diagonal."""
    there = {row for row, column in places if row == column}
    return next((row for row in range(rows) if row not in there), _NONE)


def _set_pivot(ctx: ModelContext, call: _Call, row: int | None) -> None:
    """What cusparseXcsrilu02_zeroPivot finds; None: it is not known."""
    base, value = call.matrix["base"], row
    if value is None:
        pivot = approximate(ctx, I32, "the zero pivot of a matrix")
        ctx.constrain(sle(ctx, _NONE, pivot))
        ctx.constrain(sle(ctx, pivot, call.matrix.rows - 1 + base))
    else:
        pivot = value if value == _NONE else value + base
    handles.put(ctx, call.info, INFO, "pivot", pivot)


@model(
    "cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int *position)",
    device=False,
)
def zero_pivot(ctx: ModelContext, handle: Value, info: Value, position: Value) -> Value:
    """The index of the first row whose pivot is missing or 0, where the status is CUSPARSE_STATUS_ZERO_PIVOT, and
    -1 elsewhere. The host waits for what the device has to do."""
    if not checked(ctx, handle) or not handles.is_given(ctx, info, INFO) or handles.is_null(ctx, position):
        return INVALID_VALUE
    check = check_device_range if scalars_on_device(ctx, handle) else check_host_range
    check(ctx, position, I32.size, "position", write=True)
    ctx.synchronise(stream=stream_of(ctx, handle))
    pivot = handles.get(ctx, info, INFO, "pivot")
    there = ctx.decide(ctx.op(Op.NE, BOOL, pivot, _NONE, of=I32))
    ctx.store(position, pivot, I32, cross=True)
    return ZERO_PIVOT if there else SUCCESS
