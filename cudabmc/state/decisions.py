"""What a pass decides in every order, and what it has met that only the next pass can decide.

Without a conflict every interleaving is equivalent to the canonical one (Li and Gopalakrishnan, FSE 2010,
Serializability), so the first pass decides nothing. Each pass takes the decisions of the ones before it, and what it
meets is added to them, until a pass meets nothing new.
"""

from collections.abc import Mapping
from dataclasses import field, replace

from cudabmc.late_dataclass import dataclass
from cudabmc.state.value import Value

Point = tuple[str, int]
"""An instruction: the name of its function, and its index in that."""

Spot = tuple[str, int | None]
"""The key of an object and an offset in it, in bytes; None: one that depends on inputs."""


@dataclass(slots=True)
class ConflictPoints:
    """Instructions whose accesses conflict with another thread's, and where; None: anywhere."""

    points: dict[Point, set[Spot] | None] = field(default_factory=dict)

    def conflict(self, point: Point, key: str, offset: Value) -> None:
        """An access of an instruction conflicts with another thread's, at an offset of the object of that key."""
        if not isinstance(offset, int):
            self.anywhere(point)
            return
        places = self.points.setdefault(point, set())
        if places is not None:
            places.add((key, offset))

    def anywhere(self, point: Point) -> None:
        """Any access of an instruction may conflict with another thread's."""
        self.points[point] = None


@dataclass(slots=True)
class Met(ConflictPoints):
    """What a pass has met, with the meaning that the fields of `Decisions` have. `guarded` are conflicts of strong
    accesses that depend on inputs, so that it is asked at the end whether they are possible, `pairs` the number of
    pairs of accesses whose order matters, as far as they are compared one by one."""

    ordered_atomics: set[Spot] = field(default_factory=set)
    ordered_swaps: set[Spot] = field(default_factory=set)
    observed: set[str] = field(default_factory=set)
    remembers: bool = False
    concurrent: bool = False
    stepwise: set[int] = field(default_factory=set)
    on_copies: set[str] = field(default_factory=set)
    long_kernels: set[str] = field(default_factory=set)
    mixed: set[Spot] = field(default_factory=set)
    guarded: ConflictPoints = field(default_factory=ConflictPoints)
    pairs: int = 0


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a pass knows from those before it.

    Before each of the `points` the scheduler decides who is next, where it touches one of the places (None: any).
    The `ordered_atomics` commute with each other, but what they hand on matters (see flows.py). At `ordered_swaps` the
    order of equal compare-and-swaps matters, though nobody uses their results (see equal_swaps.py). Accesses to
    `observed` objects, by key, are kept in their order (see observed.py). `remembers`: accesses are kept for streams
    that are created later. `concurrent`: the host and stream operations run beside each other, since the order
    matters. Threads of kernels that are `stepwise`, by the numbers of their stream operations, run one by one, as
    what they access may conflict with what runs beside them. Kernels that are `on_copies`, by their names, may stop
    when they run at once: they change copies of large arrays. `long_kernels`, by their names, go on for longer than
    they seemed to. At `mixed` places others than atomics of one family conflict; what is explored does not depend on
    that."""

    points: Mapping[Point, frozenset[Spot] | None] = field(default_factory=dict)
    ordered_atomics: frozenset[Spot] = frozenset()
    ordered_swaps: frozenset[Spot] = frozenset()
    observed: frozenset[str] = frozenset()
    remembers: bool = False
    concurrent: bool = False
    stepwise: frozenset[int] = frozenset()
    on_copies: frozenset[str] = frozenset()
    long_kernels: frozenset[str] = frozenset()
    mixed: frozenset[Spot] = field(default=frozenset(), compare=False)

    def decides(self, point: Point, places: set[Spot] | None) -> bool:
        """Is there a decision before the instruction wherever it touches one of the places (None: any)?"""
        known = self.points.get(point, _NOWHERE)
        return known is None or (places is not None and places <= known)

    def decide_all(self, met: Met) -> bool:
        """Is each conflict that was met one whose order is decided?"""
        known = all(self.decides(point, places) for point, places in met.points.items())
        return known and met.ordered_swaps <= self.ordered_swaps

    def with_conflicts(self, met: ConflictPoints) -> "Decisions":
        """With decisions on these, too."""
        points = dict(self.points)
        for point, places in met.points.items():
            if not self.decides(point, places):
                known = points.get(point, _NOWHERE)
                points[point] = None if places is None or known is None else known | places
        return replace(self, points=points)

    def with_what_was(self, met: Met) -> "Decisions":
        """The decisions of the next pass; equal to these if nothing new was met."""
        return Decisions(
            self.with_conflicts(met).points,
            self.ordered_atomics | met.ordered_atomics,
            self.ordered_swaps | met.ordered_swaps,
            self.observed | met.observed,
            self.remembers or met.remembers,
            self.concurrent or met.concurrent,
            self.stepwise | met.stepwise,
            self.on_copies | met.on_copies,
            self.long_kernels | met.long_kernels,
            self.mixed | met.mixed,
        )

    def contends(self, key: str, offset: Value) -> bool:
        """Does the order of any accesses to this place of an object matter?"""
        return any(
            places is None
            or any(key == other and (not isinstance(offset, int) or at in (offset, None)) for other, at in places)
            for places in self.points.values()
        )

    def is_mixed(self, key: str, offset: Value) -> bool:
        """Do others than atomics of one family conflict at this place of an object?"""
        if not isinstance(offset, int):
            return any(key == other for other, _ in self.mixed)
        return (key, offset) in self.mixed or (key, None) in self.mixed


_NOWHERE: frozenset[Spot] = frozenset()

NO_DECISIONS = Decisions()
"""Those of the first pass."""
