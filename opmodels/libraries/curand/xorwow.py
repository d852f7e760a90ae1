"""XORWOW: a linear shift register of 160 bits, and a Weyl sequence that is added to it (Marsaglia, Xorshift RNGs,
Journal of Statistical Software 8(14), 2003, section 3.1).

The register is linear over GF(2), so that powers of its matrix skip ahead. A seed becomes a state as in cuRAND.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from opmodels.libraries.curand.set_bits import set_bits
from opmodels.libraries.curand.unit_interval import unit_double, unit_float

_WEYL = 362437
_WORDS = 5
_BITS = 32 * _WORDS
_MASK = (1 << 32) - 1

SUBSEQUENCE = 67
"""Subsequences are 2**67 numbers apart (cuRAND guide, "Bit Generation with XORWOW and MRG32k3a generators")."""

XorwowState = tuple[int, int, int, int, int, int]
"""The Weyl sequence, and the words of the register, the oldest one first."""


def step(state: XorwowState) -> XorwowState:
    """The next state, whose number is `number_of`."""
    weyl, a, b, c, d, e = state
    a ^= a >> 2
    return weyl + _WEYL & _MASK, b, c, d, e, e ^ e << 4 & _MASK ^ a ^ a << 1 & _MASK


def number_of(state: XorwowState) -> int:
    """The number that a step has led to."""
    return state[0] + state[5] & _MASK


@lru_cache(maxsize=1 << 12)
def start(seed: int, subsequence: int = 0, offset: int = 0) -> XorwowState:
    """The state that a seed of 64 bits gives, `offset` steps into a subsequence."""
    low = 1099087573 * (seed & _MASK ^ 0xAAD26B49) & _MASK
    high = 2591861531 * (seed >> 32 ^ 0xF7DCEFDD) & _MASK
    state = (
        6615241 + low + high & _MASK,
        123456789 + low & _MASK, 362436069 ^ low, 521288629 + high & _MASK, 88675123 ^ high, 5783321 + low & _MASK,
    )  # fmt: skip
    return skip(state, (subsequence << SUBSEQUENCE) + offset)


def skip(state: XorwowState, steps: int) -> XorwowState:
    """The state after so many steps."""
    register = sum(word << 32 * index for index, word in enumerate(state[1:]))
    for power in set_bits(steps):
        register = _applied(_doubled(power), register)
    a, b, c, d, e = (register >> 32 * index & _MASK for index in range(_WORDS))
    return state[0] + _WEYL * steps & _MASK, a, b, c, d, e


_ByteSums = list[tuple[int, ...]]
"""For each byte of a register, what its values contribute."""


@cache
def _doubled(power: int) -> _ByteSums:
    """The matrix of 2**power steps."""
    if power == 0:
        images = [_stepped(1 << bit) for bit in range(_BITS)]
    else:
        half = _doubled(power - 1)
        images = [_applied(half, _applied(half, 1 << bit)) for bit in range(_BITS)]
    matrix = []
    for first in range(0, _BITS, 8):
        sums = [0]
        for image in images[first : first + 8]:
            sums += [image ^ other for other in sums]
        matrix.append(tuple(sums))
    return matrix


def _stepped(register: int) -> int:
    words = [register >> 32 * index & _MASK for index in range(_WORDS)]
    _, a, b, c, d, e = step((0, *words))  # type: ignore[arg-type]
    return a | b << 32 | c << 64 | d << 96 | e << 128


def _applied(matrix: _ByteSums, register: int) -> int:
    result = 0
    for sums, byte in zip(matrix, register.to_bytes(_BITS // 8, "little"), strict=True):
        result ^= sums[byte]
    return result


class Xorwow:
    """Draws numbers. The words are those of a state."""

    subsequence = SUBSEQUENCE

    def __init__(self, words: Sequence[int]) -> None:
        self._state: XorwowState = tuple(words)  # type: ignore[assignment]

    @classmethod
    def start(cls, seed: int, subsequence: int, offset: int) -> "Xorwow":
        """The numbers of a seed of 64 bits, from one of a subsequence on."""
        return cls(start(seed, subsequence, offset))

    def words(self) -> XorwowState:
        """The state, for the next one to draw."""
        return self._state

    def skip(self, numbers: int) -> None:
        """Leave out so many numbers."""
        self._state = skip(self._state, numbers)

    def word(self) -> int:
        """The next number."""
        self._state = step(self._state)
        return number_of(self._state)

    def uniform(self) -> float:
        """In (0, 1], of single precision."""
        return unit_float(self.word())

    def uniform_double(self) -> float:
        """In (0, 1), with 53 bits of two numbers."""
        return unit_double(self.word(), self.word())

    uniform_fine = uniform_double
