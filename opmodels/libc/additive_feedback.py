"""The generator behind rand() and random() of glibc: additive feedback over 31 words.

The GNU C library manual, "ISO Random" and "BSD Random": rand() and random() share one generator, whose default state
has 128 bytes. That is TYPE_3 of the BSD generator, x**31 + x**3 + 1: each word is the sum of those 3 and 31 places
before it, and a number is a word without its lowest bit. The first 31 words come from the "minimal standard" generator
of Park and Miller (CACM 31(10), 1988), and 310 words are thrown away.
"""

from collections.abc import Iterable
from functools import lru_cache

DEGREE, _SEPARATION = 31, 3
_DISCARDED = 10 * DEGREE
_MULTIPLIER, _MODULUS = 16807, 2147483647


class Sequence:
    """The numbers of one seed, from one that was asked for on. Those before it are made again if they are needed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._begin = 0  # which word comes first in the list
        self._words = _first_words(seed)
        self._skipped = len(self._words) + _DISCARDED

    def number(self, index: int) -> int:
        """The number that call `index`, counted from 0, returns: in [0, 2**31 - 1]."""
        at = self._skipped + index
        self._reach(at, at)
        return self._words[at - self._begin] >> 1

    def before(self, index: int) -> tuple[int, list[int]]:
        """The place of the word of a call in the sequence, and the words that it and the next ones are made from."""
        at = self._skipped + index
        self._reach(at - DEGREE, at - 1)
        return at, self._words[at - DEGREE - self._begin : at - self._begin]

    def continues(self, index: int, words: Iterable[int]) -> None:
        """Somebody else has made the words up to that of a call; these are the last ones."""
        self._begin, self._words = self._skipped + index - DEGREE, list(words)

    def _reach(self, first: int, last: int) -> None:
        if first < self._begin:
            self._begin, self._words = 0, _first_words(self._seed)
        words = self._words
        while self._begin + len(words) <= last:
            words.append((words[-DEGREE] + words[-_SEPARATION]) % 2**32)


def _first_words(seed: int) -> list[int]:
    word = seed or 1
    word -= (word >> 31) << 32  # as int
    words = [word % 2**32]
    for _ in range(DEGREE - 1):
        # Schrage's method, whose division truncates; it makes negative seeds what they are.
        high = abs(word) // 127773 * (1 if word >= 0 else -1)
        word = _MULTIPLIER * (word - 127773 * high) - 2836 * high
        word += _MODULUS if word < 0 else 0
        words.append(word)
    return words + words[:_SEPARATION]  # the sums start behind the separation


@lru_cache(maxsize=16)
def sequence(seed: int) -> Sequence:
    """The sequence of a seed, an unsigned int."""
    return Sequence(seed)
