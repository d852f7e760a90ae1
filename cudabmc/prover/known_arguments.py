"""What is said of the arguments of a kernel in its proof."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function
from cudabmc.goto.types import BOOL, I64, IntType
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.places import PlaceSet
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.terms import TermValue

MOST_APART = 1 << 46
"""Bytes between two pointers into one array, at most."""


@dataclass(frozen=True, slots=True)
class KnownArguments:
    """By the names of parameters: whole numbers, their least and largest values, the pointers that are the `same` as
    another one, which is none of these, and groups of those that may lead into one array, of which no two share one.
    `passed` are whole numbers by registers: those of a record have one name."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    may_alias: tuple[tuple[str, ...], ...] = ()
    passed: Mapping[int, int] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        """The parameters of which something is said."""
        grouped = {name for group in self.may_alias for name in group}
        return frozenset({*self.numbers, *self.ranges, *self.same, *self.same.values(), *grouped})

    def aliases(self, kernel: Function) -> dict[str, str]:
        """Which pointers of a kernel lead into the array of another one."""
        own = [variable.name for variable in kernel.params]
        found = {name: self._array_of(name) for name in own}
        return {name: array for name, array in found.items() if array != name and array in own}

    def _array_of(self, name: str) -> str:
        start = self.same.get(name, name)
        return next((group[0] for group in self.may_alias if start in group), start)

    def number(self, register: int, name: str) -> int | None:
        """What is said of a whole number."""
        return self.passed.get(register, self.numbers.get(name))

    def limits(self, value: TermValue, variable: Variable, type: IntType) -> Iterator[TermValue]:
        """What holds of the value of a parameter."""
        if variable.name in self.ranges:
            low, high = (end & (1 << type.width) - 1 for end in self.ranges[variable.name])
            op = Op.SLE if variable.signed else Op.ULE
            yield terms.apply(op, BOOL, type, (low, value))
            yield terms.apply(op, BOOL, type, (value, high))

    def pointer(self, kernel: Function, register: int, unknowns: Unknowns, align: int) -> PlaceSet | None:
        """Where a pointer leads that leads into the array of another one, or whose array others lead into; None for any
        other. Elements are aligned to so many bytes."""
        name, aliases = kernel.params[register].name, self.aliases(kernel)
        if name not in aliases and name not in aliases.values():
            return None
        registers = {variable.name: number for number, variable in enumerate(kernel.params)}
        start = self.same.get(name, name)
        offset: TermValue = 0
        if any(start in group for group in self.may_alias):
            steps = unknowns.value(f"start.{registers[start]}", I64, Shared.GRID, 0, MOST_APART // align)
            offset = terms.apply(Op.MUL, I64, I64, (steps, align))
        return places.to(("parameter", registers[aliases.get(name, name)]), offset)


NOTHING_SAID = KnownArguments()
