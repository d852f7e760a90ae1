"""IEEE 754 arithmetic on known values, round to nearest, ties to even; never an exception.

The functions compute in double. For +, -, *, / and sqrt the caller may round that into a smaller format: a double
has more than twice the digits of a single, so rounding twice is harmless (Figueroa, When is double rounding
innocuous?, 1995). FMA and conversion of wide integers are not of that kind and get the format.
"""

import math
from math import copysign, inf, nan

from cudabmc.goto.meaning.float_format import ROUND

_INTEGRAL = 2.0**52  # doubles from here on have no fraction


def divide(a: float, b: float) -> float:
    """a / b; x/0 is an infinity, 0/0 NaN."""
    if b:
        return a / b
    if b != b or a != a or not a:
        return nan
    return copysign(inf, a) * copysign(1.0, b)


def remainder(a: float, b: float) -> float:
    """C fmod: the sign of a; NaN for b = 0 or infinite a."""
    if not b or a - a != 0.0:
        return nan
    return math.fmod(a, b)


def square_root(a: float) -> float:
    """The square root; NaN below zero, -0.0 for -0.0."""
    return nan if a < 0.0 else math.sqrt(a)


def minimum(a: float, b: float) -> float:
    """C fmin: the number when the other is NaN; -0.0 is less than 0.0 (PTX ISA, min)."""
    if a < b or b != b:
        return a
    if a == b and copysign(1.0, a) < 0.0:
        return a
    return b


def maximum(a: float, b: float) -> float:
    """C fmax: the number when the other is NaN; 0.0 is greater than -0.0 (PTX ISA, max)."""
    if a > b or b != b:
        return a
    if a == b and copysign(1.0, b) < 0.0:
        return a
    return b


def signbit(a: float) -> bool:
    """Whether the value is negative or -0.0; false for NaN."""
    return a == a and copysign(1.0, a) < 0.0


def to_even(a: float) -> float:
    """C rint."""
    return copysign(float(round(a)), a) if -_INTEGRAL < a < _INTEGRAL else a


def floor(a: float) -> float:
    """C floor."""
    return copysign(float(math.floor(a)), a) if -_INTEGRAL < a < _INTEGRAL else a


def ceil(a: float) -> float:
    """C ceil."""
    return copysign(float(math.ceil(a)), a) if -_INTEGRAL < a < _INTEGRAL else a


def truncate(a: float) -> float:
    """C trunc."""
    return copysign(float(int(a)), a) if -_INTEGRAL < a < _INTEGRAL else a


def round_away(a: float) -> float:
    """C round: ties away from zero."""
    if not -_INTEGRAL < a < _INTEGRAL:
        return a
    whole = float(int(a))
    if abs(a - whole) >= 0.5:
        whole += copysign(1.0, a)
    return copysign(whole, a)


def fma64(a: float, b: float, c: float) -> float:
    """a * b + c for doubles, rounded once."""
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        # An overflowing product must not meet an infinite c of the other sign.
        return c if math.isfinite(a) and math.isfinite(b) else a * b + c
    (an, ad), (bn, bd), (cn, cd) = a.as_integer_ratio(), b.as_integer_ratio(), c.as_integer_ratio()
    numerator = an * bn * cd + cn * ad * bd
    if not numerator:
        return a * b + c  # exact, and its zero has the right sign
    try:
        return numerator / (ad * bd * cd)  # Python rounds integer quotients correctly
    except OverflowError:
        return inf if numerator > 0 else -inf


def fma_odd(a: float, b: float, c: float) -> float:
    """a * b + c for halves and singles as a double rounded to odd, from which a second rounding is harmless.

    The product is exact in a double; Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008.
    """
    product = a * b
    total = product + c
    if total - total != 0.0:
        return total
    back = total - product
    error = (product - (total - back)) + (c - back)
    if error and not _is_odd(total):
        return math.nextafter(total, inf if error > 0.0 else -inf)
    return total


def _is_odd(x: float) -> bool:
    significand = math.frexp(x)[0] * 2.0**53
    return bool(int(significand) & 1)


def from_int(n: int, width: int) -> float:
    """The float of `width` bits nearest to an integer of at most 128 bits; too large gives infinity."""
    x = float(n)
    if width != 64 and int(x) != n and not _is_odd(x):
        # Rounded to odd, so that the second rounding cannot be misled.
        x = math.nextafter(x, inf if int(x) < n else -inf)
    return ROUND[width](x)


def to_int(x: float, lo: int, hi: int) -> int:
    """x truncated and clamped into [lo, hi]; NaN gives 0 (PTX ISA, cvt)."""
    if x != x:
        return 0
    if x <= lo:
        return lo
    if x >= hi:
        return hi
    return int(x)
