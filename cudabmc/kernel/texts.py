"""Texts of a program, which messages quote."""

from cudabmc.goto.program import Const, Program, Symbol


def text_at(program: Program, place: Symbol) -> str | None:
    """The text that begins there, if nothing can change it: to its first zero, which has to be in it."""
    found = program.globals.get(place.name)
    if found is None or not found.read_only or place.offset < 0:
        return None
    data = bytearray(found.size)
    for initial in found.init:
        if not isinstance(initial.value, Const) or not isinstance(initial.value.value, int):
            return None
        size = initial.type.size
        data[initial.offset : initial.offset + size] = (initial.value.value % (1 << 8 * size)).to_bytes(size, "little")
    text, zero, _ = data[place.offset :].partition(b"\0")
    return text.decode("latin-1") if zero else None
