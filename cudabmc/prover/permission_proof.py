"""Shows that threads keep to their permissions (`permissions.py`), and that these keep threads apart.

Of an array for which a kernel gives permissions, three things are asked: may two threads of a block have permissions
for one element between the same two barriers, one of them to write it; may two threads of different blocks, at any
times; and may a thread access what it has no permission for. The last one is about one thread. If all are settled, no
two accesses to the array race, and none of its pairs of accesses is asked about.

What a barrier gives to a thread was held by another thread of the block before, or by nobody: all that the threads of a
block ever hold in memory that other blocks reach is apart from what those ever hold. So nothing passes between blocks.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement

from cudabmc import terms
from cudabmc.prover.events import MemoryAccess, ThreadTrace
from cudabmc.prover.integers import Overlap
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.memory_use import MemoryUse, Start
from cudabmc.prover.permissions import Permission
from cudabmc.prover.places import PointedObject
from cudabmc.prover.questions import ProofQuestion
from cudabmc.prover.races import Settle
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.source.location import Location

NOT_TOLD = "what permissions threads have for '{name}' behind this barrier is not said in front of it"


class PermissionProof:
    """The permissions of one kernel, by a walk through all of it. `reasons` get why they are not known."""

    def __init__(
        self, unknowns: Unknowns, shape: AnyLaunch, memory: MemoryUse, settle: Settle,
        name_of: Callable[[PointedObject], str], reasons: list[str], trace: ThreadTrace,
        barriers: Mapping[int, Location],
    ) -> None:  # fmt: skip
        """The `barriers` are told by the blocks that they end."""
        self._unknowns = unknowns
        self._shape = shape
        self._memory = memory
        self._settle = settle
        self._name_of = name_of
        self._reasons = reasons
        self._trace = trace
        self._barriers = barriers
        self._bases = list(dict.fromkeys(one.base for one in trace.said.permissions))
        self._starts: list[Start] = [None, *trace.barriers]
        self._looked_at = set[Start]()
        self._open = set[tuple[Start, PointedObject]]()
        self._open_between_blocks = set[PointedObject]()

    # ------------------------------------------------------------ which there are

    def held(self, start: Start, base: PointedObject) -> list[Permission] | None:
        """The permissions for an object from a barrier on, or from the start; None if that is not told."""
        sources = self._sources(start, base, set())
        if len(sources) != 1:
            return None
        (source,) = sources
        found = self._given(source, base)
        return found if source == start or all(one.lasting for one in found) else None

    def of_intervals(self) -> dict[int, list[Permission]]:
        """Those for all objects, by barriers."""
        return {
            start: [one for base in self._bases for one in self.held(start, base) or ()]
            for start in self._starts if start is not None
        }  # fmt: skip

    def _given(self, start: Start, base: PointedObject) -> list[Permission]:
        return [one for one in self._trace.said.permissions if one.start == start and one.base == base]

    def _sources(self, start: Start, base: PointedObject, seen: set[Start]) -> set[Start]:
        """The barriers, or the start, that give what threads have behind a barrier: one that says nothing of an object
        leaves it as it is."""
        if start is None or self._given(start, base):
            return {start}
        seen.add(start)
        before = [one for one in self._memory.starts_before(start) if one not in seen]
        return set[Start]().union(*(self._sources(one, base, seen) for one in before))

    # ------------------------------------------------------------ they are apart

    def keep_apart(self) -> None:
        """Settle that no thread may write what another one may access at the same time."""
        for base in self._bases:
            for start in self._starts:
                given = self._given(start, base)
                if self.held(start, base) is None and start is not None:
                    loc = self._barriers[start]
                    self._reasons.append(f"{loc}: {NOT_TOLD.format(name=self._name_of(base))}")
                    self._open.add((start, base))
                elif not self._are_apart(given, TwoThreads.OF_BLOCK):
                    self._open.add((start, base))
            if base[0] != "shared":
                every = [one for one in self._trace.said.permissions if one.base == base]
                if not self._are_apart(every, TwoThreads.OF_BLOCKS):
                    self._open_between_blocks.add(base)

    def _are_apart(self, given: Sequence[Permission], two: TwoThreads) -> bool:
        threads = self._shape.facts_of(two, self._unknowns)
        if False in threads:
            return True  # there is one thread
        good = True
        for one, other in combinations_with_replacement(given, 2):
            if one.writes or other.writes:
                where = terms.land(one.holds, self._unknowns.of_another(other.holds, two))
                at = self._unknowns.of_another(other.offset, two)
                meets = Overlap(where, one.offset, one.size, at, other.size, one.scaled, other.scaled)
                question = ProofQuestion(threads, (meets,), two, ((*threads, where),))
                access = "write" if one.writes and other.writes else "access"
                what = f"an element of '{self._name_of(one.base)}', which one of them may write"
                text = f"{two.value} may both have a permission to {access} {what}"
                good &= self._settle(question, "assertion", text, tuple(dict.fromkeys((one.loc, other.loc))))
        return good

    # ------------------------------------------------------------ they are enough

    def keep_to(self, start: Start, accesses: Sequence[MemoryAccess]) -> list[MemoryAccess]:
        """Settle that the accesses between a barrier, or the start, and the next one are permitted. Those that are left
        may race with others in their block."""
        self._looked_at.add(start)
        asked = set[object]()
        for one in accesses:
            if one.base in self._bases:
                key = one.base, one.offset, one.size, one.where, one.how.writes
                if key not in asked and not self._is_permitted(start, one):
                    self._open.add((start, one.base))
                asked.add(key)
        return [one for one in accesses if not self._settles(start, one.base)]

    def between_blocks(self, accesses: Sequence[MemoryAccess]) -> list[MemoryAccess]:
        """Those of all accesses of a kernel that may race with others in other blocks."""
        return [
            one for one in accesses
            if one.base in self._open_between_blocks or not self.settle_all(one.base)
        ]  # fmt: skip

    def settle_all(self, base: PointedObject) -> bool:
        """Does nobody race about an object in a block?"""
        return self._looked_at >= set(self._starts) and all(self._settles(start, base) for start in self._starts)

    def _settles(self, start: Start, base: PointedObject) -> bool:
        """Do permissions show that no two threads of a block meet in an object? That is so if those that it begins with
        are apart, and if they are kept to."""
        sources = self._sources(start, base, set())
        return base in self._bases and self._open.isdisjoint((one, base) for one in (start, *sources))

    def _is_permitted(self, start: Start, access: MemoryAccess) -> bool:
        held = self.held(start, access.base)
        if held is None:
            return False  # which is a reason already
        enough = terms.lor(*(
            one.covers(access.offset, access.size, scaled=access.scaled) for one in held
            if one.writes or not access.how.writes
        ))  # fmt: skip
        question = ProofQuestion((*self._shape.facts, access.where, terms.lnot(enough)), met=((access.where,),))
        kind = "write" if access.how.writes else "read"
        text = f"a {kind} of '{self._name_of(access.base)}' may be one that its thread has no permission for"
        return self._settle(question, "assertion", text, (access.loc,))
