"""What is known of a memory object beside its contents: its life, what reports say of it, what lies untouched in it."""

from enum import Enum, auto
from typing import NamedTuple

from cudabmc import terms
from cudabmc.goto.program import Alloca
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.element_type import element_size, row_extents
from cudabmc.state.value import Value
from cudabmc.terms import Term

HANDLE = "a function that makes handles"
"""The allocator of handles that kernels make, which nobody frees as memory."""


class Life(Enum):
    """Where an object is in its life."""

    LIVE = auto()
    FREED = auto()
    OUT_OF_SCOPE = auto()


class Untouched(Enum):
    """What is in the bytes of an object that nobody has written, if it is not the same byte everywhere."""

    ARBITRARY = auto()  # as it is meant
    UNSET = auto()  # arbitrary, and a mistake to use


@dataclass(frozen=True, slots=True)
class Lifetime:
    """Of an object: the path that it was made on, and where it is freed or out of scope, if that depends on inputs.
    `heap`: it was allocated dynamically, by an allocator of this `kind` where that decides how it is freed."""

    life: Life = Life.LIVE
    birth: Value = True
    freed: Value = False
    heap: bool = False
    kind: str = ""

    def ends(self, where: Value, life: Life) -> "Lifetime":
        """It ends there, and is `life` then."""
        freed = True if where is True else terms.lor(self.freed, where)
        return Lifetime(life if freed is True else self.life, self.birth, freed, self.heap, self.kind)


ALWAYS = Lifetime()
"""Of what is there on all paths."""


@dataclass(frozen=True, slots=True)
class Description:
    """What reports say of an object: its name, where it was made, and what its elements are.

    `element` is declared by the object, `pointed` by the pointer that held a new allocation first; each with the size
    of an element. `rows` are the extents of an array of arrays but the first. `named`: it has a variable's name."""

    name: str
    allocated: Location | None = None
    element: Variable | None = None
    element_size: int = 0
    rows: tuple[int, ...] = ()
    pointed: Variable | None = None
    pointed_size: int = 0
    named: bool = False

    @property
    def width(self) -> int:
        """The bytes of an element, if it may be a number; 1 if not, or if that is not known."""
        return next((width for width in (self.element_size, self.pointed_size) if width in (1, 2, 4, 8)), 1)

    @property
    def holds(self) -> Variable | None:
        """What tells how to print an element."""
        return self.element or self.pointed


def description_of_local(i: Alloca) -> Description:
    """What reports say of a local variable."""
    var = i.var
    return Description(var.name, i.loc, var, element_size(var.ctype), row_extents(var.ctype))


def site_of_local(function: str, pc: int, tid: int) -> str:
    """The site of the objects that an Alloca makes for a thread."""
    return f"{function}:{pc}~{tid}"


def key_of(site: str, count: int) -> str:
    """The key of an object, of which its site has made `count` before."""
    return f"{site}#{count}" if count else site


class FlatArray(NamedTuple):
    """The contents of an object as a formula: an array of elements of `width` bytes."""

    term: Term
    width: int
