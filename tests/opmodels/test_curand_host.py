"""The host API of cuRAND in the run that is known: which numbers a generator writes, and where it goes on."""

import ctypes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.modelapi import F32, F64, I32, I64, PTR, Pointer
from tests.opmodels.curand_library import HostGenerator
from tests.opmodels.fake_context import FakeContext, Hidden, plain

XORWOW, MRG32K3A, PHILOX, LEGACY = 101, 121, 161, 103
KINDS = (XORWOW, MRG32K3A, PHILOX)
SEEDS = st.integers(0, 2**64 - 1)
CALLS = {
    "": (I32, ctypes.c_uint), "Uniform": (F32, ctypes.c_float), "UniformDouble": (F64, ctypes.c_double),
    "Normal": (F32, ctypes.c_float), "NormalDouble": (F64, ctypes.c_double), "LogNormal": (F32, ctypes.c_float),
    "LogNormalDouble": (F64, ctypes.c_double), "Poisson": (I32, ctypes.c_uint), "LongLong": (I64, ctypes.c_ulonglong),
}  # fmt: skip


class Generator:
    """A generator of the models."""

    def __init__(self, kind: int, seed: object = 0, offset: int = 0, ordering: int = 0, **how: object) -> None:
        self.ctx = FakeContext(**{"arbitrary": False, **how})  # type: ignore[arg-type]
        place = self.ctx.buffer(bytes(8))
        assert self.ctx.run("curandCreateGeneratorHost", place, kind) == 0
        self.handle = self.ctx.load(place, PTR)
        if kind < 200:
            assert self.ctx.run("curandSetPseudoRandomGeneratorSeed", self.handle, seed) == 0
        if offset:
            assert self.ctx.run("curandSetGeneratorOffset", self.handle, offset) == 0
        if ordering:
            assert self.ctx.run("curandSetGeneratorOrdering", self.handle, ordering) == 0

    def numbers(self, name: str, count: int) -> list[object]:
        type = CALLS[name][0]
        output: Pointer = self.ctx.buffer(bytes(type.size * count))
        assert self.ctx.run(f"curandGenerate{name}", self.handle, output, count, *parameters(name)) == 0
        return [plain(self.ctx.load(self.ctx.add(output, index * type.size), type)) for index in range(count)]


def parameters(name: str) -> tuple[float, ...]:
    return (1.5, 0.25) if "Normal" in name else (7.5,) if name == "Poisson" else ()


def of_library(library: HostGenerator, name: str, count: int) -> list[float]:
    made = ctypes.c_double if name.endswith("Double") else ctypes.c_float
    return library.numbers(name, CALLS[name][1], count, *map(made, parameters(name)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["", "Uniform", "UniformDouble", "Normal", "NormalDouble", "LogNormal"])
@settings(max_examples=10)
@given(seed=SEEDS, offset=st.integers(0, 20_000), counts=st.lists(st.integers(1, 40), min_size=1, max_size=4))
def test_numbers_are_those_of_the_library(kind, name, seed, offset, counts):
    """Whatever the calls are that a sequence is taken in. Threads take more than one turn where the offset is large, or
    the first count, for numbers that take several words."""
    unit = 2 if "Normal" in name else 1
    offset, ordering = (offset, LEGACY) if kind != PHILOX else (offset * 31, 0)
    if name not in ("", "Uniform"):
        counts, offset = [offset % 6000 + 1, *counts] if kind != PHILOX else counts, 0
    mine, library = Generator(kind, seed, offset, ordering), HostGenerator(kind, seed, offset, ordering)
    for count in counts:
        expected, found = of_library(library, name, unit * count), mine.numbers(name, unit * count)
        assert found == (pytest.approx(expected, rel=1e-5, abs=1e-5) if "ormal" in name else expected)
    library.close()


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        (XORWOW, (0x253D5E15, 0xD1F7605A, 0x8CE6F6F8, 0x4B79FF67, 0xEA2BEE0D)),
        (MRG32K3A, (0xC96891F0, 0x26F0D612, 0xEF269080, 0xFC8FA50E, 0xFCEF6715)),
        (PHILOX, (0x2090B348, 0xDA7CF0AB, 0x4401906F, 0xCBCA470E, 0xD115A128)),
    ],
)
def test_the_first_numbers_are_those_of_curand(kind, first):
    """What curandGenerate of cuRAND 10.4.0 writes for the seed 1234."""
    assert Generator(kind, 1234).numbers("", 5) == [*first]


@pytest.mark.parametrize("kind", [XORWOW, MRG32K3A, PHILOX, 141, 201, 203])
@given(seed=SEEDS, counts=st.lists(st.integers(1, 9), min_size=1, max_size=5), offset=st.integers(0, 9))
def test_a_generator_goes_on_where_it_was(kind, seed, counts, offset):
    name = "LongLong" if kind == 203 else "Uniform" if offset % 2 else ""
    one, other = Generator(kind, seed), Generator(kind, seed)
    whole = one.numbers(name, sum(counts))
    assert [number for count in counts for number in other.numbers(name, count)] == whole
    assert len(set(whole)) > len(whole) // 2
    if kind != 141:
        later = Generator(kind, seed, offset).numbers(name, sum(counts))
        assert later[: max(0, sum(counts) - offset)] == whole[offset:]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_seed_does_not_change_where_a_generator_is(kind):
    generator, other = Generator(kind, 1), Generator(kind, 2)
    generator.numbers("", 3)
    generator.ctx.run("curandSetPseudoRandomGeneratorSeed", generator.handle, 2)
    assert generator.numbers("", 4) == other.numbers("", 7)[3:]


@pytest.mark.parametrize("arbitrary", [False, True], ids=["known", "arbitrary"])
@pytest.mark.parametrize("name", [name for name in CALLS if name != "LongLong"])
def test_numbers_of_a_seed_that_is_not_known_are_in_their_range(name, arbitrary):
    generator = Generator(XORWOW, Hidden(7), arbitrary=arbitrary, chosen=lambda type, label: 1)
    for _ in range(2):
        assert generator.numbers(name, 4) == [1] * 4


def test_what_is_written_is_said_to_be_of_curand_or_not():
    generator = Generator(PHILOX)
    generator.numbers("", 1)
    assert any("are those of its algorithms" in note for note in generator.ctx.notes)
    generator = Generator(142)
    generator.numbers("", 1)
    assert any("another generator" in note for note in generator.ctx.notes)
    generator = Generator(PHILOX, arbitrary=True)
    generator.numbers("", 1)
    assert not generator.ctx.notes
