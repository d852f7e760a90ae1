"""Factors of matrices with one pattern, in the order of factors of the first (cuSOLVER reference,
"cusolverRfSetupHost()", "cusolverRfAnalyze()", "cusolverRfResetValues()", "cusolverRfRefactor()",
"cusolverRfSolve()").

P * A * Q^T = L * U, without pivoting. The factors that setup is given are not compared with A: only their order counts
for later matrices. Operations are issued to the default stream.
"""

from typing import Any

from cudabmc.modelapi import BOOL, I32, NULL, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers, Panel
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS, ZERO_PIVOT
from opmodels.libraries.cusolver.factors import sparse_lu
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.libraries.cusolver.factors.sparse_lu import CompressedRows, SparseFactors
from opmodels.libraries.cusolver.refactorization.handle import HANDLE, is_given
from opmodels.libraries.cusolver.sparse.csr import BadStructureError, CsrArguments, OperandContents
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import ELEMENTS
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

_DOUBLE = ELEMENTS["D"]


def _require(ctx: ModelContext, handle: Value, step: str, words: str) -> None:
    done = ctx.op(Op.EQ, BOOL, handles.get(ctx, handle, HANDLE, step), 1, of=I32)
    ctx.require(done, "api-misuse", f"{ctx.name} comes before {words} with this cusolverRf handle")


def _orders(p: Value, q: Value, rows: int, *, of_host: bool) -> list[SolverOperand]:
    most = max(0, rows - 1)
    return [Integers(one, rows, I32, what, (0, most), of_host) for one, what in ((p, "P"), (q, "Q"))]


def _put(ctx: ModelContext, handle: Value, field: str, value: object | None) -> None:
    handles.put(ctx, handle, HANDLE, field, 0 if value is None else ctx.number_of(value))


def _got(ctx: ModelContext, handle: Value, field: str) -> Any:
    number = handles.get(ctx, handle, HANDLE, field)
    return ctx.value_of(number) if isinstance(number, int) and number else None


def _matrix(given: CsrArguments, found: list[Any]) -> CompressedRows | None:
    """The matrix of offsets, indices and values; None if they are not known, or are none."""
    if any(one is None for one in found):
        return None
    try:
        return given.matrix(found[0], found[1], found[2], _DOUBLE)
    except BadStructureError:
        return None


_CSR = "int *h_csrRowPtr{M}, int *h_csrColInd{M}, double *h_csrVal{M}, "


@model(
    "cusolverStatus_t cusolverRfSetupHost(int n, "
    + "".join(f"int nnz{name}, " + _CSR.replace("{M}", name) for name in "ALU")
    + "int *h_P, int *h_Q, cusolverRfHandle_t handle)",
    device=False,
)
def set_up(
    ctx: ModelContext, n: Value, nnz: Value, offsets: Value, indices: Value, values: Value, nnz_l: Value,
    offsets_l: Value, indices_l: Value, values_l: Value, nnz_u: Value, offsets_u: Value, indices_u: Value,
    values_u: Value, p: Value, q: Value, handle: Value,
) -> Value:  # fmt: skip
    """Takes A, its factors and their order from memory of the host."""
    rows, entries, lower, upper = integers(ctx, n, nnz, nnz_l, nnz_u)
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    if rows < 1 or min(entries, lower, upper) < 0:
        return INVALID_VALUE
    given = CsrArguments(rows, rows, entries, 0, offsets, indices, of_host=True)
    reads = [*given.operands(values, _DOUBLE), *_orders(p, q, rows, of_host=True)]
    for count, first, second, numbers in (
        (lower, offsets_l, indices_l, values_l), (upper, offsets_u, indices_u, values_u)
    ):  # fmt: skip
        reads += CsrArguments(rows, rows, count, 0, first, second, of_host=True).operands(numbers, _DOUBLE)
    SolverOperation(reads, [], lambda *_: [], 0).check(ctx)
    contents: list[Any] = [operand.read(ctx) for operand in reads]
    found, orders = contents[:3], contents[3:5]
    known = all(one is not None for one in orders)
    is_order = known and all(sorted(one) == list(range(rows)) for one in orders)
    text = f"{ctx.name} is given a P or Q that is no permutation"
    ctx.require(is_order or not known, "api-misuse", text)
    _put(ctx, handle, "order", (tuple(orders[0]), tuple(orders[1])) if is_order else None)
    _put(ctx, handle, "matrix", _matrix(given, found))
    for field, value in (("rows", rows), ("entries", entries), ("set up", 1), ("analysed", 0), ("refactored", 0)):
        handles.put(ctx, handle, HANDLE, field, value)
    return SUCCESS


