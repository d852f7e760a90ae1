"""Functions that nothing defines: what the program calls them, and where it declares them.

The name is the one of the source where no other function and no model has it: a call must not lead to an overload
that is defined, or to a model that only shares the name.
"""

import re

from cudabmc.frontend.clang.command import SYSTEM_DIRS
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.link.paths import Origins
from cudabmc.goto.program import Program
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location
from cudabmc.source.mangled import plain_name
from opmodels import registry

_DBG = re.compile(r"!dbg !(\d+)")
_OF_HEADERS = re.compile(r"::| ")  # an assembler name by which our headers say what it is that is missing
# The run time of C++ and of cudabmc: what is not there is not arbitrary, but missing.
_RUNTIME = ("__cxa_", "__cudabmc_", "_ZSt", "_ZNSt", "_ZNKSt")


@dataclass(frozen=True, slots=True)
class External:
    """A function without a body, by its unique name. `missing`: a library declares it, so it is not arbitrary."""

    name: str
    missing: bool


class Externals:
    """The functions without a body, by their symbols. `taken` are the names of all entities."""

    def __init__(self, program: Program, taken: set[str], paths: Origins) -> None:
        self._program = program
        self._taken = taken
        self._paths = paths
        self._known: dict[str, External] = {}

    def find(self, module: Module, debug: DebugInfo, symbol: str) -> External:
        """What a symbol means that nothing defines; the program lists it."""
        known = self._known.get(symbol)
        if known is None:
            display, place = _described(module, debug, symbol)
            missing = symbol.startswith(_RUNTIME) or place is NOWHERE or self._is_of_library(place.file)
            known = self._known[symbol] = External(display if missing else self._unique(display), missing)
            self._program.externals.setdefault(known.name, place)
        return known

    def _is_of_library(self, file: str) -> bool:
        """Is it a file of a library, or one that the system has for all programs?"""
        return self._paths.is_library(file) or file.startswith(SYSTEM_DIRS)

    def _unique(self, display: str) -> str:
        known, number = display, 1
        while known in self._taken or _is_shipped_model(known):
            number += 1
            known = f"{display}#{number}"
        self._taken.add(known)
        return known


def _is_shipped_model(name: str) -> bool:
    """A user's model of this name is meant for the function."""
    return any(m.family != registry.USERS for m in registry.lookup(name))


def _described(module: Module, debug: DebugInfo, symbol: str) -> tuple[str, Location]:
    """What the source calls the function, and where it declares it. Clang describes what is called directly, but not
    the functions of the C library that it knows by itself."""
    at = module.declarations.get(symbol)
    found = _DBG.search(module.text, *at) if at is not None else None
    if found is None or module.head(symbol) is None:
        return plain_name(symbol.removeprefix("__cudabmc_")), NOWHERE
    number = int(found[1])
    called = symbol if _OF_HEADERS.search(symbol) else debug.function_name(number)
    return called or plain_name(symbol), debug.place(number)
