"""The unknowns of a proof, and who shares them.

What one thread sees differently from another is an unknown of each; a block shares its coordinates and what its threads
have in common when they meet; all threads share sizes and arguments. A second thread is a copy of the formulas of the
first in which the unknowns that the two do not share have new names.
"""

from enum import IntEnum

from cudabmc.goto.types import Type
from cudabmc.terms import ArraySort, Term, TermValue, array_var, free_vars, rename, var
from cudabmc.terms.evaluate import type_of
from cudabmc.terms.term import var_name


class Shared(IntEnum):
    """Between whom an unknown has one value."""

    THREAD = 0  # by nobody
    BLOCK = 1  # by the threads of a block
    GRID = 2  # by all threads


class Unknowns:
    """All unknowns that formulas of a proof are made of. A name is given to one unknown."""

    def __init__(self) -> None:
        self._shared: dict[Term, Shared] = {}
        self._names: dict[str, Term] = {}
        self._copies: dict[Term, Term] = {}
        self._earlier: dict[tuple[Term, str], Term] = {}

    def value(
        self, name: str, type: Type, shared: Shared, lo: int | None = None, hi: int | None = None
    ) -> Term:  # fmt: skip
        """An unknown of a type; `lo` and `hi` are unsigned bounds. Asked again, the same one."""
        found = self._names.get(name)
        if found is None or self._shared[found] is not shared:
            found = self._names[name] = var(f"{name}:{shared}", type, lo, hi)
            self._shared[found] = shared
        return found

    def array(self, name: str, element_width: int, shared: Shared) -> Term:
        """Unknown contents of memory: from bytes (64 bits) to elements."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = array_var(name, 64, element_width)
            self._shared[found] = shared
        return found

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

    def of_another(self, value: TermValue, *, same_block: bool) -> TermValue:
        """What is `value` for one thread, for another one, of the same block or of another."""
        if not isinstance(value, Term):
            return value
        least = Shared.BLOCK if same_block else Shared.GRID
        names = {v: self._copy(v) for v in free_vars(value) if self._shared[v] < least}
        return rename(value, names)

    def earlier(self, unknown: Term, loop: str) -> Term:
        """Another unknown like this one, for what it was in the round of a loop before."""
        found = self._earlier.get((unknown, loop))
        if found is None:
            found = self._earlier[unknown, loop] = _renamed(unknown, f"-{loop}-")
            self._shared[found] = self._shared[unknown]
        return found

    def _copy(self, unknown: Term) -> Term:
        found = self._copies.get(unknown)
        if found is None:
            found = self._copies[unknown] = _renamed(unknown, "'")
            self._shared[found] = self._shared[unknown]
        return found


def name_of(unknown: Term) -> str:
    """The name by which a value was asked for."""
    return var_name(unknown).rpartition(":")[0]


def _renamed(unknown: Term, mark: str) -> Term:
    name, lo, hi = unknown.params
    sort = unknown.sort
    if isinstance(sort, ArraySort):
        return array_var(f"{name}{mark}", sort.index_width, sort.elem_width)
    return var(f"{name}{mark}", type_of(sort), lo, hi)
