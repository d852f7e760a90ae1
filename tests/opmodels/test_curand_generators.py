"""The generators of cuRAND whose algorithms are published: their numbers, and how they skip ahead."""

import ctypes
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opmodels.libraries.curand import drawing, mrg32k3a, philox, xorwow
from opmodels.libraries.curand.mrg32k3a import Mrg32k3a
from opmodels.libraries.curand.philox import Philox
from opmodels.libraries.curand.xorwow import Xorwow
from tests.opmodels.curand_library import HostGenerator

GENERATORS = (Xorwow, Mrg32k3a, Philox)
KINDS = {Xorwow: 101, Mrg32k3a: 121, Philox: 161}  # curandRngType_t
SPACING = {Xorwow: xorwow.SUBSEQUENCE, Mrg32k3a: mrg32k3a.SUBSEQUENCE, Philox: philox.SUBSEQUENCE}
DRAWS = ("word", "uniform", "uniform_double", "uniform_fine")

SEEDS = st.integers(0, 2**64 - 1)
SMALL = st.integers(0, 300)


def drawn(source: object, count: int, draw: str = "word") -> list[float]:
    return [getattr(source, draw)() for _ in range(count)]


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (2**128 - 1, 2**64 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            0x03707344_13198A2E_85A308D3_243F6A88, 0x299F31D0_A4093822,
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)  # fmt: skip
def test_philox_gives_the_known_answers_of_random123(counter, key, words):
    """Random123, tests/kat_vectors, philox4x32 with 10 rounds."""
    assert philox.block(counter, key) == words


@pytest.mark.parametrize(
    ("generator", "first"),
    [
        (Xorwow, (0x253D5E15, 0xD1F7605A, 0x8CE6F6F8, 0x4B79FF67)),
        (Mrg32k3a, (0xC96891F0, 0x26F0D612, 0xEF269080, 0xFC8FA50E)),
        (Philox, (0x2090B348, 0x4401906F)),
    ],
)
def test_the_first_number_of_each_subsequence_is_that_of_curand(generator, first):
    """What curandGenerate of cuRAND 10.4.0 writes for the seed 1234: numbers of one subsequence after the other (cuRAND
    guide, "Ordering"). Of Philox, which takes four numbers of each, the first and the third."""
    if generator is Philox:
        assert drawn(Philox.start(1234, 0, 0), 4)[::2] == list(first)
    else:
        assert tuple(generator.start(1234, index, 0).word() for index in range(4)) == first


@pytest.mark.parametrize("generator", GENERATORS)
@given(seed=SEEDS, subsequence=SEEDS, offset=SMALL, more=SMALL)
def test_skipping_is_drawing(generator, seed, subsequence, offset, more):
    source = generator.start(seed, subsequence, 0)
    drawn(source, offset)
    assert source.words() == generator.start(seed, subsequence, offset).words()
    drawn(source, more)
    other = generator.start(seed, subsequence, offset)
    other.skip(more)
    assert other.words() == source.words()
    assert drawn(generator(other.words()), 9) == drawn(source, 9)


@pytest.mark.parametrize("generator", GENERATORS)
@given(seed=SEEDS, steps=st.lists(st.integers(0, 2**140), max_size=4), subsequence=st.integers(0, 5))
def test_steps_add_up_and_subsequences_are_steps(generator, seed, steps, subsequence):
    source, other = generator.start(seed, subsequence, 0), generator.start(seed, 0, 0)
    for number in steps:
        source.skip(number)
    other.skip(sum(steps) + (subsequence << SPACING[generator]))
    assert source.words() == other.words()


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("draw", DRAWS)
@given(seed=SEEDS)
def test_numbers_are_in_their_range(generator, draw, seed):
    for number in drawn(generator.start(seed, 0, 0), 20, draw):
        assert (0 <= number < 2**32) if draw == "word" else 0 < number <= 1


def test_the_ends_of_the_range_are_those_of_the_documentation():
    class Ends:
        def __init__(self, word: int) -> None:
            self.word = lambda: word

    for generator in (Xorwow, Philox):
        low, high = Ends(0), Ends(2**32 - 1)
        assert generator.uniform(low) == 2.0**-33 and generator.uniform(high) == 1.0
        assert 0 < generator.uniform_fine(low) == 2.0**-54
        assert generator.uniform_double(low) > 0 and generator.uniform_double(high) <= 1.0
    assert mrg32k3a.unit_of(1) > 0 and mrg32k3a.unit_of(4294967087) == 1.0
    assert mrg32k3a.bits_of(4294967087) == 2**32 - 1


@pytest.mark.parametrize("generator", GENERATORS)
def test_numbers_are_spread_as_their_distribution_says(generator):
    count = 4000
    source = generator.start(7, 0, 0)
    for make in (drawing.normal_pair, drawing.normal_pair_double):
        numbers = [x for _ in range(count // 2) for x in make(source)]
        assert abs(sum(numbers) / count) < 0.06 and abs(sum(x * x for x in numbers) / count - 1) < 0.09
    assert abs(sum(drawn(source, count, "uniform")) / count - 0.5) < 0.02
    for rate in (0.5, 20.0, 100.0, 5000.0):
        numbers = [drawing.poisson(source, rate) for _ in range(count)]
        mean = sum(numbers) / count
        assert abs(mean - rate) < 5 * math.sqrt(rate / count)
        assert abs(sum((x - mean) ** 2 for x in numbers) / count / rate - 1) < 0.15


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("rate", [-1.0, 0.0, -math.inf, math.inf, math.nan, 1e300])
def test_a_rate_that_makes_no_sense_has_a_number_nonetheless(generator, rate):
    assert 0 <= drawing.poisson(generator.start(7, 0, 0), rate) < 2**32


def test_the_exponential_of_a_normal_number_may_be_too_large():
    assert drawing.log_normal(1.0, 0.0, 1e6) == math.inf and drawing.log_normal(1.0, 2.0, 0.0) == math.exp(2)


@pytest.mark.parametrize("generator", GENERATORS)
@given(seed=SEEDS, subsequence=st.integers(0, 4095), round_=st.integers(0, 2))
def test_numbers_are_those_of_the_library(generator, seed, subsequence, round_):
    """The threads of CURAND_ORDERING_PSEUDO_LEGACY (cuRAND guide, "Order"); those of Philox draw four at a time."""
    threads, unit = (65536, 4) if generator is Philox else (4096, 1)
    place = unit * (threads * round_ + subsequence)
    library = HostGenerator(KINDS[generator], seed, place, 0 if generator is Philox else 103)
    assert library.numbers("", ctypes.c_uint, unit) == drawn(generator.start(seed, subsequence, unit * round_), unit)
    library.close()
    library = HostGenerator(KINDS[generator], seed, place, 0 if generator is Philox else 103)
    expected = library.numbers("Uniform", ctypes.c_float, unit)
    assert expected == drawn(generator.start(seed, subsequence, unit * round_), unit, "uniform")
    library.close()
