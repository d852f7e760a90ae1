"""What is known of a float without a solver."""

import math
from typing import NamedTuple


class FloatRange(NamedTuple):
    """Bounds that a float cannot leave, both included and infinite ones among them, without a look at the signs of
    zeros; with `nan` it may be NaN, too, and with `minus_zero` it may be -0.0."""

    low: float
    high: float
    nan: bool
    minus_zero: bool

    @property
    def is_finite(self) -> bool:
        """Neither NaN nor infinite."""
        return not self.nan and -math.inf < self.low and self.high < math.inf

    @property
    def has_no_sign(self) -> bool:
        """Is the sign bit of a number surely clear?"""
        return self.low >= 0.0 and not self.minus_zero
