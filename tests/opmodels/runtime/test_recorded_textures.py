"""Fetches from textures, beside what a GPU gave: the model allows it."""

import json
import struct
from itertools import product
from math import prod
from pathlib import Path

import pytest
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

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "textures.json").read_text())
FLOAT = ChannelFormat(1, 32, ChannelKind.Float)


def texture(ctx: RuntimeContext, of: dict) -> int:
    sizes = of["sizes"]
    mode = AddressMode(of["address"])
    if not of["normalized"] and mode in (AddressMode.Wrap, AddressMode.Mirror):
        mode = AddressMode.Clamp  # "only supported for normalized texture coordinates", else it is clamping
    elements = [float(i * i % 97) + 0.25 for i in range(prod(sizes))]
    data = ctx.new(Space.DEVICE_GLOBAL, struct.pack(f"<{len(elements)}f", *elements))
    chosen = Filter.Linear if of["linear"] else Filter.Point
    settings = ImageSettings(
        Resource.Array, len(sizes), FLOAT, False, (mode,) * 3, chosen, Read.ElementType, of["normalized"], True
    )
    extent = Triple(*sizes, *[0] * (3 - len(sizes)))
    return images.remember(ctx, Image(settings, data, extent, 4 * sizes[0], (500.0, 0.0, 0.0, 0.0)), TEXTURE_OBJECT)


def allows(ctx: RuntimeContext, handle: int, coordinates: list[float], value: float, linear: bool) -> bool:
    """Is the value one of those that the model gives, or one that it may choose?"""
    for chosen in [(value,)] if linear else product((False, True), repeat=len(coordinates)):
        ctx.inputs = list(chosen)
        result = ctx.new(Space.LOCAL, bytes(4))
        try:
            ctx.run(f"tex{len(coordinates)}D", result, FLOAT.packed(), handle, *coordinates)
        except AssertionError:  # a value that the model excludes
            return False
        if ctx.load(result, F32) == value:
            return True
    return False


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_what_is_taken_for_known_is_allowed_as_well(number: int) -> None:
    of = RECORDED[number]
    ctx, known = RuntimeContext(), RuntimeContext(arbitrary=False)
    handle, same = texture(ctx, of), texture(known, of)
    for *coordinates, _ in of["fetches"]:
        result = known.new(Space.LOCAL, bytes(4))
        known.run(f"tex{len(coordinates)}D", result, FLOAT.packed(), same, *coordinates)
        value = known.load(result, F32)
        assert allows(ctx, handle, coordinates, value, of["linear"]), (of["sizes"], coordinates, value)


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_the_model_allows_what_the_device_gave(number: int) -> None:
    of = RECORDED[number]
    ctx = RuntimeContext()
    handle = texture(ctx, of)
    for *coordinates, bits in of["fetches"]:
        value = struct.unpack("<f", struct.pack("<I", int(bits, 16)))[0]
        assert allows(ctx, handle, coordinates, value, of["linear"]), (of["sizes"], coordinates, value)
