"""The generator behind rand() and random() of glibc: additive feedback over 31 words.

The GNU C library manual, "ISO Random" and "BSD Random": rand() and random() share one generator, whose default state
has 128 bytes. That is TYPE_3 of the BSD generator, x**31 + x**3 + 1: each word is the sum of those 3 and 31 places
before it, and a number is a word without its lowest bit. The first 31 words come from the "minimal standard" generator
of Park and Miller (CACM 31(10), 1988), and 310 words are thrown away.
"""

from functools import lru_cache

_DEGREE, _SEPARATION = 31, 3
_DISCARDED = 10 * _DEGREE
_MULTIPLIER, _MODULUS = 16807, 2147483647


class Sequence:
    """The numbers of one seed, as many as were asked for."""

    def __init__(self, seed: int) -> None:
        word = seed or 1
        word -= (word >> 31) << 32  # as int
        self._words = [word % 2**32]
        for _ in range(_DEGREE - 1):
            # Schrage's method, whose division truncates; it makes negative seeds what they are.
            high = abs(word) // 127773 * (1 if word >= 0 else -1)
            word = _MULTIPLIER * (word - 127773 * high) - 2836 * high
            word += _MODULUS if word < 0 else 0
            self._words.append(word)
        self._words += self._words[:_SEPARATION]  # the sums start behind the separation
        self._skipped = len(self._words) + _DISCARDED

    def number(self, index: int) -> int:
        """The number that call `index`, counted from 0, returns: in [0, 2**31 - 1]."""
        words = self._words
        wanted = self._skipped + index
        while len(words) <= wanted:
            words.append((words[-_DEGREE] + words[-_SEPARATION]) % 2**32)
        return words[wanted] >> 1


@lru_cache(maxsize=16)
def sequence(seed: int) -> Sequence:
    """The sequence of a seed, an unsigned int."""
    return Sequence(seed)
