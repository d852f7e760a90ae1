"""A compiled unit as one machine runs it: its numbers are the functions of that machine."""

import ctypes

from cudabmc.goto.program import Alloca, Function
from cudabmc.interpreter.core import Codes
from cudabmc.native.entry_text import ENTRY
from cudabmc.native.handover import spilled
from cudabmc.native.machine_code import MachineCode
from cudabmc.native.sort_text import SORT
from cudabmc.native.unit import CompilationUnit

_Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)


class Compiled:
    """A unit and its machine code."""

    def __init__(self, unit: CompilationUnit, code: MachineCode) -> None:
        self.unit = unit
        self.code = code


class Piece:
    """A compiled unit as one machine runs it."""

    def __init__(self, codes: Codes, compiled: Compiled, undefined: frozenset[int]) -> None:
        self.unit = unit = compiled.unit
        self._code = compiled.code
        self.codes = [codes[name] for name in unit.names]
        self.sites = [(codes[name], pc) for name, pc in unit.sites]
        self.allocas = [_alloca(codes[name].function, pc) for name, pc in unit.made_at]
        self.registers = list(range(len(unit.code.function.param_types)))
        self.undefined = frozenset[int]()
        if unit.loop is not None:
            self.registers, self.undefined = spilled(unit.code, unit.start), undefined
        self.enter = _Entry(compiled.code.addresses[ENTRY])
        sort = compiled.code.addresses.get(SORT)
        self.sort = None if sort is None else _Entry(sort)  # of a comparator
        self.uses_random = unit.uses_random
        self.most_words = max(2 + 3 * len(code.function.reg_types) for code in self.codes)  # of a spilled frame
        self.stops = 0


def _alloca(function: Function, pc: int) -> Alloca:
    i = function.body[pc]
    assert isinstance(i, Alloca)
    return i
