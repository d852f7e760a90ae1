"""Pointers in machine code: the number of an object and an offset, and what the table says of the object.

A variable for a pointer is one variable of LLVM for each part, named after it with the letter of the part.
"""

from typing import NamedTuple

from cudabmc.native.text_lines import HOST_PARTS, TextLines, place_type


class ResolvedPointer(NamedTuple):
    """A pointer and its object, as names of values. `number` and `offset` are the pointer; the others are the row of
    the object in the table when it was looked up (`layout.ObjectRow`). Kernels alone have stamps for their accesses,
    one for each 2**grain bytes."""

    number: str
    offset: str
    data: str
    known: str
    readable: str
    writable: str
    stamps: str = ""
    grain: str = ""


def named(variable: str) -> ResolvedPointer:
    """The names of the parts of a variable of the host."""
    return ResolvedPointer(*(variable + part for part, _ in HOST_PARTS))


def typed(pointer: ResolvedPointer) -> list[str]:
    """The parts as arguments or parameters of a function of the host."""
    return [f"{kind} {value}" for (_, kind), value in zip(HOST_PARTS, pointer, strict=False)]


def declare(t: TextLines, variable: str) -> None:
    """Make a variable for a pointer."""
    for part, kind in t.parts:
        t.line(f"{variable}{part} = alloca {kind}")


def assign(t: TextLines, variable: str, pointer: ResolvedPointer) -> None:
    """Give a variable a pointer."""
    for (part, kind), value in zip(t.parts, pointer, strict=False):
        t.line(f"store {kind} {value}, ptr {variable}{part}")


def read(t: TextLines, variable: str) -> ResolvedPointer:
    """The pointer in a variable."""
    return ResolvedPointer(*(t.emit(f"load {kind}, ptr {variable}{part}") for part, kind in t.parts))


def resolve(t: TextLines, number: str, offset: str) -> ResolvedPointer:
    """A pointer, with what the table says of its object now."""
    place = place_type(t.parts)
    row = t.emit(f"call {place} @resolve(ptr %ctx, i64 {number})")
    told = (t.emit(f"extractvalue {place} {row}, {index}") for index in range(len(t.parts) - 2))
    return ResolvedPointer(number, offset, *told)


def resolve_again(t: TextLines, variable: str) -> None:
    """Look up the object of the pointer in a variable again."""
    found = resolve(t, t.emit(f"load i64, ptr {variable}n"), "0")
    for (part, kind), value in zip(t.parts[2:], found[2:], strict=False):
        t.line(f"store {kind} {value}, ptr {variable}{part}")


def at_address(t: TextLines, address: str) -> ResolvedPointer:
    """The pointer that an address stands for."""
    pair = t.emit(f"call {{ i64, i64 }} @pointer(i64 {address})")
    number = t.emit(f"extractvalue {{ i64, i64 }} {pair}, 0")
    return resolve(t, number, t.emit(f"extractvalue {{ i64, i64 }} {pair}, 1"))


def address_of(t: TextLines, pointer: ResolvedPointer) -> str:
    """The address that stands for a pointer."""
    return t.emit(f"call i64 @address(i64 {pointer.number}, i64 {pointer.offset})")
