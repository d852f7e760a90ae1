"""The numbers that a generator of the host API writes.

It stands for many threads with a subsequence each, which take turns (cuRAND guide, "Order"). The guide names 4096
threads for XORWOW, 81920 for MRG32k3a, and 4096 for both with CURAND_ORDERING_PSEUDO_LEGACY; that those of Philox are
65536, which make four numbers in a turn, is what cuRAND 10.4 does. Two normal numbers are made in a turn. Where a
generator goes on counts turns, or the numbers of Philox; setting an offset sets it. In a generator whose calls, or
offset and calls, take different counts of words in a turn, the numbers behind the first round of all threads are those
of other places than in cuRAND.

The numbers of other generators, and of other orderings, are those of Philox or of the default ordering.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from opmodels.libraries.curand import drawing
from opmodels.libraries.curand.mrg32k3a import Mrg32k3a
from opmodels.libraries.curand.philox import BLOCK, Philox
from opmodels.libraries.curand.types import GENERATORS, ORDERINGS
from opmodels.libraries.curand.xorwow import Xorwow

_LEGACY = ORDERINGS["CURAND_ORDERING_PSEUDO_LEGACY"]


@dataclass(frozen=True, slots=True)
class Generated:
    """What is written: how one or two numbers are drawn, and how many words of a generator that takes. `fine` is for
    words of 53 bits, of which MRG32k3a needs one number and the others two."""

    draw: Callable[..., Sequence[int | float]]
    made: int
    words: int
    fine: bool = False


def _word(source: Any) -> tuple[int]:
    return (source.word(),)


def _wide(source: Any) -> tuple[int]:
    return (source.word() | source.word() << 32,)


def _uniform(source: Any) -> tuple[float]:
    return (source.uniform(),)


def _uniform_fine(source: Any) -> tuple[float]:
    return (source.uniform_fine(),)


def _poisson(source: Any, rate: float) -> tuple[int]:
    return (drawing.poisson_of(source.word(), rate),)


BITS = Generated(_word, 1, 1)
WIDE_BITS = Generated(_wide, 1, 2)
POISSON = Generated(_poisson, 1, 1)
UNIFORM = Generated(_uniform, 1, 1)
UNIFORM_DOUBLE = Generated(_uniform_fine, 1, 1, fine=True)
NORMAL = Generated(drawing.scaled_normal_pair, 2, 2)
NORMAL_DOUBLE = Generated(drawing.scaled_normal_pair_double, 2, 2, fine=True)
LOG_NORMAL = Generated(drawing.log_normal_pair, 2, 2)
LOG_NORMAL_DOUBLE = Generated(drawing.log_normal_pair_double, 2, 2, fine=True)


@dataclass(frozen=True, slots=True)
class _Threads:
    """How many there are, which algorithm they run, and how often a thread draws in a turn (0: until it has made
    four numbers)."""

    count: int
    source: Any
    fine: int = 2
    four: bool = False


_DEFAULT = _Threads(65536, Philox, four=True)
_OF = {
    GENERATORS["CURAND_RNG_PSEUDO_DEFAULT"]: _Threads(4096, Xorwow),
    GENERATORS["CURAND_RNG_PSEUDO_XORWOW"]: _Threads(4096, Xorwow),
    GENERATORS["CURAND_RNG_PSEUDO_MRG32K3A"]: _Threads(81920, Mrg32k3a, 1),
}


def _threads(kind: int, ordering: int) -> _Threads:
    if kind == GENERATORS["CURAND_RNG_PSEUDO_MRG32K3A"] and ordering == _LEGACY:
        return _Threads(4096, Mrg32k3a, 1)
    return _OF.get(kind, _DEFAULT)


def is_of_curand(kind: int) -> bool:
    """Are the numbers of this type of generator those of cuRAND?"""
    return kind in _OF or kind == GENERATORS["CURAND_RNG_PSEUDO_PHILOX4_32_10"]


def advance(kind: int, numbers: Generated, count: int) -> int:
    """How much further a generator is after so many numbers."""
    return count if _threads(kind, 0).four else -(-count // numbers.made)


def sequence(kind: int, ordering: int, numbers: Generated, count: int) -> Callable[..., list[int | float]]:
    """From a seed, a position, and parameters of a distribution to numbers."""
    threads = _threads(kind, ordering)
    draws = BLOCK // numbers.made if threads.four else 1
    words = draws * numbers.words * (threads.fine if numbers.fine else 1)

    def made(seed: int, position: int, *parameters: float) -> list[int | float]:
        first, left_out = divmod(position, BLOCK) if threads.four else (position, 0)
        turns: list[list[int | float]] = [[] for _ in range(-(-(count + left_out) // (draws * numbers.made)))]
        for index, source in enumerate(_sources(threads, seed, first, words, len(turns))):
            for turn in range(index, len(turns), threads.count):
                into = turns[turn]
                for _ in range(draws):
                    into += numbers.draw(source, *parameters)
        return [number for turn in turns for number in turn][left_out : left_out + count]

    return made


def _sources(threads: _Threads, seed: int, first: int, words: int, most: int) -> Iterator[Any]:
    """The state of each thread, from that of a turn on. A turn takes so many words."""
    start: Any = None
    for turn in range(first, first + min(most, threads.count)):
        round_, thread = divmod(turn, threads.count)
        if start is None or thread == 0:
            start = threads.source.start(seed, thread, 0)
        else:
            start.skip(1 << threads.source.subsequence)
        source = threads.source(start.words())
        source.skip(round_ * words)
        yield source
