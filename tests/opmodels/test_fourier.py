"""The transforms of cuFFT's models against the sum that defines them."""

import cmath
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opmodels.libraries.cufft import fourier
from opmodels.libraries.cufft.layout import StorageLayout, Transform
from opmodels.libraries.cufft.types import TYPES

SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)


def defined(values: list[complex], sizes: tuple[int, ...], sign: int) -> list[complex]:
    indices = list(product(*(range(size) for size in sizes)))
    return [
        sum(
            value * cmath.exp(sign * 2j * cmath.pi * sum(a * b / n for a, b, n in zip(j, k, sizes, strict=True)))
            for j, value in zip(indices, values, strict=True)
        )
        for k in indices
    ]


@settings(deadline=None, max_examples=60)
@given(SIZES, st.sampled_from([-1, 1]), st.data())
def test_a_transform_is_the_sum_that_defines_it(sizes: tuple[int, ...], sign: int, data: st.DataObject) -> None:
    count = prod(sizes)
    numbers = st.complex_numbers(max_magnitude=100, allow_nan=False)
    values = data.draw(st.lists(numbers, min_size=count, max_size=count))
    found = fourier.transform(values, sizes, sign)
    assert all(abs(a - b) < 1e-8 for a, b in zip(found, defined(values, sizes, sign), strict=True))


@settings(deadline=None, max_examples=60)
@given(SIZES, st.data())
def test_half_of_the_spectrum_of_real_data_is_enough(sizes: tuple[int, ...], data: st.DataObject) -> None:
    count = prod(sizes)
    values = data.draw(st.lists(st.integers(-50, 50), min_size=count, max_size=count))
    spectrum = fourier.transform([complex(v) for v in values], sizes, -1)
    half = fourier.half_of(spectrum, sizes)
    assert len(half) == prod(sizes[:-1]) * (sizes[-1] // 2 + 1)
    assert all(abs(a - b) < 1e-8 for a, b in zip(fourier.whole_of(half, sizes), spectrum, strict=True))


def test_a_transform_comes_back_from_its_fields() -> None:
    for transform in (
        Transform(TYPES["C2C"], (4, 3), 2),
        Transform(TYPES["R2C"], (8,), 5, StorageLayout((8,), 2, 16), StorageLayout((5,), 1, 5)),
    ):
        assert Transform.of(transform.fields()) == transform


@pytest.mark.parametrize(
    ("kind", "in_place", "source", "target"),
    [("C2C", False, 24, 24), ("R2C", False, 24, 16), ("R2C", True, 31, 16), ("C2R", True, 16, 31)],
)
def test_where_the_numbers_end(kind: str, in_place: bool, source: int, target: int) -> None:
    places = Transform(TYPES[kind], (4, 3), 2).places(in_place=in_place)
    ends = [1 + max(max(indices) for indices in side) for side in places]
    assert ends == [source, target]
