"""Pointers in machine code: the number of an object and an offset, and what the table says of the object.

A variable for a pointer is six variables of LLVM, named after it with the letters of PARTS.
"""

from typing import NamedTuple

from cudabmc.native.prelude import PLACE
from cudabmc.native.text_lines import TextLines

PARTS = ("n", "o", "d", "k", "r", "w")
"""Number, offset, data, known, readable, writable."""

PART_TYPES = ("i64", "i64", "ptr", "ptr", "i64", "i64")


class ResolvedPointer(NamedTuple):
    """A pointer and its object, as names of values. `number` and `offset` are the pointer; the others are the row of
    the object in the table when it was looked up (`layout.ObjectRow`)."""

    number: str
    offset: str
    data: str
    known: str
    readable: str
    writable: str


def named(variable: str) -> ResolvedPointer:
    """The names of the parts of a variable."""
    return ResolvedPointer(*(variable + part for part in PARTS))


def typed(pointer: ResolvedPointer) -> list[str]:
    """The parts as arguments or parameters."""
    return [f"{kind} {part}" for kind, part in zip(PART_TYPES, pointer, strict=True)]


def declare(t: TextLines, variable: str) -> None:
    """Make a variable for a pointer."""
    for part, kind in zip(PARTS, PART_TYPES, strict=True):
        t.line(f"{variable}{part} = alloca {kind}")


def assign(t: TextLines, variable: str, pointer: ResolvedPointer) -> None:
    """Give a variable a pointer."""
    for part, kind, value in zip(PARTS, PART_TYPES, pointer, strict=True):
        t.line(f"store {kind} {value}, ptr {variable}{part}")


def read(t: TextLines, variable: str) -> ResolvedPointer:
    """The pointer in a variable."""
    return ResolvedPointer(
        *(t.emit(f"load {kind}, ptr {variable}{part}") for part, kind in zip(PARTS, PART_TYPES, strict=True))
    )


def resolve(t: TextLines, number: str, offset: str) -> ResolvedPointer:
    """A pointer, with what the table says of its object now."""
    row = t.emit(f"call {PLACE} @resolve(ptr %ctx, i64 {number})")
    return ResolvedPointer(number, offset, *(t.emit(f"extractvalue {PLACE} {row}, {index}") for index in range(4)))


def resolve_again(t: TextLines, variable: str) -> None:
    """Look up the object of the pointer in a variable again."""
    found = resolve(t, t.emit(f"load i64, ptr {variable}n"), "0")
    for part, kind, value in zip(PARTS[2:], PART_TYPES[2:], found[2:], strict=True):
        t.line(f"store {kind} {value}, ptr {variable}{part}")


def at_address(t: TextLines, address: str) -> ResolvedPointer:
    """The pointer that an address stands for."""
    pair = t.emit(f"call {{ i64, i64 }} @pointer(i64 {address})")
    number = t.emit(f"extractvalue {{ i64, i64 }} {pair}, 0")
    return resolve(t, number, t.emit(f"extractvalue {{ i64, i64 }} {pair}, 1"))


def address_of(t: TextLines, pointer: ResolvedPointer) -> str:
    """The address that stands for a pointer."""
    return t.emit(f"call i64 @address(i64 {pointer.number}, i64 {pointer.offset})")
