"""Registers are handed over: taken from words where machine code begins, spilled to words where it is left."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from cudabmc.goto.types import BOOL, PtrType
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.handover import slots
from cudabmc.native.operators import llvm_type
from cudabmc.native.registers import is_defined, mark, put, put_pointer
from cudabmc.native.word_text import pointer_from, pointer_to, scalar_from, scalar_to, word


def take(w: CodeWriter, register: int, at: str, index: int) -> None:
    """Give a register what was handed over."""
    t, type = w.text, w.types[register]
    if isinstance(type, PtrType):
        put_pointer(w, register, pointer_from(t, at, index))
    else:
        put(w, register, scalar_from(t, word(t, at, index), type))


def _take_mark(w: CodeWriter, register: int, at: str, index: int) -> None:
    mark(w, register, scalar_from(w.text, word(w.text, at, index), BOOL))


def take_registers(w: CodeWriter, registers: Iterable[int], declared: AbstractSet[int], at: str) -> None:
    """Give those registers that are declared what words hold of all of them."""
    index = 0
    for register in registers:
        if register in declared:
            take(w, register, at, index)
        index += slots(w.types[register])
        if register in w.undefined:
            if register in declared:
                _take_mark(w, register, at, index)
            index += 1


def words_of(w: CodeWriter, register: int) -> int:
    """How many words a register is handed over in."""
    return slots(w.types[register]) + (register in w.undefined)


def spill_registers(w: CodeWriter, registers: Iterable[int], at: str, index: int) -> int:
    """Write registers to words; the number of the word behind them."""
    for register in registers:
        _spill(w, register, at, index)
        index += slots(w.types[register])
        if register in w.undefined:
            scalar_to(w.text, word(w.text, at, index), BOOL, is_defined(w, register))
            index += 1
    return index


def _spill(w: CodeWriter, register: int, at: str, index: int) -> None:
    t, type = w.text, w.types[register]
    if not isinstance(type, PtrType):
        value = t.emit(f"load {llvm_type(type)}, ptr %r{register}")
        scalar_to(t, word(t, at, index), type, value)
        return
    number, offset = (t.emit(f"load {kind}, ptr %r{register}{part}") for part, kind in t.parts[:2])
    pointer_to(t, at, index, number, offset)
