"""Modules of texts that a program compiles while it runs: their names mean nothing outside of them, and the driver
finds kernels and variables in them by their symbols (CUDA Driver API, cuModuleGetFunction, cuModuleGetGlobal)."""

from collections.abc import Callable, Iterator, Sequence

from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import Module, VariableIr
from cudabmc.frontend.clang.link.kernels import kernels
from cudabmc.frontend.clang.link.symbols import Definition, LinkUnit, is_defined_variable, references, text_of
from cudabmc.goto.program import RunTimeModule
from cudabmc.late_dataclass import dataclass
from cudabmc.source.run_time_source import RunTimeSource

LOWERED = "__cudabmc_lowered_"
"""The variables whose values are what expressions name, the number of the expression behind it."""

_SHARED = 3
"""The address space of shared memory (NVPTX usage guide)."""


@dataclass(frozen=True, slots=True)
class RunTimeText:
    """A text, and what the compiler has made of it, or what it says instead."""

    source: RunTimeSource
    module: Module | None
    log: str = ""


class RunTimeUnits:
    """The modules of texts, for the linker. `hosts` are units of the host with nothing in them but the device's."""

    def __init__(self, texts: Sequence[RunTimeText], debug: Callable[[Module], DebugInfo]) -> None:
        self._texts = texts
        self._units: dict[str, LinkUnit] = {}
        self.hosts: list[LinkUnit] = []
        for text in texts:
            if text.module is not None:
                module, host = text.module, Module("")
                own = (*module.definitions, *(name for name in module.variables if is_defined_variable(module, name)))
                device = LinkUnit(module, debug(module), own=frozenset(own))
                self._units[text.source.key] = device
                self.hosts.append(LinkUnit(host, debug(host), device=device))

    def roots(self) -> list[Definition]:
        """All that the driver may be asked for."""
        return [one for unit in self._units.values() for one in _symbols(unit)]

    def modules(self, name_of: Callable[[Definition], str]) -> dict[str, RunTimeModule]:
        """What the program knows of each text, by its key; `name_of` gives names in the program."""
        return {text.source.key: self._module(text, name_of) for text in self._texts}

    def _module(self, text: RunTimeText, name_of: Callable[[Definition], str]) -> RunTimeModule:
        unit = self._units.get(text.source.key)
        if unit is None:
            return RunTimeModule(accepted=False, log=text.log)
        symbols = {one.name: name_of(one) for one in _symbols(unit)}
        lowered = {
            expression: _symbol_in(Definition(unit, f"{LOWERED}{number}"))
            for number, expression in enumerate(text.source.expressions)
        }
        return RunTimeModule(accepted=True, log=text.log, symbols=symbols, lowered=lowered)


def _symbols(unit: LinkUnit) -> Iterator[Definition]:
    """The kernels and variables that a module shows."""
    yield from kernels([unit])
    module = unit.module
    for name in module.variables:
        if is_defined_variable(module, name) and not name.startswith(LOWERED):
            variable = module.variable(name)
            if isinstance(variable, VariableIr) and not variable.internal and variable.space != _SHARED:
                yield Definition(unit, name)


def _symbol_in(variable: Definition) -> str:
    """The symbol that the value of a variable is the address of."""
    (symbol,) = references(text_of(variable)) - {variable.name}
    return symbol
