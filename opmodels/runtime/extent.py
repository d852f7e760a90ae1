"""Sizes and places in memory of two and three dimensions (CUDA Runtime API, structs cudaExtent, cudaPos and
cudaPitchedPtr, and the functions that make them)."""

from dataclasses import dataclass

from cudabmc.modelapi import I64, PTR, ModelContext, Value
from opmodels.registry import model
from opmodels.runtime.record import record

EXTENT = record("cudaExtent", "size_t width", "size_t height", "size_t depth")
POSITION = record("cudaPos", "size_t x", "size_t y", "size_t z")
PITCHED = record("cudaPitchedPtr", "void *ptr", "size_t pitch", "size_t xsize", "size_t ysize")


@dataclass(frozen=True, slots=True)
class Triple:
    """Width, height and depth, or x, y and z."""

    x: Value
    y: Value
    z: Value


def read_extent(ctx: ModelContext, pointer: Value) -> Triple:
    """The cudaExtent at `pointer`."""
    return Triple(*(EXTENT.get(ctx, pointer, name) for name in ("width", "height", "depth")))


def read_position(ctx: ModelContext, pointer: Value) -> Triple:
    """The cudaPos at `pointer`."""
    return Triple(*(POSITION.get(ctx, pointer, name) for name in ("x", "y", "z")))


@model("cudaExtent make_cudaExtent(size_t w, size_t h, size_t d)", device=False)
@model("cudaPos make_cudaPos(size_t x, size_t y, size_t z)", device=False)
def make_triple(ctx: ModelContext, result: Value, *members: Value) -> None:
    """The three members in their order."""
    for index, member in enumerate(members):
        ctx.store(ctx.add(result, 8 * index), member, I64)


@model("cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz)", device=False)
def make_pitched(ctx: ModelContext, result: Value, pointer: Value, pitch: Value, x: Value, y: Value) -> None:
    """A pointer with the length of its rows (`pitch`, bytes), their logical width and their number."""
    ctx.store(result, pointer, PTR)
    for member, value in (("pitch", pitch), ("xsize", x), ("ysize", y)):
        PITCHED.put(ctx, result, member, value)