@model("cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle)", device=False)
def analyse(ctx: ModelContext, handle: Value) -> Value:
    """Must come before cusolverRfRefactor."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    _require(ctx, handle, "set up", "cusolverRfSetupHost")
    handles.put(ctx, handle, HANDLE, "analysed", 1)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int *csrRowPtrA, int *csrColIndA, double *csrValA, "
    "int *P, int *Q, cusolverRfHandle_t handle)",
    device=False,
)
def reset_values(
    ctx: ModelContext, n: Value, nnz: Value, offsets: Value, indices: Value, values: Value, p: Value, q: Value,
    handle: Value,
) -> Value:  # fmt: skip
    """Takes the numbers of another matrix with the pattern of the first, from memory of the device."""
    rows, entries = integers(ctx, n, nnz)
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    if rows < 1 or entries < 0:
        return INVALID_VALUE
    _require(ctx, handle, "set up", "cusolverRfSetupHost")
    for field, size in (("rows", rows), ("entries", entries)):
        same = ctx.op(Op.EQ, BOOL, handles.get(ctx, handle, HANDLE, field), size, of=I32)
        ctx.require(same, "api-misuse", f"{ctx.name} is given another number of {field} than cusolverRfSetupHost")
    given = CsrArguments(rows, rows, entries, 0, offsets, indices, of_host=False)
    reads = [*given.operands(values, _DOUBLE), *_orders(p, q, rows, of_host=False)]
    SolverOperation(reads, [], lambda *_: [], 0).check(ctx)

    def run() -> None:
        *found, _, _ = [operand.read(ctx) for operand in reads]
        _put(ctx, handle, "matrix", _matrix(given, found))

    handles.put(ctx, handle, HANDLE, "refactored", 0)
    issue(ctx, NULL, run)
    return SUCCESS


def _factors(ctx: ModelContext, handle: Value) -> SparseFactors | bool:
    """The factors in the order of setup; True if there is a zero pivot, False if that is not known."""
    matrix, order = _got(ctx, handle, "matrix"), _got(ctx, handle, "order")
    zero = handles.get(ctx, handle, HANDLE, "zero")
    if matrix is None or order is None or not isinstance(zero, float):
        return False
    try:
        factors = sparse_lu.factorise(matrix, order=order)
    except ArithmeticError:
        return False
    if factors is None:
        boost = handles.get(ctx, handle, HANDLE, "boost")
        return isinstance(boost, float) and boost == 0
    return factors if factors.least_pivot > zero else False


@model("cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle)", device=False)
def refactorise(ctx: ModelContext, handle: Value) -> Value:
    """CUSOLVER_STATUS_ZERO_PIVOT tells of a zero pivot; the host waits."""
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    _require(ctx, handle, "analysed", "cusolverRfAnalyze")
    ctx.synchronise(stream=NULL)
    factors = _factors(ctx, handle)
    if factors is True or (factors is False and ctx.decide(approximate(ctx, BOOL, "a zero pivot of cusolverRf"))):
        return ZERO_PIVOT
    handles.put(ctx, handle, HANDLE, "refactored", 1)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs, double *Temp, int ldt, "
    "double *XF, int ldxf)",
    device=False,
)
def solve(
    ctx: ModelContext, handle: Value, p: Value, q: Value, nrhs: Value, temp: Value, ldt: Value, xf: Value, ldxf: Value
) -> Value:
    """x in place of b, for which A * x = b, with one right side ("currently only nrhs=1 is supported")."""
    count, of_temp, leading = integers(ctx, nrhs, ldt, ldxf)
    if not is_given(ctx, handle):
        return NOT_INITIALIZED
    _require(ctx, handle, "refactored", "cusolverRfRefactor")
    rows = handles.number(ctx, handle, HANDLE, "rows")
    if count < 0 or min(of_temp, leading) < rows:
        return INVALID_VALUE
    ctx.require(count == 1, "api-misuse", f"{ctx.name} is given {count} right sides, and supports one")
    check_device_range(ctx, temp, rows * _DOUBLE.size, "Temp", write=True)
    right = Panel(xf, rows, 1, leading, _DOUBLE, "XF")

    def compute(column: NumberColumns, *_: list[int]) -> OperandContents:
        factors = _factors(ctx, handle)
        if isinstance(factors, bool):
            return [None]
        matrix: CompressedRows = _got(ctx, handle, "matrix")
        return [[sparse_lu.solve(factors, column[0], matrix.precision)]]

    reads = [right, *_orders(p, q, rows, of_host=False)]


    def use() -> None:
        ctx.fill(temp, 0, rows * _DOUBLE.size, cross=True)

    perform(ctx, NULL, SolverOperation(reads, [right], compute, 0), use)
    return SUCCESS
