"""Transcendental functions of known doubles, total: errors become the infinities and NaNs of C11
annex F. Values are those of Python's math: the platform's to within two ulp, but for the gamma
functions, which are less accurate."""

import math
from collections.abc import Callable

INF = math.inf


def _total(function: Callable[[float], float], *, overflow: float = INF) -> Callable[[float], float]:
    """NaN where the function has no value, `overflow` where the value is too large."""

    def wrapped(x: float) -> float:
        try:
            return function(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return overflow

    return wrapped


def _logarithm(function: Callable[[float], float], pole: float = 0.0) -> Callable[[float], float]:
    total = _total(function)
    return lambda x: -INF if x == pole else total(x)


def sinh(x: float) -> float:
    """Overflows to the infinity of the sign of x."""
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(INF, x)


def atanh(x: float) -> float:
    """Infinite at 1 and -1."""
    return math.copysign(INF, x) if abs(x) == 1.0 else _total(math.atanh)(x)


def lgamma(x: float) -> float:
    """Infinite at the poles."""
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return INF


def tgamma(x: float) -> float:
    """Infinite at zero, with its sign; NaN at the other poles."""
    if x == 0.0:
        return math.copysign(INF, x)
    try:
        return math.gamma(x)
    except ValueError:
        return math.nan
    except OverflowError:
        return math.copysign(INF, x)


def power(x: float, y: float) -> float:
    """C11 F.10.4.4. A square is one multiplication, as it is on terms."""
    if y == 2.0:
        return x * x
    odd = math.isfinite(y) and y == math.floor(y) and y % 2.0 == 1.0
    try:
        return math.pow(x, y)
    except OverflowError:
        return -INF if x < 0.0 and odd else INF
    except ValueError:
        if x == 0.0:
            return math.copysign(INF, x) if odd else INF
        return math.nan


def sinpi(x: float) -> float:
    """sin(pi * x), exact at multiples of a half."""
    if not math.isfinite(x):
        return math.nan
    r = math.remainder(x, 2.0)  # in [-1, 1]
    if r == math.floor(r):
        return math.copysign(0.0, x)
    if abs(r) > 0.5:
        r = math.copysign(1.0, r) - r
    return math.sin(math.pi * r)


def cospi(x: float) -> float:
    """cos(pi * x), exact at multiples of a half."""
    if not math.isfinite(x):
        return math.nan
    r = abs(math.remainder(x, 2.0))  # in [0, 1]
    if 0.25 < r < 0.75:
        return math.sin(math.pi * (0.5 - r))  # 0.5 - r is exact, and so small as the result
    return math.cos(math.pi * r) if r <= 0.5 else -math.cos(math.pi * (1.0 - r))


def normcdf(x: float) -> float:
    """Distribution of the standard normal."""
    return 0.5 * math.erfc(-x * math.sqrt(0.5))


UNARY: dict[str, Callable[[float], float]] = {
    "exp": _total(math.exp),
    "exp2": _total(math.exp2),
    "exp10": _total(lambda x: power(10.0, x)),
    "expm1": _total(math.expm1),
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "log10": _logarithm(math.log10),
    "log1p": _logarithm(math.log1p, -1.0),
    "sin": _total(math.sin),
    "cos": _total(math.cos),
    "tan": _total(math.tan),
    "asin": _total(math.asin),
    "acos": _total(math.acos),
    "atan": math.atan,
    "sinh": sinh,
    "cosh": _total(math.cosh),
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": _total(math.acosh),
    "atanh": atanh,
    "cbrt": math.cbrt,
    "erf": math.erf,
    "erfc": math.erfc,
    "lgamma": lgamma,
    "tgamma": tgamma,
    "sinpi": sinpi,
    "cospi": cospi,
    "normcdf": normcdf,
}
