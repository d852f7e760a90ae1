"""Sparse vectors: their descriptors (cuSPARSE reference, "Sparse Vector APIs")."""

from dataclasses import dataclass

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cusparse.arrays import IndexArray, NumberArray
from opmodels.libraries.cusparse.descriptor_fields import given_values, told
from opmodels.libraries.cusparse.sparse_matrix import size_argument
from opmodels.libraries.cusparse.structure import in_range
from opmodels.libraries.cusparse.types import INVALID_VALUE, SUCCESS
from opmodels.libraries.cusparse.value_types import INDEX_TYPES, VALUE_TYPES, element_of, is_too_large
from opmodels.registry import model
from opmodels.runtime import handle as handles

_FIELDS = (
    ("size", I64), ("nnz", I64), ("indices", PTR), ("values", PTR), ("index type", I32), ("base", I32),
    ("value type", I32),
)  # fmt: skip
SPARSE_VECTOR = handles.HandleKind("sparse vector descriptor", 0x59AA, _FIELDS)


@dataclass(frozen=True, slots=True)
class SparseVector:
    """`nnz` numbers of a vector of `size` numbers, and where they belong; `base` is the index of the first place."""

    size: int
    nnz: int
    base: int
    type: int
    indices: IndexArray
    values: Value

    def numbers(self, ctx: ModelContext) -> NumberArray:
        """The numbers."""
        return NumberArray(self.values, element_of(ctx, self.type))

    def check(self, ctx: ModelContext, what: str, *, writes_values: bool = False) -> None:
        """Require that its arrays are memory that the device reaches."""
        self.indices.check(ctx, f"indices of {what}")
        self.numbers(ctx).check(ctx, self.nnz, f"values of {what}", write=writes_values)

    def places(self, ctx: ModelContext, what: str) -> list[int] | None:
        """Where the numbers belong, which must be in the vector; None if the indices are not known."""
        return in_range(ctx, self.indices.read(ctx), (self.base, self.size, self.indices.type), f"index of {what}")


def sparse_vector(ctx: ModelContext, descriptor: Value) -> SparseVector | None:
    """What a descriptor describes; None for NULL."""
    if not handles.is_given(ctx, descriptor, SPARSE_VECTOR):
        return None
    size, nnz = (signed(handles.number(ctx, descriptor, SPARSE_VECTOR, name), 64) for name in ("size", "nnz"))
    index_type, base, type = (
        handles.number(ctx, descriptor, SPARSE_VECTOR, name) for name in ("index type", "base", "value type")
    )
    indices = IndexArray(handles.get(ctx, descriptor, SPARSE_VECTOR, "indices"), nnz, INDEX_TYPES[index_type])
    return SparseVector(size, nnz, base, type, indices, handles.get(ctx, descriptor, SPARSE_VECTOR, "values"))


@model(
    *(
        f"cusparseStatus_t cusparseCreate{const}SpVec(cusparse{const}SpVecDescr_t *spVecDescr, int64_t size, "
        f"int64_t nnz, {qualifier}void *indices, {qualifier}void *values, cusparseIndexType_t idxType, "
        "cusparseIndexBase_t idxBase, cudaDataType valueType)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def create(
    ctx: ModelContext, target: Value, size: Value, nnz: Value, indices: Value, values: Value, index_type: Value,
    base: Value, value_type: Value,
) -> Value:  # fmt: skip
    """A vector of which `nnz` numbers are stored."""
    length, stored = size_argument(ctx, size), size_argument(ctx, nnz)
    index, first, type = (ctx.concretize(number, I32) for number in (index_type, base, value_type))
    if handles.is_null(ctx, target) or not 0 <= stored <= length or index not in INDEX_TYPES or first not in (0, 1):
        return INVALID_VALUE
    if type not in VALUE_TYPES or is_too_large(length, first, index):
        return INVALID_VALUE
    fields: dict[str, Value] = {
        "size": length, "nnz": stored, "indices": indices, "values": values, "index type": index, "base": first,
        "value type": type,
    }  # fmt: skip
    handles.create(ctx, target, SPARSE_VECTOR, fields)
    return SUCCESS


@model("cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr)", device=False)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor, not the memory that it points to. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, SPARSE_VECTOR)
    return SUCCESS


@model("cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void *values)", device=False)
def set_values(ctx: ModelContext, descriptor: Value, values: Value) -> Value:
    """Later operations work on these values."""
    return given_values(ctx, descriptor, SPARSE_VECTOR, values)


@model(
    "cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t spVecDescr, void **values)",
    "cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t spVecDescr, const void **values)",
    "cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr, cusparseIndexBase_t *idxBase)",
    device=False,
)
def get_one(ctx: ModelContext, descriptor: Value, target: Value) -> Value:
    """The pointer to the values, or the base of the indices."""
    return told(ctx, descriptor, SPARSE_VECTOR, {"base" if ctx.name.endswith("Base") else "values": target})


@model(
    *(
        f"cusparseStatus_t cusparse{const}SpVecGet(cusparse{const}SpVecDescr_t spVecDescr, int64_t *size, "
        f"int64_t *nnz, {qualifier}void **indices, {qualifier}void **values, cusparseIndexType_t *idxType, "
        "cusparseIndexBase_t *idxBase, cudaDataType *valueType)"
        for const, qualifier in (("", ""), ("Const", "const "))
    ),
    device=False,
)
def get_all(ctx: ModelContext, descriptor: Value, *targets: Value) -> Value:
    """What the vector was created with, or has been given since."""
    return told(ctx, descriptor, SPARSE_VECTOR, {name: to for (name, _), to in zip(_FIELDS, targets, strict=True)})
