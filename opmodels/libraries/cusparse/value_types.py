"""The types of indices and values of descriptors (cuSPARSE reference, "cuSPARSE Generic API Reference").

Half, float, double and the complex numbers of the two are modelled; descriptors of other types can be made.
"""

from cudabmc.modelapi import F16, I16, I32, I64, IntType, ModelContext
from opmodels.libraries.data_types import DATA_TYPES
from opmodels.libraries.element import ELEMENTS, Element

HALF = Element("__half", F16, 1)
FLOAT, DOUBLE = ELEMENTS["S"], ELEMENTS["D"]
_BY_NUMBER = {
    DATA_TYPES["CUDA_R_16F"]: HALF, DATA_TYPES["CUDA_R_32F"]: FLOAT, DATA_TYPES["CUDA_R_64F"]: DOUBLE,
    DATA_TYPES["CUDA_C_32F"]: ELEMENTS["C"], DATA_TYPES["CUDA_C_64F"]: ELEMENTS["Z"],
}  # fmt: skip
VALUE_TYPES = frozenset(_BY_NUMBER) | {
    DATA_TYPES[f"CUDA_{name}"] for name in ("R_8I", "C_16F", "R_32I", "R_16BF", "C_16BF")
}
"""What a descriptor accepts as type of values."""
INDEX_TYPES: dict[int, IntType] = {1: I16, 2: I32, 3: I64}
"""By cusparseIndexType_t; 16 bits are unsigned, the others signed."""
_LARGEST = {2: (1 << 31) - 1}


def is_too_large(size: int, base: int, index_type: int) -> bool:
    """Does cuSPARSE refuse a size with indices of this type? Of those of 16 bits it looks at nothing."""
    return size + base > _LARGEST.get(index_type, (1 << 63) - 1)


def element_of(ctx: ModelContext, type: int) -> Element:
    """The numbers of a cudaDataType; those that nothing stands for are refused."""
    if type not in _BY_NUMBER:
        names = {number: name for name, number in DATA_TYPES.items()}
        ctx.unsupported(f"{ctx.name}() of values of the type {names.get(type, type)}")
    return _BY_NUMBER[type]
