"""Pointers of a thread that is not known: what they may point to, and where in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Global, Space
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import TermValue

PointedObject = tuple[str, int | str]
"""An object: ("parameter", the register of the pointer that leads to it), ("global", its name), ("shared", its name),
("local", the register that its Alloca sets), ("surface", the argument that it is), or ("null", 0)."""

NULL: PointedObject = ("null", 0)


@dataclass(frozen=True, slots=True)
class PointedPlace:
    """A byte of an object, where `cond` (BOOL) holds; `offset` has 64 bits. It is `scaled` if it is made of nothing but
    indices times sizes of elements, as compilers multiply, and numbers: then it does not wrap around."""

    cond: TermValue
    base: PointedObject
    offset: TermValue
    scaled: bool = True


@dataclass(frozen=True, slots=True)
class PlaceSet:
    """What a pointer may point to. If it is `lost`, it may point anywhere, and this says why."""

    targets: tuple[PointedPlace, ...] = ()
    lost: str = ""

    def moved(self, distance: TermValue, *, scaled: bool = True) -> "PlaceSet":
        """The pointer, `distance` (64 bits) bytes further on."""
        moved = (
            replace(t, offset=terms.apply(Op.ADD, I64, I64, (t.offset, distance)), scaled=t.scaled and scaled)
            for t in self.targets
        )
        return PlaceSet(tuple(moved), self.lost)

    @property
    def bases(self) -> frozenset[PointedObject]:
        """The objects."""
        return frozenset(t.base for t in self.targets)


def to(base: PointedObject, offset: TermValue = 0) -> PlaceSet:
    """The pointer to a byte of an object."""
    return PlaceSet((PointedPlace(True, base, offset),))


def anywhere(why: str) -> PlaceSet:
    """A pointer of which nothing is known."""
    return PlaceSet((), why)


def of_symbol(name: str, offset: int, variables: Mapping[str, Global]) -> PlaceSet:
    """The address of one of the variables of a program. All dynamic shared memory is one object."""
    found = variables.get(name)
    if found is None:
        return anywhere(f"the address of {name}")
    if found.space is not Space.SHARED:
        return to(("global", name), offset & (1 << 64) - 1)
    if found.dynamic_shared:
        name = next(n for n, one in variables.items() if one.dynamic_shared)
    return to(("shared", name), offset & (1 << 64) - 1)


def either(choices: Sequence[tuple[TermValue, PlaceSet]]) -> PlaceSet:
    """One of several pointers, each under its condition, of which one holds."""
    found: dict[PointedObject, PointedPlace] = {}
    for cond, place in choices:
        for target in place.targets:
            holds = terms.land(cond, target.cond)
            known = found.get(target.base)
            if known is None:
                found[target.base] = replace(target, cond=holds)
            else:
                offset = terms.ite(holds, target.offset, known.offset, I64)
                both = known.scaled and target.scaled
                found[target.base] = PointedPlace(terms.lor(known.cond, holds), target.base, offset, both)
    if len(found) == 1 and not any(place.lost for _, place in choices):
        only = next(iter(found.values()))
        return PlaceSet((replace(only, cond=True),))
    return PlaceSet(tuple(found.values()), _first(place.lost for _, place in choices))


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")
