"""The unknowns of a proof, and who shares them.

What one thread sees differently from another is an unknown of each; a block shares its coordinates and what its threads
have in common when they meet, and so does a warp; all threads share sizes and arguments. A second thread is a copy of
the formulas of the first in which the unknowns that the two do not share have new names.
"""

import re
from enum import Enum, IntEnum

from cudabmc.goto.types import BOOL, I64, Type
from cudabmc.prover.definitions import BoundIndex, Defined, ForAll, PartialSums
from cudabmc.terms import ArraySort, Renaming, Term, TermValue, array_var, free_vars, var
from cudabmc.terms.evaluate import type_of
from cudabmc.terms.term import var_name

_OTHER = "'"

SECOND = "second "
"""How the names of unknowns of the second one of two kernels begin."""

_OF_LAUNCH = re.compile(
    r"(?:argument|blockDim|gridDim)\..*|contents of parameter \d+(?: behind the start)?\.\d+"
)
"""The names of what all kernels get that are launched so: sizes, arguments, and what arrays hold at the start."""


class Shared(IntEnum):
    """Between whom an unknown has one value."""

    THREAD = 0  # by nobody
    WARP = 1  # by the threads of a warp
    BLOCK = 2  # by the threads of a block
    GRID = 3  # by all threads


class TwoThreads(Enum):
    """Which two threads are compared, in words."""

    OF_WARP = "threads of one warp"
    OF_WARPS = "threads of different warps of one block"
    OF_BLOCK = "threads of one block"
    OF_BLOCKS = "threads of different blocks"

    @property
    def share(self) -> Shared:
        """They have in common what these threads share, and more."""
        if self is TwoThreads.OF_BLOCKS:
            return Shared.GRID
        return Shared.WARP if self is TwoThreads.OF_WARP else Shared.BLOCK


class Unknowns:
    """All unknowns that formulas of a proof are made of. A name is given to one unknown."""

    def __init__(self, mark: str = "") -> None:
        """Those of a kernel with a `mark` are not those of another one, but for what both get."""
        self._mark = mark
        self._shared: dict[Term, Shared] = {}
        self._names: dict[str, Term] = {}
        self._copies: dict[Term, Term] = {}
        self._others = {share: Renaming({}) for share in Shared}  # what the other one sees of those not shared so
        self._earlier: dict[tuple[Term, str], Term] = {}
        self.definitions: dict[Term, Defined] = {}
        """What unknowns stand for that are no more than a name for a condition or for sums."""
        self._defined: dict[object, Term] = {}

    def value(
        self, name: str, type: Type, shared: Shared, lo: int | None = None, hi: int | None = None
    ) -> Term:  # fmt: skip
        """An unknown of a type; `lo` and `hi` are unsigned bounds. Asked again, the same one."""
        found = self._names.get(name)
        if found is None or self._shared[found] is not shared:
            found = self._names[name] = var(f"{self._marked(name)}:{shared}", type, lo, hi)
            self._shared[found] = shared
        return found

    def _marked(self, name: str) -> str:
        return name if not self._mark or _OF_LAUNCH.fullmatch(name) else f"{self._mark}{name}"

    def array(self, name: str, element_width: int, shared: Shared) -> Term:
        """Unknown contents of memory: from bytes (64 bits) to elements."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = array_var(self._marked(name), 64, element_width)
            self._shared[found] = shared
        return found

    def for_all(self, indices: tuple[BoundIndex, ...], body: TermValue, shared: Shared) -> Term:
        """The condition that `body` holds for all `indices`; both are the same for those who share it."""
        key = indices, body
        found = self._defined.get(key)
        if found is None:
            name = f"for all {len(self._defined)}"
            found = self._defined[key] = self.value(name, BOOL, shared)
            witnesses = tuple(self.value(f"{name}, {n}", I64, shared) for n in range(len(indices)))
            self.definitions[found] = ForAll(indices, body, witnesses)
        return found

    def partial_sums(self, index: Term, body: TermValue, shared: Shared) -> tuple[Term, Term]:
        """The sums of `body` (I32) over an index from 0 on, and those over any indices, of which nothing is told. The
        body is the same for those who share them."""
        key = index, body
        found = self._defined.get(key)
        if found is None:
            sums = PartialSums(index, body)
            found = self._defined[key] = self.array(f"sums {len(self._defined)}", sums.width, shared)
            self.definitions[found] = sums
        return found, self.array(f"other {var_name(found)}", 64, shared)

    def from_outside(self, value: TermValue) -> None:
        """A value is given that all threads share, with the unknowns that it is made of."""
        for unknown in free_vars(value) if isinstance(value, Term) else ():
            self._shared.setdefault(unknown, Shared.GRID)

    def shared(self, unknown: Term) -> Shared:
        """Who shares it."""
        return self._shared[unknown]

    def common(self, value: TermValue) -> Shared:
        """Between whom a value is the same for sure."""
        if not isinstance(value, Term):
            return Shared.GRID
        return Shared(min((self._shared[v] for v in free_vars(value)), default=Shared.GRID))

    def of_another(self, value: TermValue, two: TwoThreads) -> TermValue:
        """What is `value` for the first one of two threads, for the other one."""
        if not isinstance(value, Term):
            return value
        other = self._others[two.share]
        for unknown in free_vars(value):
            if unknown not in other.names and self._shared[unknown] < two.share:
                other.names[unknown] = self._copy(unknown)
        return other.of(value)

    def earlier(self, unknown: Term, loop: str) -> Term:
        """Another unknown like this one, for what it was in the round of a loop before."""
        found = self._earlier.get((unknown, loop))
        if found is None:
            found = self._earlier[unknown, loop] = _renamed(unknown, f"-{loop}-")
            self._shared[found] = self._shared[unknown]
        return found

    def one_more(self, unknown: Term, number: int) -> Term:
        """Another unknown like this one, for one of many threads."""
        found = _renamed(unknown, f"{_OTHER}{number}")
        self._shared.setdefault(found, self._shared[unknown])
        return found

    def _copy(self, unknown: Term) -> Term:
        found = self._copies.get(unknown)
        if found is None:
            found = self._copies[unknown] = _renamed(unknown, _OTHER)
            self._shared[found] = self._shared[unknown]
            definition = self.definitions.get(unknown)
            if definition is not None:  # it is shared by a block, so that this is about another one
                self.definitions[found] = definition.mapped(lambda one: self.of_another(one, TwoThreads.OF_BLOCKS))
        return found


def name_of(unknown: Term) -> str:
    """The name by which a value was asked for, whichever kernel it is of."""
    return var_name(unknown).removeprefix(SECOND).rpartition(":")[0]


def is_of_another(unknown: Term) -> bool:
    """Is it what another thread sees?"""
    return var_name(unknown).endswith(_OTHER)


def _renamed(unknown: Term, mark: str) -> Term:
    name, lo, hi = unknown.params
    sort = unknown.sort
    if isinstance(sort, ArraySort):
        return array_var(f"{name}{mark}", sort.index_width, sort.elem_width)
    return var(f"{name}{mark}", type_of(sort), lo, hi)
