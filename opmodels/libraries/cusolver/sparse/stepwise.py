"""QR, Cholesky and LU factors of a sparse matrix in steps (cusolverSp_LOWLEVEL_PREVIEW.h; cuSOLVER reference,
"cuSolverSP"): analysis, size of the buffer, factors, test for zero pivots, solution."""

from collections.abc import Callable
from typing import Any

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.factors import sparse_lu
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.libraries.cusolver.sparse import factor_info
from opmodels.libraries.cusolver.sparse.csr import BadStructureError, CsrArguments, OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse, stream_of
from opmodels.libraries.cusolver.sparse.linear_solvers import factors_of
from opmodels.libraries.cusolver.sparse.types import declarations, element_of_name
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime.handle import is_null

BYTES = 1024
"""What every function asks for as its workspace, and says that it keeps."""
_ARRAYS = "const {T} *csrValA, const int *csrRowPtrA, const int *csrColIndA, "
_STRUCTURE = "const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA, "
_MATRIX = "const cusparseMatDescr_t descrA, " + _ARRAYS
_SIDES = {"qr": ("", "Host"), "chol": ("", "Host"), "lu": ("Host",)}
_LETTERS = "SD"
"""mu of csrqrSetup is given by value, which only works for real numbers; the others are as few."""


def _info(method: str, side: str) -> str:
    return f"csr{method}Info{side}_t info"


def _sizes(method: str) -> str:
    return "int m, int n, int nnzA, " if method == "qr" else "int n, int nnzA, "


def _everywhere(make: Callable[[str, str], str]) -> list[str]:
    """A declaration for each method and side."""
    return [make(method, side) for method, sides in _SIDES.items() for side in sides]


def _call(
    ctx: ModelContext, handle: Value, sizes: list[int], descriptor: Value, arrays: tuple[Value, Value], info: Value
) -> CsrArguments | int:
    """The matrix of a call, or the status that it returns for its arguments."""
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (sizes[0], sizes[-2], sizes[-1]), descriptor, *arrays)
    if isinstance(given, int):
        return given
    if given.rows != given.columns:
        ctx.unsupported(f"{ctx.name}() of a matrix that is not square")
    return given if factor_info.is_given(ctx, info) else INVALID_VALUE


@model(
    *_everywhere(
        lambda method, side: f"cusolverStatus_t cusolverSpXcsr{method}Analysis{side}(cusolverSpHandle_t handle, "
        f"{_sizes(method)}{_STRUCTURE}{_info(method, side)})"
    ),
    device=False,
)
def analyse(ctx: ModelContext, handle: Value, *arguments: Value) -> Value:
    """Looks at the pattern; the host waits."""
    *numbers, descriptor, offsets, indices, info = arguments
    given = _call(ctx, handle, integers(ctx, *numbers), descriptor, (offsets, indices), info)
    if isinstance(given, int):
        return given
    stream = stream_of(ctx, handle)
    factor_info.note_size(ctx, info, given.rows)
    perform(ctx, stream, SolverOperation(given.structure(), [], lambda *_: [], 0), waits=True)
    return SUCCESS


@model(
    *(
        text
        for letter in _LETTERS
        for pattern in _everywhere(
            lambda method, side: f"{{L}}csr{method}BufferInfo{side}(cusolverSpHandle_t handle, {_sizes(method)}"
            f"{_MATRIX}{_info(method, side)}, size_t *internalDataInBytes, size_t *workspaceInBytes)"
        )
        for text in declarations(pattern, letter)
    ),
    device=False,
)
def size_of_buffer(ctx: ModelContext, handle: Value, *arguments: Value) -> Value:
    """How many bytes the other functions need."""
    *numbers, descriptor, _values, offsets, indices, info, internal, workspace = arguments
    given = _call(ctx, handle, integers(ctx, *numbers), descriptor, (offsets, indices), info)
    if isinstance(given, int):
        return given
    if any([is_null(ctx, target) for target in (internal, workspace)]):
        return INVALID_VALUE
    factor_info.require_step(ctx, info, "analysed", "an analysis", given.rows)
    ctx.store(internal, BYTES, I64)
    ctx.store(workspace, BYTES, I64)
    return SUCCESS


