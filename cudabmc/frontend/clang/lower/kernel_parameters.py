"""The parts that a kernel gets an argument in: the scalars of its type.

    union item { struct { float *at; int head; }; float *two[2]; };        ptr at 0, i32 at 8, i32 at 12

LLVM's type of a union is that of one member. Another one may have bytes where that has padding, which are parts, too.
"""

from collections.abc import Iterator

from cudabmc.frontend.clang.ir import types as t

LARGEST = 8
"""Bytes of the largest part that stands for padding."""


def passed_parts(type: t.IrType, base: int = 0) -> list[tuple[int, t.IrType]]:
    """Byte offset and type of each part, in memory order."""
    if isinstance(type, t.StructT) and type.is_union:
        scalars = t.leaves(type, base)
        return sorted([*scalars, *_padding(scalars, base, base + t.size_of(type))], key=lambda part: part[0])
    if not isinstance(type, t.StructT | t.ArrayT):
        return t.leaves(type, base)
    return [part for offset, kind in t.elements(type) for part in passed_parts(kind, base + offset)]


def _padding(scalars: list[tuple[int, t.IrType]], start: int, end: int) -> Iterator[tuple[int, t.IrType]]:
    """Integers in place of the bytes that belong to no scalar, at multiples of their sizes."""
    at = start
    for offset, size in [*((offset, t.size_of(kind)) for offset, kind in scalars), (end, 0)]:
        while at < offset:
            width = next(n for n in (LARGEST, 4, 2, 1) if at % n == 0 and at + n <= offset)
            yield at, t.IntT(8 * width)
            at += width
        at = max(at, offset + size)
