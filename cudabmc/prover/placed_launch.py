"""A launch that a program makes, at its place: what is known there, and what must hold beside the general questions.

What it rests on is known there, so that a proof takes no preconditions. Values may be formulas over what is arbitrary
in the program.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.events import MemoryAccess, Requirement
from cudabmc.prover.launch import LaunchSize
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.terms import TermValue


@dataclass(frozen=True, slots=True)
class PlacedObject:
    """An object that a kernel may reach: its `size` in bytes (64 bits), and whether kernels may write it. There may be
    bytes in it that nobody has set."""

    size: TermValue
    writable: bool = True
    unset: bool = False


@dataclass(frozen=True, slots=True)
class PlacedLaunch:
    """`sizes` are those of grid and block. `arguments` are by registers: values, and where pointers lead; one of which
    nothing is said is unknown. Those in `unset` depend on what nobody has set. `facts` hold of the values. `objects`
    are all that the kernel may reach by these pointers or by a name; of those it cannot, it must not touch any."""

    sizes: Mapping[LaunchSize, TermValue]
    arguments: Mapping[int, TermValue | PlaceSet]
    objects: Mapping[PointedObject, PlacedObject]
    facts: tuple[TermValue, ...] = ()
    unset: frozenset[int] = field(default_factory=frozenset)

    @property
    def values(self) -> Iterator[TermValue]:
        """All that is known, as formulas or numbers."""
        yield from self.sizes.values()
        yield from self.facts
        for one in self.objects.values():
            yield one.size
        for argument in self.arguments.values():
            if not isinstance(argument, PlaceSet):
                yield argument
            else:
                for target in argument.targets:
                    yield target.offset
                    yield target.cond

    def requirements(
        self, accesses: Iterable[MemoryAccess], name: Callable[[PointedObject], str]
    ) -> Iterator[Requirement]:  # fmt: skip
        """What must hold of accesses: that they lie in objects which are there, at multiples of what they ask for."""
        seen: set[object] = set()
        for access in accesses:
            asked = access.base, access.offset, access.size, access.where, access.how.writes, access.align
            if asked not in seen:
                seen.add(asked)
                yield from self._of_access(access, name(access.base))

    def _of_access(self, access: MemoryAccess, name: str) -> Iterator[Requirement]:
        verb = "a write to" if access.how.writes else "a read of"
        where, loc = access.where, access.loc
        if access.base == places.NULL:
            yield Requirement(where, False, "null-dereference", f"{verb} a null pointer", loc)
            return
        obj = self.objects.get(access.base)
        if obj is None:
            yield Requirement(where, False, "invalid-pointer", f"{verb} '{name}', which kernels cannot reach", loc)
            return
        if access.how.writes and not obj.writable:
            yield Requirement(where, False, "invalid-pointer", f"{verb} '{name}', which is read-only", loc)
        text = f"an access of {access.size} bytes lies outside of '{name}'"
        yield Requirement(where, _inside(access, obj.size), "bounds", text, loc)
        if access.align > 1:
            rest = terms.apply(Op.UREM, I64, I64, (access.offset, access.align))
            aligned = terms.apply(Op.EQ, BOOL, I64, (rest, 0))
            text = f"an access to '{name}' may not be at a multiple of {access.align}"
            yield Requirement(where, aligned, "misaligned-access", text, loc)


def _inside(access: MemoryAccess, size: TermValue) -> TermValue:
    """Does an access lie in an object?"""
    if isinstance(size, int) and size < access.size:
        return False
    fits = terms.apply(Op.ULE, BOOL, I64, (access.size, size))
    last = terms.apply(Op.SUB, I64, I64, (size, access.size))
    return terms.land(fits, terms.apply(Op.ULE, BOOL, I64, (access.offset, last)))
