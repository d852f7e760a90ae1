"""MRG32k3a: the difference of two linear recurrences of order three (L'Ecuyer, Good Parameters and Implementations for
Combined Multiple Recursive Random Number Generators, Operations Research 47(1), 1999, table I).

Powers of the matrices of the recurrences skip ahead (L'Ecuyer, Simard, Chen and Kelton, An Object-Oriented
Random-Number Package with Many Long Streams and Substreams, Operations Research 50(6), 2002). A seed becomes a state as
in cuRAND.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from opmodels.libraries.curand.set_bits import set_bits
from opmodels.libraries.curand.unit_interval import single

_MODULI = 4294967087, 4294944443
_FACTORS = (-810728, 1403580, 0), (-1370589, 0, 527612)
"""Of the oldest word, the one behind it, and the newest one."""

_MASK = (1 << 32) - 1

SUBSEQUENCE = 76
SEQUENCE = 127
"""Subsequences are 2**76 numbers apart, and sequences 2**127 (cuRAND guide, "Bit Generation with XORWOW and MRG32k3a
generators")."""

Mrg32k3aState = tuple[int, int, int, int, int, int]
"""The words of both recurrences, the oldest one first."""


def step(state: Mrg32k3aState) -> Mrg32k3aState:
    """The next state, whose number is `number_of`."""
    a, b, c, d, e, f = state
    return (
        b, c, (_FACTORS[0][0] * a + _FACTORS[0][1] * b) % _MODULI[0],
        e, f, (_FACTORS[1][0] * d + _FACTORS[1][2] * f) % _MODULI[1],
    )  # fmt: skip


def number_of(state: Mrg32k3aState) -> int:
    """The number that a step has led to: from 1 to the first modulus."""
    return (state[2] - state[5]) % _MODULI[0] or _MODULI[0]


_TO_32_BITS = 1.000000048662
_TO_UNIT = 2.3283065498378288e-10


def bits_of(number: int) -> int:
    """A number of the generator, spread over 32 bits."""
    return min(int(number * _TO_32_BITS), _MASK)


def unit_of(number: int) -> float:
    """A number of the generator, in (0, 1]."""
    return number * _TO_UNIT


@lru_cache(maxsize=1 << 12)
def start(seed: int, subsequence: int = 0, offset: int = 0) -> Mrg32k3aState:
    """The state that a seed of 64 bits gives, `offset` steps into a subsequence."""
    factors = (seed & _MASK ^ 0x55555555, seed >> 32 ^ 0xAAAAAAAA) if seed else (1, 1)
    first = (12345 * factors[index % 2] % _MODULI[0] for index in range(3))
    second = (12345 * factors[1 - index % 2] % _MODULI[1] for index in range(3))
    a, b, c = first
    d, e, f = second
    return skip((a, b, c, d, e, f), (subsequence << SUBSEQUENCE) + offset)


def skip(state: Mrg32k3aState, steps: int) -> Mrg32k3aState:
    """The state after so many steps."""
    words = state
    for power in set_bits(steps):
        a, b, c = _applied(_doubled(0, power), words[:3], _MODULI[0])
        d, e, f = _applied(_doubled(1, power), words[3:], _MODULI[1])
        words = a, b, c, d, e, f
    return words


_Matrix = tuple[tuple[int, ...], ...]


@cache
def _doubled(recurrence: int, power: int) -> _Matrix:
    """The matrix of 2**power steps of one of the recurrences."""
    modulus = _MODULI[recurrence]
    if power == 0:
        return (0, 1, 0), (0, 0, 1), tuple(factor % modulus for factor in _FACTORS[recurrence])
    half = _doubled(recurrence, power - 1)
    columns = [_applied(half, column, modulus) for column in zip(*half, strict=True)]
    return tuple(zip(*columns, strict=True))


def _applied(matrix: _Matrix, vector: tuple[int, ...], modulus: int) -> tuple[int, ...]:
    return tuple(sum(x * y for x, y in zip(row, vector, strict=True)) % modulus for row in matrix)


class Mrg32k3a:
    """Draws numbers. The words are those of a state."""

    subsequence = SUBSEQUENCE

    def __init__(self, words: Sequence[int]) -> None:
        self._state: Mrg32k3aState = tuple(words)  # type: ignore[assignment]

    @classmethod
    def start(cls, seed: int, subsequence: int, offset: int) -> "Mrg32k3a":
        """The numbers of a seed of 64 bits, from one of a subsequence on."""
        return cls(start(seed, subsequence, offset))

    def words(self) -> Mrg32k3aState:
        """The state, for the next one to draw."""
        return self._state

    def skip(self, numbers: int) -> None:
        """Leave out so many numbers."""
        self._state = skip(self._state, numbers)

    def _number(self) -> int:
        self._state = step(self._state)
        return number_of(self._state)

    def word(self) -> int:
        """The next number, as 32 bits."""
        return bits_of(self._number())

    def uniform(self) -> float:
        """In (0, 1], of single precision."""
        return single(self.uniform_double())

    def uniform_double(self) -> float:
        """In (0, 1]."""
        return unit_of(self._number())

    uniform_fine = uniform_double
