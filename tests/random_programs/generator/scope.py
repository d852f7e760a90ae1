"""What a place of a random program can name, and what is known of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tests.random_programs.language.c_types import IntType, PointerType
from tests.random_programs.language.tree import Body, Expr, Var


@dataclass(eq=False)
class Number:
    """A scalar expression with the range that its values have; None is any value of its type."""

    expr: Expr
    low: int | None = None
    high: int | None = None
    variable: str = ""  # it may be assigned to


@dataclass(eq=False)
class Array:
    """Memory that `expr` points to, with `count` elements at least. `where` is host, stack, device, managed, shared,
    local or file; `mode` says what a kernel may do with it until the next barrier: its threads `read` it, or each
    writes to its `own` elements, or only the `first` thread uses it; `free` has no threads beside."""

    expr: Expr
    type: IntType
    count: int
    where: str
    mode: str = "free"
    pointer: str = ""  # the variable, if it may be assigned to
    freed: bool = False
    settled: bool = True
    base: "Array | None" = None  # what a pointer points into


@dataclass
class Scope:
    """`risk` is how likely each defect is that could be built in."""

    random: Random
    risk: float
    names: Iterator[str]
    numbers: list[Number] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    device: bool = False
    own: tuple[Expr, Expr] | None = None  # indexes that are of one thread alone: in the grid, and in the block
    block: Callable[["Scope", int], Body] = lambda s, depth: ()  # makes the statements of inner blocks

    def defect(self, factor: float = 1.0) -> bool:
        return self.random.random() < self.risk * factor

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A block: what it declares is gone after it."""
        numbers, arrays = list(self.numbers), list(self.arrays)
        yield
        self.numbers, self.arrays = numbers, arrays

    def readable(self) -> list[Array]:
        """Arrays that this side may read now without any defect."""
        places = ("device", "managed", "shared", "local") if self.device else ("host", "stack", "managed")
        usable = [a for a in self.arrays if a.where in places and not a.freed and a.settled]
        return [a for a in usable if a.mode not in ("first", "atomic", "none")]


def variable(name: str, type: IntType) -> Var:
    return Var(name, type)


def array_name(name: str, type: IntType) -> Var:
    return Var(name, PointerType(type))
