"""A matrix in CSR whose arrays are arguments of a call: 32-bit indices, as the older functions take them."""

from dataclasses import dataclass

from cudabmc.modelapi import I32, NULL, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix
from opmodels.libraries.cusparse.types import CSC, CSR
from opmodels.libraries.data_types import DATA_TYPES

LETTERS = {"S": DATA_TYPES["CUDA_R_32F"], "D": DATA_TYPES["CUDA_R_64F"], "C": DATA_TYPES["CUDA_C_32F"],
           "Z": DATA_TYPES["CUDA_C_64F"]}  # fmt: skip
"""cudaDataType by the letter in the name of a function."""


@dataclass(frozen=True, slots=True)
class CsrSizes:
    """Rows, columns and entries, the base of the indices, and the type of the numbers."""

    rows: int
    cols: int
    nnz: int
    base: int
    type: int = LETTERS["S"]

    def matrix(self, offsets: Value, indices: Value, values: Value = NULL, format: int = CSR) -> SparseMatrix:
        """The matrix with these arrays."""
        assert format in (CSR, CSC)
        numbers = {
            "format": format, "offsets type": 2, "index type": 2, "base": self.base, "value type": self.type,
            "batches": 1, "rows": self.rows, "cols": self.cols, "nnz": self.nnz,
        }  # fmt: skip
        return SparseMatrix(NULL, numbers, {"offsets": offsets, "indices": indices, "values": values})


def integers(ctx: ModelContext, *values: Value) -> list[int]:
    """int arguments; one run for each value that is possible."""
    return [signed(ctx.concretize(value, I32), 32) for value in values]
