"""Philox4x32-10: four words are a keyed bijection of a counter (Salmon, Moraes, Dror and Shaw, Parallel Random Numbers:
As Easy as 1, 2, 3, SC 2011)."""

from collections.abc import Sequence
from functools import lru_cache

from opmodels.libraries.curand.unit_interval import unit_double, unit_float

_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_WEYL = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_MASK = (1 << 32) - 1

BLOCK = 4
"""Numbers of one counter."""

SUBSEQUENCE = 66
"""Subsequences are 2**66 numbers apart."""


@lru_cache(maxsize=1 << 12)
def block(counter: int, key: int) -> tuple[int, int, int, int]:
    """The numbers of a counter of 128 bits and a key of 64 bits."""
    a, b, c, d = (counter >> 32 * word & _MASK for word in range(4))
    low, high = key & _MASK, key >> 32
    for _ in range(_ROUNDS):
        first, second = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
        a, b = second >> 32 ^ b ^ low, second & _MASK
        c, d = first >> 32 ^ d ^ high, first & _MASK
        low, high = low + _WEYL[0] & _MASK, high + _WEYL[1] & _MASK
    return a, b, c, d


def counter_at(subsequence: int, position: int) -> int:
    """The counter of a number (cuRAND guide, "Bit Generation with Philox_4x32_10 generator")."""
    return (subsequence << SUBSEQUENCE - 2) + position // BLOCK & (1 << 128) - 1


class Philox:
    """Draws numbers. The words are those of the counter, those of the key, and the number of words of the counter's
    block that are drawn."""

    subsequence = SUBSEQUENCE

    def __init__(self, words: Sequence[int]) -> None:
        self._counter = sum(word << 32 * index for index, word in enumerate(words[:4]))
        self._key = words[4] | words[5] << 32
        self._drawn = words[6] % BLOCK

    @classmethod
    def start(cls, seed: int, subsequence: int, offset: int) -> "Philox":
        """The numbers of a seed of 64 bits, from one of a subsequence on. The seed is the key."""
        counter = counter_at(subsequence, offset)
        return cls((*(counter >> 32 * word & _MASK for word in range(4)), seed & _MASK, seed >> 32, offset % BLOCK))

    def words(self) -> tuple[int, ...]:
        """The state, for the next one to draw."""
        counter = (self._counter >> 32 * word & _MASK for word in range(4))
        return (*counter, self._key & _MASK, self._key >> 32, self._drawn)

    def skip(self, numbers: int) -> None:
        """Leave out so many numbers."""
        self._drawn += numbers
        self._counter = self._counter + self._drawn // BLOCK & (1 << 128) - 1
        self._drawn %= BLOCK

    def word(self) -> int:
        """The next number."""
        number = block(self._counter, self._key)[self._drawn]
        self.skip(1)
        return number

    def uniform(self) -> float:
        """In (0, 1], of single precision."""
        return unit_float(self.word())

    def uniform_double(self) -> float:
        """In (0, 1], with the 32 bits of one number."""
        return (self.word() + 1) * 2.0**-32

    def uniform_fine(self) -> float:
        """In (0, 1), with 53 bits."""
        return unit_double(self.word(), self.word())
