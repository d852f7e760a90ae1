"""Which types of numbers an operation takes together (cuSPARSE reference, the tables of each operation)."""

from cudabmc.modelapi import ModelContext
from opmodels.libraries.cusparse.multiplication import NumberTypes
from opmodels.libraries.cusparse.value_types import element_of
from opmodels.libraries.data_types import DATA_TYPES

Types = tuple[int, int, int, int]
"""cudaDataType of A, of B (or X), of C (or Y), and of the computation."""


def _types(*names: str) -> Types:
    a, b, c, compute = (DATA_TYPES[f"CUDA_{name}"] for name in names)
    return a, b, c, compute


UNIFORM = frozenset(_types(name, name, name, name) for name in ("R_32F", "R_64F", "C_32F", "C_64F"))
SPMV_TYPES = UNIFORM | {
    _types("R_8I", "R_8I", "R_32I", "R_32I"), _types("R_8I", "R_8I", "R_32F", "R_32F"),
    _types("R_32F", "R_32F", "R_64F", "R_64F"), _types("R_32F", "R_64F", "R_64F", "R_64F"),
    *(_types(half, half, to, "R_32F") for half in ("R_16F", "R_16BF") for to in (half, "R_32F")),
    *(_types(half, half, half, "C_32F") for half in ("C_16F", "C_16BF")),
}  # fmt: skip
"""SpMV and SpMM."""
SDDMM_TYPES = UNIFORM | {_types("R_16F", "R_16F", "R_32F", "R_32F"), _types("R_16F", "R_16F", "R_16F", "R_32F")}


def elements_of(ctx: ModelContext, types: Types, supported: frozenset[Types]) -> NumberTypes | None:
    """The types of numbers, None if the operation does not take them together."""
    if types not in supported:
        return None
    a, b, c, compute = (element_of(ctx, type) for type in types)
    return NumberTypes(a, b, c, compute)
