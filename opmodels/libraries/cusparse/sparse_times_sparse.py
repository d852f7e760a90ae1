"""Sparse times sparse (cuSPARSE reference, "cusparseSpGEMM()"), in matrices of the format CSR.

The phases are cusparseSpGEMM_workEstimation, cusparseSpGEMM_compute and cusparseSpGEMM_copy; each of the first two is
called with a NULL buffer, which asks for its size, and then with the buffer. The numbers are computed in the last one.
The reference does not say in which order the entries of a row of the result stand: here that of their columns.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, PTR, ModelContext, Op, Value
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.computation import UNIFORM, elements_of
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import NumberTypes, scaled
from opmodels.libraries.cusparse.scalars import any_null, given_scalar
from opmodels.libraries.cusparse.sparse_and_dense import write_entries
from opmodels.libraries.cusparse.sparse_matrix import SPARSE_MATRIX, SparseMatrix, sparse_matrix
from opmodels.libraries.cusparse.structure import EntryPlace, read_structure
from opmodels.libraries.cusparse.types import CSR, INVALID_VALUE, NOT_SUPPORTED, SUCCESS, is_of
from opmodels.libraries.element import Number, add, is_zero, multiply
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

DESCRIPTOR = handles.HandleKind("SpGEMM descriptor", 0x59AB, (("phase", I32), ("first", PTR), ("second", PTR)))
_ESTIMATED, _COMPUTED = 1, 2
_PARAMETERS = (
    "cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, "
    "cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC, "
    "cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr"
)
_Structures = tuple[list[EntryPlace], list[EntryPlace]]


@dataclass(frozen=True, slots=True)
class _Product:
    """C = alpha * A * B + beta * C."""

    a: SparseMatrix
    b: SparseMatrix
    c: SparseMatrix
    elements: NumberTypes

    def check_sources(self, ctx: ModelContext) -> None:
        """Require the memory of A and B."""
        self.a.check(ctx, "matA")
        self.b.check(ctx, "matB")

    def structures(self, ctx: ModelContext) -> _Structures:
        """The places of the entries of A and B, which must be known."""
        first, second = read_structure(ctx, self.a, "matA"), read_structure(ctx, self.b, "matB")
        if first is None or second is None:
            ctx.unsupported(f"{ctx.name}() of matrices whose offsets and indices are not known")
        return first, second

    def places(self, structures: _Structures) -> list[EntryPlace]:
        """The places of the entries of A * B."""
        columns: dict[int, set[int]] = {}
        for row, column in structures[1]:
            columns.setdefault(row, set()).add(column)
        return sorted({(row, column) for row, inner in structures[0] for column in columns.get(inner, ())})

    def numbers(
        self, ctx: ModelContext, structures: _Structures, scalars: tuple[Number, Number], old: list[Number] | None
    ) -> list[Number]:
        """The numbers of the entries of the result."""
        compute = self.elements.compute
        places = self.places(structures)
        left, right = self.a.values(ctx).read(ctx, self.a.nnz), self.b.values(ctx).read(ctx, self.b.nnz)
        rows: dict[int, list[tuple[int, Number]]] = {}
        for (row, column), number in zip(structures[1], right, strict=True):
            rows.setdefault(row, []).append((column, number))
        work = sum(len(rows.get(inner, ())) for _, inner in structures[0])
        if not is_computed(ctx, [scalars, left, right, old or ()], max(work, len(places))):
            return [arbitrary(ctx, self.elements.c) for _ in places]
        sums = {place: compute.zero for place in places}
        for (row, inner), number in zip(structures[0], left, strict=True):
            for column, other in rows.get(inner, ()):
                product = multiply(ctx, number, other, compute)
                sums[row, column] = add(ctx, sums[row, column], product, compute)
        return [
            scaled(ctx, scalars, sum_, old[index] if old is not None else None, self.elements)
            for index, sum_ in enumerate(sums.values())
        ]


def _product(
    ctx: ModelContext, operations: tuple[Value, Value], matrices: tuple[Value, Value, Value], compute: Value, alg: Value
) -> "_Product | int":
    a, b, c = (sparse_matrix(ctx, matrix) for matrix in matrices)
    if a is None or b is None or c is None or not is_of("cusparseSpGEMMAlg_t", ctx.concretize(alg, I32)):
        return INVALID_VALUE
    if any(ctx.concretize(operation, I32) != 0 for operation in operations):
        return NOT_SUPPORTED
    if any(matrix["format"] != CSR or matrix["index type"] == 1 or matrix.batches != 1 for matrix in (a, b, c)):
        return NOT_SUPPORTED
    if a.cols != b.rows or (c.rows, c.cols) != (a.rows, b.cols):
        return INVALID_VALUE
    types = a["value type"], b["value type"], c["value type"], ctx.concretize(compute, I32)
    elements = elements_of(ctx, types, UNIFORM)
    return NOT_SUPPORTED if elements is None else _Product(a, b, c, elements)


@model("cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A descriptor of one product."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    handles.create(ctx, target, DESCRIPTOR)
    return SUCCESS


@model("cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)", device=False)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, DESCRIPTOR)
    return SUCCESS


def _reached(ctx: ModelContext, descriptor: Value, phase: int, name: str) -> None:
    """Require that a phase came before."""
    at_least = ctx.op(Op.ULE, BOOL, phase, handles.get(ctx, descriptor, DESCRIPTOR, "phase"), of=I32)
    ctx.require(at_least, "api-misuse", f"{ctx.name} comes before {name} with this descriptor")


@model(
    f"cusparseStatus_t cusparseSpGEMM_workEstimation({_PARAMETERS}, size_t *bufferSize1, void *externalBuffer1)",
    f"cusparseStatus_t cusparseSpGEMM_compute({_PARAMETERS}, size_t *bufferSize2, void *externalBuffer2)",
    device=False,
)
def prepare(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, descriptor: Value, size: Value, buffer: Value,
) -> Value:  # fmt: skip
    """Without a buffer, its size. With one, the host waits; cusparseSpMatGetSize knows the entries of C behind
    cusparseSpGEMM_compute. Both buffers are needed until cusparseSpGEMM_copy."""
    product = _product(ctx, (op_a, op_b), (a, b, c), compute, alg)
    if not checked(ctx, handle) or not handles.is_given(ctx, descriptor, DESCRIPTOR):
        return INVALID_VALUE
    if any_null(ctx, alpha, beta, size):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    computes = ctx.name.endswith("compute")
    if computes:
        _reached(ctx, descriptor, _ESTIMATED, "cusparseSpGEMM_workEstimation")
    stream = stream_of(ctx, handle)
    if handles.is_null(ctx, buffer):
        workspace.store_size(ctx, size)
        return SUCCESS
    workspace.check(ctx, buffer, "externalBuffer2" if computes else "externalBuffer1")
    if computes:
        workspace.check(ctx, handles.get(ctx, descriptor, DESCRIPTOR, "first"), "externalBuffer1")
    product.check_sources(ctx)

    def run() -> None:
        workspace.use(ctx, buffer)
        entries = len(product.places(product.structures(ctx)))
        handles.put(ctx, descriptor, DESCRIPTOR, "phase", _COMPUTED if computes else _ESTIMATED)
        handles.put(ctx, descriptor, DESCRIPTOR, "second" if computes else "first", buffer)
        if computes:
            handles.put(ctx, product.c.handle, SPARSE_MATRIX, "nnz", entries)

    issue(ctx, stream, run, waits=True)
    return SUCCESS


@model(f"cusparseStatus_t cusparseSpGEMM_copy({_PARAMETERS})", device=False)
def copy(
    ctx: ModelContext, handle: Value, op_a: Value, op_b: Value, alpha: Value, a: Value, b: Value, beta: Value,
    c: Value, compute: Value, alg: Value, descriptor: Value,
) -> Value:  # fmt: skip
    """Offsets, columns and numbers of C. If beta is not 0, C has the entries of A * B already."""
    product = _product(ctx, (op_a, op_b), (a, b, c), compute, alg)
    if not checked(ctx, handle) or not handles.is_given(ctx, descriptor, DESCRIPTOR) or any_null(ctx, alpha, beta):
        return INVALID_VALUE
    if isinstance(product, int):
        return product
    _reached(ctx, descriptor, _COMPUTED, "cusparseSpGEMM_compute")
    buffers = [handles.get(ctx, descriptor, DESCRIPTOR, name) for name in ("first", "second")]
    stream = stream_of(ctx, handle)
    for number, buffer in enumerate(buffers, 1):
        workspace.check(ctx, buffer, f"externalBuffer{number}")
    element = product.elements.compute
    scalars = [given_scalar(ctx, handle, p, element, what) for p, what in ((alpha, "alpha"), (beta, "beta"))]
    product.check_sources(ctx)
    product.c.check(ctx, "matC", writes=("offsets", "indices", "values"))

    def run() -> None:
        factors = scalars[0](), scalars[1]()
        for buffer in buffers:
            workspace.use(ctx, buffer)
        structures = product.structures(ctx)
        places = product.places(structures)
        fits = len(places) == product.c.nnz
        text = f"{ctx.name} finds {len(places)} entries of the product, and {product.c.nnz} entries of matC"
        ctx.require(fits, "api-misuse", text)
        keeps = is_zero(ctx, factors[1], element) is not True
        old = _old_numbers(ctx, product.c, places) if keeps else None
        write_entries(ctx, product.c, places, product.numbers(ctx, structures, factors, old))

    issue(ctx, stream, run)
    return SUCCESS


def _old_numbers(ctx: ModelContext, matrix: SparseMatrix, places: list[EntryPlace]) -> list[Number]:
    """The numbers of C, which must have the same entries as the product."""
    before = read_structure(ctx, matrix, "matC")
    text = f"{ctx.name} is given a beta that is not 0, and a matC that does not have the entries of the product"
    ctx.require(before is not None and sorted(before) == places, "api-misuse", text)
    numbers = matrix.values(ctx).read(ctx, matrix.nnz)
    by_place = dict(zip(before or (), numbers, strict=True))
    return [by_place[place] for place in places]