def _checked(ctx: ModelContext, buffer: Value) -> Callable[[], None]:
    """Require the workspace; what an operation does with it."""
    ctx.require(not is_null(ctx, buffer), "api-misuse", f"{ctx.name} is given NULL as pBuffer")
    check = check_host_range if ctx.name.endswith("Host") else check_device_range
    check(ctx, buffer, BYTES, "pBuffer", write=True)
    return lambda: ctx.fill(buffer, 0, BYTES, cross=True)


def _keep(
    ctx: ModelContext, stream: Value | None, given: CsrArguments, values: Value, info: Value,
    shift: Value, use: Callable[[], None] | None,
) -> None:  # fmt: skip
    """Keep A - shift * I, as the stream finds it."""
    element = element_of_name(ctx.name)
    reads: list[SolverOperand] = given.operands(values, element)
    for operand in reads:
        operand.check(ctx, write=False)

    def run() -> None:
        if use is not None:
            use()
        found: list[Any] = [operand.read(ctx) for operand in reads]
        if not isinstance(shift, float) or any(one is None for one in found):
            factor_info.keep(ctx, info, None)
            return
        try:
            matrix = given.matrix(found[0], found[1], found[2], element)
        except BadStructureError:
            factor_info.keep(ctx, info, None)
            return
        factor_info.keep(ctx, info, matrix if shift == 0 else None)

    if stream is None:
        run()
    else:
        issue(ctx, stream, run)


@model(
    *(
        text
        for side in _SIDES["qr"]
        for text in declarations(
            f"{{L}}csrqrSetup{side}(cusolverSpHandle_t handle, {_sizes('qr')}{_MATRIX}{{T}} mu, {_info('qr', side)})",
            _LETTERS,
        )
    ),
    device=False,
)
def set_up(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, descriptor: Value, values: Value, offsets: Value,
    indices: Value, mu: Value, info: Value,
) -> Value:  # fmt: skip
    """Takes the matrix A - mu * I; results are arbitrary where mu is not 0."""
    given = _call(ctx, handle, integers(ctx, m, n, nnz), descriptor, (offsets, indices), info)
    if isinstance(given, int):
        return given
    factor_info.require_step(ctx, info, "analysed", "an analysis", given.rows)
    stream = stream_of(ctx, handle)
    factor_info.note_step(ctx, info, "set up")
    _keep(ctx, stream, given, values, info, mu, None)
    return SUCCESS


@model(
    *(
        text
        for side in _SIDES["qr"]
        for text in declarations(
            f"{{L}}csrqrFactor{side}(cusolverSpHandle_t handle, {_sizes('qr')}{{T}} *b, {{T}} *x, "
            f"{_info('qr', side)}, void *pBuffer)",
            _LETTERS,
        )
    ),
    device=False,
)
def factorise_qr(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, b: Value, x: Value, info: Value, buffer: Value
) -> Value:
    """The factors of what was set up. Only with NULL for b and x."""
    rows, columns, entries = integers(ctx, m, n, nnz)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    if min(rows, columns, entries) < 0 or not factor_info.is_given(ctx, info):
        return INVALID_VALUE
    if not all([is_null(ctx, pointer) for pointer in (b, x)]):
        ctx.unsupported(f"{ctx.name}() with b and x")
    factor_info.require_step(ctx, info, "set up", "csrqrSetup", rows)
    stream, use = stream_of(ctx, handle), _checked(ctx, buffer)
    factor_info.note_step(ctx, info, "factored")
    perform(ctx, stream, SolverOperation([], [], lambda: [], 0), use)
    return SUCCESS


