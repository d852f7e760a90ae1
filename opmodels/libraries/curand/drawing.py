"""Numbers of distributions, from a generator whose state is known.

Uniform ones have the bits that cuRAND gives. Normal ones come from the transform of Box and Muller, as in cuRAND
(reference, "Distributions"), but logarithms and sines are those of Python, in double precision. The algorithms behind a
Poisson distribution are not documented: up to a rate of 64 it is Knuth's (The Art of Computer Programming, volume 2,
3.4.1), and a rounded normal distribution behind that.
"""

import math
from statistics import NormalDist
from typing import Protocol

from opmodels.libraries.curand.unit_interval import single

_KNUTH = 64
_LARGEST = 2**32 - 1


class Source(Protocol):
    """What numbers are drawn from."""

    def word(self) -> int:
        """32 random bits."""

    def uniform(self) -> float:
        """In (0, 1], of single precision."""

    def uniform_double(self) -> float:
        """In (0, 1]."""

    def uniform_fine(self) -> float:
        """In (0, 1], with as many bits as a normal distribution of double precision takes."""


def normal_pair(source: Source) -> tuple[float, float]:
    """Two numbers of single precision: mean 0, deviation 1."""
    x, y = box_muller(source.uniform(), source.uniform())
    return single(x), single(y)


def normal_pair_double(source: Source) -> tuple[float, float]:
    """Two numbers of double precision: mean 0, deviation 1."""
    return box_muller(source.uniform_fine(), source.uniform_fine())


def log_normal_pair(source: Source, mean: float, deviation: float) -> tuple[float, float]:
    """Two numbers of single precision: exp of normal ones with a mean and a deviation."""
    x, y = normal_pair(source)
    return single(log_normal(x, mean, deviation)), single(log_normal(y, mean, deviation))


def log_normal_pair_double(source: Source, mean: float, deviation: float) -> tuple[float, float]:
    """The same, of double precision."""
    x, y = normal_pair_double(source)
    return log_normal(x, mean, deviation), log_normal(y, mean, deviation)


def scaled_normal_pair(source: Source, mean: float, deviation: float) -> tuple[float, float]:
    """Two numbers of single precision, with a mean and a deviation."""
    x, y = normal_pair(source)
    return single(mean + deviation * x), single(mean + deviation * y)


def scaled_normal_pair_double(source: Source, mean: float, deviation: float) -> tuple[float, float]:
    """Two numbers of double precision, with a mean and a deviation."""
    x, y = normal_pair_double(source)
    return mean + deviation * x, mean + deviation * y


def box_muller(u: float, v: float) -> tuple[float, float]:
    """Two normal numbers from two uniform ones in (0, 1]."""
    radius, angle = math.sqrt(-2.0 * math.log(u)), 2.0 * v * math.pi
    return radius * math.sin(angle), radius * math.cos(angle)


def log_normal(normal: float, mean: float, deviation: float) -> float:
    """exp of a normal number with a mean and a deviation."""
    try:
        return math.exp(mean + deviation * normal)
    except OverflowError:
        return math.inf


def poisson(source: Source, rate: float) -> int:
    """How many events there are at a rate."""
    if not rate < _KNUTH:
        return rounded_poisson(normal_pair_double(source)[0], rate)
    count, product = 0, single(single(math.exp(single(rate))) * source.uniform())
    while product > 1.0:
        product = single(product * source.uniform())
        count += 1
    return count


def poisson_of(word: int, rate: float) -> int:
    """How many events there are at a rate, by the inverse of the distribution function."""
    u = (word + 0.5) * 2.0**-32
    if not rate < _KNUTH:
        return rounded_poisson(NormalDist().inv_cdf(u), rate)
    count, probability = 0, math.exp(-rate)
    below = probability
    while u > below and probability > 0.0:
        count += 1
        probability *= rate / count
        below += probability
    return count


def rounded_poisson(normal: float, rate: float) -> int:
    """The normal distribution that is close to a Poisson distribution of a large rate."""
    number = math.sqrt(rate) * normal + rate + 0.5 if 0 <= rate < math.inf else 0.0
    return max(0, min(int(number), _LARGEST))
