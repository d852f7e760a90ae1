"""A square matrix in CSR whose arrays are arguments of a call: 32-bit indices, of a general type (cuSOLVER reference,
"Compressed Sparse Row Format (CSR)")."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.accuracy import precision_of
from opmodels.libraries.cusolver.common.operand import Integers, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, MATRIX_TYPE_NOT_SUPPORTED
from opmodels.libraries.cusolver.factors.precision import NumberColumns
from opmodels.libraries.cusolver.factors.sparse_lu import CompressedRows
from opmodels.libraries.cusparse.matrix_description import base_of_general
from opmodels.libraries.element import Element


class BadStructureError(ArithmeticError):
    """Offsets that fall."""


@dataclass(frozen=True, slots=True)
class CsrArguments:
    """The sizes, the base of the indices, and where the arrays are."""

    rows: int
    columns: int
    entries: int
    base: int
    offsets: Value
    indices: Value
    of_host: bool

    @staticmethod
    def of(
        ctx: ModelContext, sizes: tuple[int, int, int], descriptor: Value, offsets: Value, indices: Value
    ) -> "CsrArguments | int":
        """The arguments of a call, or the status that it returns for them."""
        base = base_of_general(ctx, descriptor)
        if base == -2:
            return MATRIX_TYPE_NOT_SUPPORTED
        if base < 0 or min(sizes) < 0:
            return INVALID_VALUE
        return CsrArguments(*sizes, base, offsets, indices, of_host=ctx.name.endswith("Host"))

    def structure(self) -> list[SolverOperand]:
        """What an operation reads of the offsets and the indices."""
        begin, end = self.base, self.entries + self.base
        offsets = Integers(self.offsets, self.rows + 1, I32, "csrRowPtr", (begin, end), self.of_host)
        last = max(self.base, self.columns - 1 + self.base)
        return [offsets, Integers(self.indices, self.entries, I32, "csrColInd", (self.base, last), self.of_host)]

    def operands(self, values: Value, element: Element) -> list[SolverOperand]:
        """What an operation reads of the matrix."""
        return [*self.structure(), vector(values, self.entries, element, "csrVal", of_host=self.of_host)]

    def from_zero(self, offsets: Sequence[int], indices: Sequence[int]) -> tuple[list[int], list[int]]:
        """Offsets and indices from 0; raises BadStructureError for offsets that are no such."""
        found = [offset - self.base for offset in offsets]
        if any(a > b for a, b in pairwise(found)) or found[0] != 0 or found[-1] != self.entries:
            raise BadStructureError
        return found, [index - self.base for index in indices]

    def matrix(self, offsets: list[int], indices: list[int], values: NumberColumns, element: Element) -> CompressedRows:
        """The matrix of what was read."""
        first, second = self.from_zero(offsets, indices)
        return CompressedRows(self.rows, tuple(first), tuple(second), tuple(values[0]), precision_of(element))


OperandContents = Sequence[Any]
