"""A product of matrices whose numbers are known."""

from cudabmc.goto.types import FloatType
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class MatrixProduct:
    """C = alpha * op(A) * op(B) + beta * C, with `rows` and `columns` of C, and `inner` numbers in each sum.

    A matrix is stored by columns, one behind the other; `transposed` says of A and B whether op transposes them. A and
    B have numbers of the type `source`, C of `target`. Sums begin at 0 and go in the order of the index; each operation
    is rounded to `compute`."""

    rows: int
    columns: int
    inner: int
    transposed: tuple[bool, bool]
    source: FloatType
    target: FloatType
    compute: FloatType

    @property
    def work(self) -> int:
        """Multiplications of a number of A with one of B."""
        return self.rows * self.columns * self.inner
