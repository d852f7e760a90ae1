"""Texture fetches against the formulas of the programming guide ("Texture Fetching"), computed with fractions."""

import struct
from fractions import Fraction
from itertools import product
from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from runtime_context import RuntimeContext

import opmodels
from cudabmc.modelapi import F32, Space
from opmodels.runtime import image as images
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind
from opmodels.runtime.extent import Triple
from opmodels.runtime.handle_kinds import TEXTURE_OBJECT
from opmodels.runtime.image import Image, ImageSettings
from opmodels.runtime.texture_types import AddressMode, Filter, Read, Resource

opmodels.load_all()

FLOAT = ChannelFormat(1, 32, ChannelKind.Float)
FUNCTION = {1: "tex1D", 2: "tex2D", 3: "tex3D"}
SIZES = st.lists(st.integers(1, 5), min_size=1, max_size=3)


def as_float(number: float) -> float:
    return struct.unpack("<f", struct.pack("<f", number))[0]


COORDINATES = st.floats(-40, 40, width=32)


def texture(ctx: RuntimeContext, sizes, mode, filtered, normalized) -> tuple[int, dict]:
    """A texture whose elements are all different, and its elements by (x, y, z)."""
    elements = {}
    data = b""
    for number, index in enumerate(product(*(range(size) for size in reversed(sizes)))):
        elements[index[::-1]] = float(number * number % 97)
        data += struct.pack("<f", number * number % 97)
    extent = Triple(*sizes, *[0] * (3 - len(sizes)))
    settings = ImageSettings(
        Resource.Array, len(sizes), FLOAT, False, (mode,) * 3, filtered, Read.ElementType, normalized, True
    )
    image = Image(settings, ctx.new(Space.DEVICE_GLOBAL, data), extent, 4 * sizes[0], (500.0, 0.0, 0.0, 0.0))
    return images.remember(ctx, image, TEXTURE_OBJECT), elements


def fetch(ctx: RuntimeContext, handle: int, coordinates) -> float:
    result = ctx.new(Space.LOCAL, bytes(4))
    ctx.run(FUNCTION[len(coordinates)], result, FLOAT.packed(), handle, *coordinates)
    return ctx.load(result, F32)


def scaled(x: float, size: int, mode: AddressMode, normalized: bool) -> Fraction:
    """The coordinate in elements, wrapped or mirrored as the guide says: frac(x), or 1 - frac(x) where floor(x) is
    odd."""
    exact = Fraction(x)
    if normalized:
        fraction = exact - floor(exact)
        if mode is AddressMode.Wrap:
            exact = fraction
        elif mode is AddressMode.Mirror:
            exact = 1 - fraction if floor(exact) % 2 else fraction
        exact *= size
    return exact


def element(elements, sizes, indices, mode: AddressMode) -> float:
    inside = []
    for index, size in zip(indices, sizes, strict=True):
        if mode is AddressMode.Border and not 0 <= index < size:
            return 500.0
        if mode is AddressMode.Wrap:
            index %= size
        elif mode is AddressMode.Mirror:
            index = {-1: 0, size: size - 1}.get(index, index)
        inside.append(min(max(index, 0), size - 1))
    return elements[tuple(inside)]


@given(SIZES, st.data(), st.sampled_from(AddressMode), st.booleans())
def test_point_sampling_takes_the_element_of_the_guide(sizes, data, mode, normalized):
    if not normalized and mode in (AddressMode.Wrap, AddressMode.Mirror):
        mode = AddressMode.Clamp
    coordinates = [data.draw(COORDINATES) for _ in sizes]
    exact = [scaled(x, size, mode, normalized) for x, size in zip(coordinates, sizes, strict=True)]
    # What a mirrored coordinate on the border between two elements reads is not said.
    assume(mode is not AddressMode.Mirror or all(x.denominator != 1 for x in exact))
    ctx = RuntimeContext()
    handle, elements = texture(ctx, sizes, mode, Filter.Point, normalized)
    near = Fraction(1, 2**20) if normalized else 0  # where the hardware has not enough bits to tell
    sides = [
        {floor(x)} if x.denominator == 1 or size & (size - 1) == 0 else {floor(x - near * size), floor(x + near * size)}
        for x, size in zip(exact, sizes, strict=True)
    ]
    found = set()
    for chosen in product((False, True), repeat=sum(len(side) > 1 for side in sides)):
        ctx.inputs = list(chosen)
        found.add(fetch(ctx, handle, coordinates))
    assert found == {element(elements, sizes, indices, mode) for indices in product(*sides)}


@given(SIZES, st.data(), st.sampled_from([AddressMode.Clamp, AddressMode.Border]))
def test_linear_filtering_allows_the_weighted_sum_and_nothing_far_from_it(sizes, data, mode):
    coordinates = [data.draw(COORDINATES) for _ in sizes]
    ctx = RuntimeContext()
    handle, elements = texture(ctx, sizes, mode, Filter.Linear, False)
    low = [floor(Fraction(x) - Fraction(1, 2)) for x in coordinates]
    weights = [Fraction(x) - Fraction(1, 2) - below for x, below in zip(coordinates, low, strict=True)]
    total, corners = Fraction(0), []
    for corner in product((0, 1), repeat=len(sizes)):
        part = Fraction(element(elements, sizes, [b + c for b, c in zip(low, corner, strict=True)], mode))
        corners.append(part)
        for weight, side in zip(weights, corner, strict=True):
            part *= weight if side else 1 - weight
        total += part
    spread = (max(corners) - min(corners)) * len(sizes) / 256
    ctx.inputs = [as_float(float(total))]
    found = fetch(ctx, handle, coordinates)
    assert abs(Fraction(found) - total) <= spread + Fraction(1, 10**4)
    if not ctx.inputs:  # the weights were not exact, and the value was asked for
        ctx.inputs = [float(total + 2 * spread + 1)]
        with pytest.raises(AssertionError, match="excludes"):
            fetch(ctx, handle, coordinates)


@pytest.mark.parametrize("kind", [ChannelKind.Signed, ChannelKind.Unsigned])
@pytest.mark.parametrize("bits", [8, 16])
def test_normalised_integers_lie_between_their_bounds(kind, bits):
    most = (1 << bits - (kind is ChannelKind.Signed)) - 1
    for number in (0, 1, most, -most, -most - 1) if kind is ChannelKind.Signed else (0, 1, most // 2, most):
        ctx = RuntimeContext()
        data = ctx.new(Space.DEVICE_GLOBAL, (number % (1 << bits)).to_bytes(bits // 8, "little"))
        settings = ImageSettings(Resource.Linear, 1, ChannelFormat(1, bits, kind), read=Read.NormalizedFloat)
        handle = images.remember(ctx, Image(settings, data, Triple(1, 0, 0), bits // 8, (0.0,) * 4), TEXTURE_OBJECT)
        result = ctx.new(Space.LOCAL, bytes(4))
        ctx.run("tex1Dfetch", result, FLOAT.packed(), handle, 0)
        assert ctx.load(result, F32) == as_float(max(number / most, -1.0))