@model(
    *(
        text
        for method in ("chol", "lu")
        for side in _SIDES[method]
        for text in declarations(
            f"{{L}}csr{method}Factor{side}(cusolverSpHandle_t handle, {_sizes(method)}{_MATRIX}{_info(method, side)}, "
            + ("{R} pivot_threshold, " if method == "lu" else "") + "void *pBuffer)",
            _LETTERS,
        )
    ),
    device=False,
)  # fmt: skip
def factorise(ctx: ModelContext, handle: Value, *arguments: Value) -> Value:
    """The factors of the matrix; pivot_threshold changes the order of the steps of LU only."""
    n, nnz, descriptor, values, offsets, indices, info, *_, buffer = arguments
    given = _call(ctx, handle, integers(ctx, n, nnz), descriptor, (offsets, indices), info)
    if isinstance(given, int):
        return given
    factor_info.require_step(ctx, info, "analysed", "an analysis", given.rows)
    stream, use = stream_of(ctx, handle), _checked(ctx, buffer)
    factor_info.note_step(ctx, info, "factored")
    _keep(ctx, stream, given, values, info, 0.0, use)
    return SUCCESS


@model(
    *(
        text
        for letter in _LETTERS
        for pattern in _everywhere(
            lambda method, side: f"{{L}}csr{method}ZeroPivot{side}(cusolverSpHandle_t handle, {_info(method, side)}, "
            "{R} tol, int *position)"
        )
        for text in declarations(pattern, letter)
    ),
    device=False,
)
def zero_pivot(ctx: ModelContext, handle: Value, info: Value, tolerance: Value, position: Value) -> Value:
    """-1, or the index of a pivot that is not larger than tol, in memory of the host, which waits."""
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    if not factor_info.is_given(ctx, info) or is_null(ctx, position):
        return INVALID_VALUE
    factor_info.require_step(ctx, info, "factored", "the factors")
    stream, definite = stream_of(ctx, handle), "chol" in ctx.name
    least = tolerance if isinstance(tolerance, float) else None

    def compute() -> OperandContents:
        matrix = factor_info.kept(ctx, info)
        if matrix is None or least is None:
            return [None]
        factors = factors_of(matrix, least, definite=definite)
        if isinstance(factors, bool):
            return [range(matrix.size) if factors else None]
        return [[-1]]

    result = Integers(position, 1, I32, "position", (-1, 2**31 - 2), of_host=True)
    perform(ctx, stream, SolverOperation([], [result], compute, 0), waits=True)
    return SUCCESS


@model(
    *(
        text
        for letter in _LETTERS
        for pattern in _everywhere(
            lambda method, side: f"{{L}}csr{method}Solve{side}(cusolverSpHandle_t handle, "
            + ("int m, int n, {T} *b, " if method == "qr" else "int n, const {T} *b, ")
            + f"{{T}} *x, {_info(method, side)}, void *pBuffer)"
        )
        for text in declarations(pattern, letter)
    ),
    device=False,
)
def solve(ctx: ModelContext, handle: Value, *arguments: Value) -> Value:
    """x, for which A * x = b; arbitrary if the matrix is about singular."""
    *numbers, b, x, info, buffer = arguments
    rows = integers(ctx, *numbers)[0]
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    if rows < 0 or not factor_info.is_given(ctx, info):
        return INVALID_VALUE
    factor_info.require_step(ctx, info, "factored", "the factors", rows)
    stream, use, element = stream_of(ctx, handle), _checked(ctx, buffer), element_of_name(ctx.name)
    host, definite = ctx.name.endswith("Host"), "chol" in ctx.name

    def compute(right: NumberColumns) -> OperandContents:
        matrix = factor_info.kept(ctx, info)
        factors = matrix is not None and factors_of(matrix, 0.0, definite=definite)
        if matrix is None or isinstance(factors, bool):
            return [None]
        return [[sparse_lu.solve(factors, right[0], matrix.precision)]]

    reads = [vector(b, rows, element, "b", of_host=host)]
    writes = [vector(x, rows, element, "x", of_host=host)]
    perform(ctx, stream, SolverOperation(reads, writes, compute, 0), use)
    return SUCCESS
