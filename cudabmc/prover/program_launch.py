"""A launch that a program makes, and what it tells the proof of its kernel."""

from collections.abc import Iterable, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Function
from cudabmc.goto.types import IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.launch import AnyLaunch, Extents, LaunchSize
from cudabmc.prover.questions import Precondition
from cudabmc.terms import BVSort, Term, TermValue

Aliases = Mapping[int, tuple[int, int]]
"""Pointers, by their registers, that lead to the array of another one: which, and how many bytes behind it."""


@dataclass(frozen=True, slots=True)
class PassedPointer:
    """A pointer that a kernel gets: the number of the object that it leads to, at most 0 if it leads to none, the
    offset there in bytes, how many bytes there are from there on, and the name of the object if it is a variable."""

    object: int
    offset: int
    room: int
    variable: str = ""


@dataclass(frozen=True, slots=True)
class ProgramLaunch:
    """The sizes of a launch, and its arguments in their order, None for what is not told; `shared` is its dynamic
    shared memory in bytes, and `shown` are the numbers of the objects that textures lead to."""

    grid: Extents
    block: Extents
    arguments: tuple[int | float | PassedPointer | None, ...]
    shared: int = 0
    shown: frozenset[int] = frozenset()

    def aliases(self) -> dict[int, tuple[int, int]]:
        """Which pointers lead to one array. The first of them in memory stands for it."""
        by_object: dict[int, list[tuple[int, int]]] = {}
        for register, argument in enumerate(self.arguments):
            if isinstance(argument, PassedPointer) and argument.object > 0:
                by_object.setdefault(argument.object, []).append((argument.offset, register))
        found = {}
        for places in by_object.values():
            (start, first), *others = sorted(places)
            found.update({register: (first, offset - start) for offset, register in others})
        return found

    @property
    def way(self) -> object:
        """How its pointers lead into each other's arrays, to variables, or nowhere."""
        leads = tuple(
            (one.object > 0, one.variable) if isinstance(one, PassedPointer) else None for one in self.arguments
        )
        return tuple(sorted(self.aliases().items())), leads

    @property
    def starts(self) -> tuple[int, ...]:
        """How far behind the starts of their objects its pointers lead, in bytes."""
        return tuple(one.offset for one in self.arguments if isinstance(one, PassedPointer))

    @property
    def is_apart(self) -> bool:
        """Do its pointers lead to the starts of distinct arrays?"""
        own = (one.object > 0 and not one.variable for one in self.arguments if isinstance(one, PassedPointer))
        return not self.aliases() and not any(self.starts) and all(own)

    def includes(self, other: "ProgramLaunch") -> bool:
        """Is another launch this one, but for arguments that are not told here?"""
        same = (self.grid, self.block, self.shared) == (other.grid, other.block, other.shared)
        both = zip(self.arguments, other.arguments, strict=True)
        return same and all(mine is None or mine == its for mine, its in both)

    def numbers(self, kernel: Function) -> dict[int, int | float]:
        """The numbers among the arguments, by registers, as a program writes them."""
        found: dict[int, int | float] = {}
        for register, value in enumerate(self.arguments):
            type = kernel.param_types[register]
            if isinstance(value, int) and isinstance(type, IntType) and kernel.params[register].signed:
                found[register] = to_signed(value, type.width)
            elif isinstance(value, int | float):
                found[register] = value
        return found

    @property
    def sizes(self) -> dict[LaunchSize, int]:
        """The extents of grid and block."""
        both = ((Builtin.GRID_DIM, self.grid), (Builtin.BLOCK_DIM, self.block))
        return {(variable, axis): extents[axis] for variable, extents in both for axis in range(3)}

    def values(self, shape: AnyLaunch, parameters: Mapping[int, object]) -> dict[Term, TermValue]:
        """What it puts in place of sizes and `parameters` (by their registers) that are not known."""
        found: dict[Term, TermValue] = {}
        for size, extent in self.sizes.items():
            unknown = shape.values[size]
            if isinstance(unknown, Term):
                found[unknown] = extent
        for register, number in enumerate(self.arguments):
            parameter = parameters.get(register)
            if isinstance(parameter, Term) and isinstance(parameter.sort, BVSort) and isinstance(number, int):
                found[parameter] = number & (1 << parameter.sort.width) - 1
        return found


def fulfilled(
    offered: Iterable[Precondition], launches: Sequence[Mapping[Term, TermValue]]
) -> tuple[Precondition, ...]:  # fmt: skip
    """Those that all launches fulfil, which are told by their values."""
    return tuple(one for one in offered if all(terms.substitute(one.cond, known) is True for known in launches))
