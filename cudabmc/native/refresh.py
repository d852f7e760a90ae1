"""Pointers are looked up again where the table may have changed: objects have ended, or Python has run."""

from cudabmc.goto.types import PtrType
from cudabmc.native import symbols
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.resolved_pointer import resolve_again


def refresh(w: FunctionWriter, pc: int) -> None:
    """Look up what is used from an instruction on."""
    live = [register for register in sorted(w.code.live[pc]) if isinstance(w.types[register], PtrType)]
    for variable in (*(f"%r{register}" for register in live), *(f"%g{number}" for number in symbols.numbers(w))):
        resolve_again(w.text, variable)
