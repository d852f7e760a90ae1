"""Special functions of known doubles, within a few ulp where Python has them or a series is short, else to about
1e-13: inverse error functions by Newton's method, Bessel functions by their series, where the terms fall from the first
one on or are all positive (Abramowitz and Stegun, 9.1.10, 9.6.10), and elsewhere those of the first kind by their
integrals, which the trapezoid rule gives exactly for so many points as the integrand oscillates (9.1.21)."""

import math
from collections.abc import Callable
from statistics import NormalDist

from opmodels.math_known import INF

LEAST_QUANTILE = 2.0**-1021
"""Half of what is smaller is not a normal number."""

MOST_POINTS = 4096
"""Larger arguments than can be integrated with so many points have no known value here."""

BEYOND_I = 800.0
"""The modified functions of small orders are infinite from here on."""


def _refined(y: float, error: Callable[[float], float]) -> float:
    """Two steps of Newton's method for erf(y), whose derivative is 2 / sqrt(pi) * exp(-y**2)."""
    for _ in range(2):
        y -= error(y) * math.sqrt(math.pi) / 2.0 * math.exp(y * y)
    return y


def erfinv(x: float) -> float:
    """NaN outside of [-1, 1], infinite at the ends."""
    if not -1.0 < x < 1.0:
        return math.copysign(INF, x) if abs(x) == 1.0 else math.nan
    if abs(x) > 0.5:
        return math.copysign(erfcinv(1.0 - abs(x)), x)
    start = NormalDist().inv_cdf((x + 1.0) / 2.0) * math.sqrt(0.5)
    return _refined(start, lambda y: math.erf(y) - x)


def erfcinv(x: float) -> float:
    """NaN outside of [0, 2], infinite at the ends."""
    if not 0.0 < x < 2.0:
        return INF if x == 0.0 else -INF if x == 2.0 else math.nan
    if x > 1.0:
        return -erfcinv(2.0 - x)
    if x < LEAST_QUANTILE:
        y = 27.0
        for _ in range(8):
            y = math.sqrt(math.log(erfcx(y)) - math.log(x))  # erfc(y) = exp(-y**2) * erfcx(y)
        return y
    start = -NormalDist().inv_cdf(x / 2.0) * math.sqrt(0.5)
    return _refined(start, lambda y: x - math.erfc(y)) if abs(start) < 5.0 else start


def erfcx(x: float) -> float:
    """exp(x**2) * erfc(x), by its asymptotic series where erfc vanishes."""
    if x < -26.7:
        return INF
    if x < 20.0 or math.isnan(x):
        return math.exp(x * x) * math.erfc(x)
    inverse = 0.5 / x / x
    series = 1.0 - inverse * (1.0 - 3.0 * inverse * (1.0 - 5.0 * inverse * (1.0 - 7.0 * inverse)))
    return series / (x * math.sqrt(math.pi))


def normcdfinv(x: float) -> float:
    """Quantiles of the standard normal distribution; NaN outside of [0, 1], infinite at the ends."""
    if not 0.0 < x < 1.0:
        return -INF if x == 0.0 else INF if x == 1.0 else math.nan
    return NormalDist().inv_cdf(x)


def _mean(of: Callable[[float], float], points: int) -> float:
    """The mean of a function over (0, pi), which continues evenly and periodically."""
    ends = 0.5 * (of(0.0) + of(math.pi))
    return (math.fsum(of(math.pi * i / points) for i in range(1, points)) + ends) / points


def _points(n: int, x: float) -> int:
    return int(abs(x)) + abs(n) + 40


def _series(n: int, x: float, sign: int) -> float:
    """The sum of sign**k * (x / 2)**(n + 2 * k) / (k! * (n + k)!)."""
    term = 1.0
    for i in range(1, n + 1):
        term *= x / 2.0 / i
    terms, k = [term], 0
    while math.isfinite(term) and abs(term) > abs(terms[0]) * 2.0**-60:
        k += 1
        term *= sign * (x / 2.0) * (x / 2.0) / (k * (n + k))
        terms.append(term)
    return math.fsum(terms) if math.isfinite(term) else term


def bessel_j(n: int, x: float) -> float | None:
    """The Bessel function of the first kind of order n; None if x is too large."""
    if math.isnan(x) or math.isinf(x):
        return math.nan if math.isnan(x) else 0.0
    if _points(n, x) > MOST_POINTS:
        return None
    if x * x <= 4.0 * (abs(n) + 1):
        return _series(abs(n), x, -1) * (-1.0 if n < 0 and n % 2 else 1.0)
    return _mean(lambda t: math.cos(n * t - x * math.sin(t)), 2 * _points(n, x))


def bessel_i(n: int, x: float) -> float:
    """The modified Bessel function of the first kind of an order n from 0 on."""
    if math.isnan(x):
        return x
    return _series(n, max(min(x, BEYOND_I), -BEYOND_I), 1)
