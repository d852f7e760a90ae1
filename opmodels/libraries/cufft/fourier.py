"""The discrete Fourier transform of numbers of Python (cuFFT reference, "Fourier Transform Types")."""

import cmath
from collections.abc import Sequence
from math import prod


def transform(values: Sequence[complex], sizes: Sequence[int], sign: int) -> list[complex]:
    """X[k] = sum over j of x[j] * exp(sign * 2 * pi * i * j * k / n), in each dimension; not normalised."""
    found = list(values)
    for axis, size in enumerate(sizes):
        step = prod(sizes[axis + 1 :])
        for start in _starts(sizes, axis):
            line = slice(start, start + size * step, step)
            found[line] = _line(found[line], sign)
    return found


def _starts(sizes: Sequence[int], axis: int) -> list[int]:
    """The first indices of the lines along an axis."""
    step = prod(sizes[axis + 1 :])
    block = sizes[axis] * step
    return [outer * block + inner for outer in range(prod(sizes[:axis])) for inner in range(step)]


def _line(values: list[complex], sign: int) -> list[complex]:
    n = len(values)
    if n == 1:
        return values
    if n % 2:
        turns = [cmath.exp(sign * 2j * cmath.pi * k / n) for k in range(n)]
        return [sum((v * turns[j * k % n] for j, v in enumerate(values)), 0j) for k in range(n)]
    even, odd = _line(values[::2], sign), _line(values[1::2], sign)
    turned = [cmath.exp(sign * 2j * cmath.pi * k / n) * v for k, v in enumerate(odd)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


def half_of(spectrum: Sequence[complex], sizes: Sequence[int]) -> list[complex]:
    """The part of a spectrum of real data that is not the mirror image of the rest."""
    row = sizes[-1]
    kept = row // 2 + 1
    return [spectrum[start + k] for start in range(0, len(spectrum), row) for k in range(kept)]


def whole_of(half: Sequence[complex], sizes: Sequence[int]) -> list[complex]:
    """The spectrum of real data with this part: X[-k] is the conjugate of X[k]."""
    kept = sizes[-1] // 2 + 1
    return [_mirrored(half, index, sizes, kept) for index in range(prod(sizes))]


def _mirrored(half: Sequence[complex], index: int, sizes: Sequence[int], kept: int) -> complex:
    outer, last = divmod(index, sizes[-1])
    if last < kept:
        return half[outer * kept + last]
    position, factor, rest = 0, 1, outer
    for size in reversed(sizes[:-1]):
        rest, digit = divmod(rest, size)
        position += (-digit % size) * factor
        factor *= size
    return half[position * kept + sizes[-1] - last].conjugate()
