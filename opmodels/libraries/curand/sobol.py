"""Quasirandom numbers: Sobol's sequences in the order of Gray codes (Bratley and Fox, Algorithm 659, ACM Transactions
on Mathematical Software 14(1), 1988). A number of `width` bits is the sum of the direction vectors that the Gray code
of its index has, and of the scrambling."""

from statistics import NormalDist

from opmodels.libraries.curand import drawing
from opmodels.libraries.curand.set_bits import set_bits
from opmodels.libraries.curand.unit_interval import single, unit_float


def vectors_of(index: int) -> list[int]:
    """The direction vectors that a number consists of."""
    return [*set_bits(index ^ index >> 1)]


class SobolNumber:
    """A number as one of a distribution. Normal ones come from the inverse of the distribution function."""

    def __init__(self, number: int, width: int) -> None:
        self._number = number
        self._width = width

    def word(self) -> int:
        """All of its bits."""
        return self._number

    def uniform(self) -> float:
        """In (0, 1], of single precision."""
        return unit_float(self._number >> self._width - 32)

    def uniform_double(self) -> float:
        """In (0, 1]."""
        if self._width == 32:
            return (self._number + 1) * 2.0**-32
        return (self._number >> 11) * 2.0**-53 + 2.0**-54

    def normal_double(self) -> float:
        """Mean 0, deviation 1."""
        bits = min(self._width, 52)
        return NormalDist().inv_cdf(((self._number >> self._width - bits) + 0.5) * 2.0**-bits)

    def normal(self) -> float:
        """The same, of single precision."""
        return single(self.normal_double())

    def poisson(self, rate: float) -> int:
        """How many events there are at a rate."""
        return drawing.poisson_of(self._number >> self._width - 32, rate)
