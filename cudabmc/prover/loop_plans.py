"""What is known at the head of a loop in any of its rounds.

A register that each round moves by the same distance has a closed form, its first value plus that distance for each
round. Others are arbitrary within invariants. Besides, each round but the first comes behind another one: what held
there, from the head to the jump back, holds of the registers as they were. That alone gives the bounds of most
counters, as in `for (i = a; i < n; i += b)`: in all rounds but the first `i - b` is below n.

Invariants are guessed and tested, and those that fail dropped until the rest holds together (Flanagan and Leino,
Houdini, FME 2001).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Branch
from cudabmc.goto.types import BOOL, I64, I128, IntType, PtrType, Type
from cudabmc.kernel.uniformity import Divergence
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.events import RegisterValue, ThreadState, chosen
from cudabmc.prover.integers import ExactResult
from cudabmc.prover.invariants import Invariant, apart, candidates, kept, product_of
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.one_bit import OneBitRegisters, one_bit_registers
from cudabmc.prover.places import PlaceSet, PointedObject, PointedPlace
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.terms import ArraySort, Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of

MOST_PAIRED = 4
"""Registers of a loop that are compared with each other."""

MOST_ROUNDS = 1 << 62
"""No loop gets that far in the time that the universe has."""

Distance = TermValue

class Holding(Protocol):
    """Which of some claims follow from conditions, with what is assumed of those that do?"""

    def __call__(
        self, conditions: Sequence[TermValue], claims: Sequence[TermValue], assumed: Sequence[TermValue] = ()
    ) -> list[bool]: ...  # fmt: skip


@dataclass(slots=True)
class LoopPlan:
    """What is assumed of a loop. `moves` are the distances of closed forms, `bases` the objects that pointers may point
    to, with their `offsets` if these are always the same; `invariants` have been shown. `before` is what has held in
    the round before, of unknowns of that round, and what it has put into registers. Counters are `exact` that have not
    overflowed. What runs `once` does not come back to its head. Registers are `irregular` whose distance has changed
    as more was learned, and `unscaled` that the program moves by bytes that may wrap around. Registers are `doubled` in
    each round, or halved where this is False. Those of `one_bit` have one bit at most."""

    moves: dict[int, Distance] = field(default_factory=dict)
    bases: dict[int, frozenset[PointedObject]] = field(default_factory=dict)
    offsets: dict[tuple[int, PointedObject], TermValue | None] = field(default_factory=dict)
    invariants: list[Invariant] = field(default_factory=list)
    before: ThreadState | None = None
    exact: list[TermValue] = field(default_factory=list)
    irregular: set[int] = field(default_factory=set)
    unscaled: set[int] = field(default_factory=set)
    doubled: dict[int, bool] = field(default_factory=dict)
    one_bit: OneBitRegisters = OneBitRegisters()
    once: bool = False


@dataclass(slots=True)
class LoopVisit:
    """What the head of a loop was in the last walk."""

    first: ThreadState
    head: ThreadState
    values: dict[int, RegisterValue]
    round: Term


@dataclass(frozen=True, slots=True)
class KnownLoop:
    """What is known of a loop: its plan, and of its last walk what registers held in front of it and hold in any round,
    which one that is, and what follows of it. Its pointers lead to the objects of `pointed`, by the beginnings of the
    names of their unknowns. Threads of a block are `together` that are in the same round."""

    head: int
    plan: LoopPlan
    first: Mapping[int, RegisterValue]
    values: Mapping[int, RegisterValue]
    rounds: Term
    facts: frozenset[Term]
    pointed: Mapping[str, Sequence[PointedObject]]
    together: bool


@dataclass(frozen=True, slots=True)
class Counter:
    """A register with a closed form, or the offset of a pointer: the first value and the distance, how many rounds
    there were, and its values at the head of the loop and at its end, which a thread comes to where `reaches` hold."""

    head: int
    register: int
    type: IntType
    form: tuple[TermValue, TermValue]
    rounds: Term
    values: tuple[TermValue, TermValue]
    reaches: tuple[TermValue, TermValue]
    is_pointer: bool = False

    def is_exact(self, *, signed: bool, after: bool = False) -> TermValue:
        """Is the register, at the head or `after` the round, what mathematics says?"""
        wide = terms.apply(Op.SEXT if signed else Op.ZEXT, I128, self.type, (self.values[after],))
        return terms.apply(Op.EQ, BOOL, I128, (self._moved(signed=signed, after=after), wide))

    def exact(self, *, signed: bool) -> tuple[ExactResult, ...]:
        """That it is, at the head."""
        value = self.values[False]
        if not isinstance(value, Term):
            return ()
        return (ExactResult(self.reaches[0], value, self._moved(signed=signed, after=False), signed),)

    def _moved(self, *, signed: bool, after: bool) -> TermValue:
        widen = Op.SEXT if signed else Op.ZEXT
        first, distance = (terms.apply(widen, I128, self.type, (value,)) for value in self.form)
        rounds = terms.apply(Op.ZEXT, I128, I64, (self.rounds,))
        if after:
            rounds = terms.apply(Op.ADD, I128, I128, (rounds, 1))
        return terms.apply(Op.ADD, I128, I128, (first, _product(rounds, distance, I128)))


@dataclass(frozen=True, slots=True)
class Supposition:
    """Invariants of a loop that hold if more is supposed: what they are in front of the loop, at its head and at the
    end of a round, and where a thread comes there."""

    head: int
    reaches: tuple[TermValue, TermValue, TermValue]
    conditions: tuple[TermValue, TermValue, TermValue]


@dataclass(frozen=True, slots=True)
class Induction:
    """A condition on any round of a loop, when a thread comes there `first` (where `first_reach` holds) and in the
    round after this one (which there is where `end_reach` holds, if it is not None). `reach` holds in any round. What
    the rounds make is `renamed` in the next one."""

    reach: TermValue
    first_reach: TermValue
    end_reach: TermValue | None
    first: Mapping[Term, TermValue]
    after: Mapping[Term, TermValue]
    renamed: Callable[[TermValue], tuple[Mapping[Term, TermValue], Mapping[Term, Term]]]

    def at_first(self, value: TermValue) -> TermValue:
        """A value of any round in the first one."""
        return terms.substitute(value, self.first)

    def in_the_next(self, value: TermValue) -> TermValue:
        """A value of any round in the round after it."""
        values, contents = self.renamed(value)
        return terms.substitute(terms.rename(value, contents), {**values, **self.after})


class LoopPlans:
    """The plans of all loops of a region, found by walking through it again and again."""

    def __init__(
        self, region: KernelPart, unknowns: Unknowns, together: Mapping[Shared, Divergence], numbers: Sequence[int]
    ) -> None:
        """Threads of a block, or of a warp, that come `together` to heads of loops are in the same round of these, and
        registers that do not diverge hold the same there. `numbers` are sizes that the kernel names."""
        self._numbers = numbers
        self._region = region
        self._unknowns = unknowns
        self._together = together
        self.plans = {head: LoopPlan() for head in region.loops}
        self._visits: dict[int, LoopVisit] = {}
        self._undetermined: set[TermValue] = set()  # offsets that no way into a loop has told yet
        self.made: dict[Term, int] = {}
        """Where each unknown of the region was made: the block."""

    def begin(self) -> None:
        """A walk begins."""
        self._undetermined.clear()

    # ------------------------------------------------------------ the head of a loop

    def enter(self, head: int, first: ThreadState) -> ThreadState:
        """The state in any round."""
        plan = self.plans[head]
        if plan.once:
            return _copied(first)
        shared = self._shared(head)
        count = self._unknowns.value(f"{self._region.name}.rounds{head}", I64, shared, 0, MOST_ROUNDS)
        self.made[count] = head
        state = ThreadState(first.reach, dict(first.registers))
        values: dict[int, RegisterValue] = {}
        for register in sorted(self._region.changed[head] & self._region.live[head]):
            value = self._any_round(head, register, first.registers.get(register), count)
            if value is not None:
                values[register] = state.registers[register] = value
        for register in self._region.changed[head] - self._region.live[head]:
            state.registers.pop(register, None)
        facts = self._shown(plan, values, first)
        facts += [*plan.exact, *self._powers(plan, values, first, count), self._of_rounds(plan, values, first, count)]
        facts += plan.one_bit.facts(self._region.graph.types, values, first.registers)
        state.reach = terms.land(first.reach, *facts)
        self._visits[head] = LoopVisit(_copied(first), _copied(state), values, count)
        return state

    def _any_round(self, head: int, register: int, first: RegisterValue | None, count: Term) -> RegisterValue | None:
        plan, type = self.plans[head], self._region.graph.types[register]
        if first is None:
            return None
        distance = plan.moves.get(register)
        if distance is not None and isinstance(type, IntType):
            assert not isinstance(first, PlaceSet)
            return terms.apply(Op.ADD, type, type, (first, _times(count, distance, type)))
        if isinstance(type, PtrType):
            assert isinstance(first, PlaceSet)
            for target in first.targets:
                self._meet_offset(head, register, target)
            scaled = register not in plan.unscaled
            if distance is not None:
                return first.moved(_times(count, distance, I64), scaled=scaled)
            return self._any_place(head, register, first).moved(0, scaled=scaled)
        return self._unknown(head, str(register), register, type)

    def _unknown(self, head: int, what: str, register: int, type: Type) -> Term:
        found = self._unknowns.value(self._name_of(head, what), type, self._shared(head, register))
        self.made[found] = head
        return found

    def _name_of(self, head: int, what: int | str) -> str:
        return f"{self._region.name}.loop{head}.{what}"

    def _bases(self, head: int, register: int, first: PlaceSet) -> list[PointedObject]:
        """The objects that a pointer may lead to in any round."""
        return sorted(self.plans[head].bases.get(register, frozenset()) | first.bases, key=str)

    def _shared(self, head: int, register: int | None = None) -> Shared:
        """Who is in the same round of a loop, with the same in a register."""
        return max(
            (
                shared for shared, parted in self._together.items()
                if head not in parted.blocks and register not in parted.registers
            ),
            default=Shared.THREAD,
        )  # fmt: skip

    def _any_place(self, head: int, register: int, first: PlaceSet) -> PlaceSet:
        """A pointer to one of the objects that it is known to point to."""
        if first.lost:
            return first
        bases = self._bases(head, register, first)
        if ANYWHERE in bases:
            return places.anywhere("a pointer that a loop changes")
        targets = []
        left: TermValue = True
        for number, base in enumerate(bases):
            last = number == len(bases) - 1
            which = left if last else self._unknown(head, f"{register}.{number}?", register, BOOL)
            key = register, base
            offset = self.plans[head].offsets.get(key)
            if offset is None:
                offset = self._unknown(head, f"{register}.{number}", register, I64)
                if key not in self.plans[head].offsets:
                    self._undetermined.add(offset)
            targets.append(PointedPlace(terms.land(left, which), base, offset))
            left = terms.land(left, terms.lnot(which))
        return PlaceSet(tuple(targets))

    def _shown(self, plan: LoopPlan, values: dict[int, RegisterValue], first: ThreadState) -> list[TermValue]:
        return [one.of(values, first.registers) for one in plan.invariants if values.keys() >= set(one.registers)]

    def _powers(
        self, plan: LoopPlan, values: Mapping[int, RegisterValue], first: ThreadState, count: Term
    ) -> Iterator[TermValue]:  # fmt: skip
        """What registers hold in each round that begin with a number and are doubled, or halved, until nothing is left
        of it."""
        for register, is_doubled in plan.doubled.items():
            type, value, start = self._region.graph.types[register], values.get(register), first.registers.get(register)
            if not isinstance(type, IntType) or not isinstance(value, Term) or not isinstance(start, int):
                continue
            powers = [start & (1 << type.width) - 1]
            while powers[-1]:
                powers.append(powers[-1] << 1 & (1 << type.width) - 1 if is_doubled else powers[-1] >> 1)
            *before, _ = powers
            for number, power in enumerate(before):
                there = terms.apply(Op.EQ, BOOL, I64, (count, number))
                yield terms.implies(there, terms.equal(value, power, type))
            later = terms.apply(Op.ULE, BOOL, I64, (len(before), count))
            yield terms.implies(later, terms.equal(value, 0, type))

    def _of_rounds(
        self, plan: LoopPlan, values: dict[int, RegisterValue], first: ThreadState, count: Term
    ) -> TermValue:
        """The first round begins with the first values, any other one with what the round before has left."""
        none = terms.apply(Op.EQ, BOOL, I64, (count, 0))
        at_first = [self._same(value, first.registers[register], register) for register, value in values.items()]
        begins = terms.land(*at_first)
        if plan.before is None:
            return terms.implies(none, begins)
        left = plan.before.registers
        follows = [self._same(values[register], left[register], register) for register in values if register in left]
        return terms.land(
            terms.implies(none, begins), terms.implies(terms.lnot(none), terms.land(plan.before.reach, *follows))
        )

    def _same(self, a: RegisterValue, b: RegisterValue, register: int) -> TermValue:
        type = self._region.graph.types[register]
        if isinstance(a, PlaceSet) and isinstance(b, PlaceSet):
            if a.lost or b.lost:
                return True
            return terms.land(*(self._same_target(target, b) for target in a.targets))
        if isinstance(a, PlaceSet) or isinstance(b, PlaceSet):
            return True
        return terms.equal(a, b, type)

    def _same_target(self, target: PointedPlace, other: PlaceSet) -> TermValue:
        for known in other.targets:
            if known.base == target.base:
                same = terms.apply(Op.EQ, BOOL, I64, (target.offset, known.offset))
                return terms.land(
                    terms.apply(Op.EQ, BOOL, BOOL, (target.cond, known.cond)), terms.implies(target.cond, same)
                )
        return terms.lnot(target.cond)

    # ------------------------------------------------------------ learning

    def learn(self, back: Mapping[int, Sequence[ThreadState]]) -> bool:
        """Take what a walk has shown of the registers of each loop, from its jumps `back`; is anything new?"""
        changed = False
        for head, visit, end in self._seen(back):
            plan = self.plans[head]
            for register, value in visit.values.items():
                after = end.registers.get(register)
                if after is not None:
                    changed |= self._learn_register(head, plan, register, (value, after))
        return changed

    def remember(self, back: Mapping[int, Sequence[ThreadState]]) -> bool:
        """Take what a walk has shown of rounds, for those that follow; is there any?"""
        for head, visit, end in self._seen(back):
            self.plans[head].before = self._a_round_before(head, visit.round, end)
        return any(plan.before is not None for plan in self.plans.values())

    def _learn_register(
        self, head: int, plan: LoopPlan, register: int, values: tuple[RegisterValue, RegisterValue]
    ) -> bool:  # fmt: skip
        value, after = values
        if isinstance(value, PlaceSet):
            return isinstance(after, PlaceSet) and self._learn_place(head, plan, register, (value, after))
        type = self._region.graph.types[register]
        if isinstance(after, PlaceSet) or not isinstance(type, IntType):
            return False
        return self._learn_distance(head, plan, register, terms.apply(Op.SUB, type, type, (after, value)))

    def _learn_place(self, head: int, plan: LoopPlan, register: int, values: tuple[PlaceSet, PlaceSet]) -> bool:
        value, after = values
        if register not in plan.unscaled and not all(target.scaled for target in after.targets):
            plan.unscaled.add(register)
            return True
        known = plan.bases.get(register, frozenset()) | value.bases
        if after.lost or not after.bases <= known:
            grown = known | after.bases | ({ANYWHERE} if after.lost else frozenset())
            if grown == plan.bases.get(register):
                return False
            plan.bases[register] = grown
            plan.moves.pop(register, None)
            return True
        changed = False
        for target in after.targets:
            changed |= self._meet_offset(head, register, target)
        if changed or len(value.targets) != 1 or len(after.targets) != 1:
            return changed
        distance = terms.apply(Op.SUB, I64, I64, (after.targets[0].offset, value.targets[0].offset))
        return self._learn_distance(head, plan, register, distance)

    def _meet_offset(self, head: int, register: int, target: PointedPlace) -> bool:
        """A pointer may point to this place at the head of a loop; is that new?"""
        offsets, key = self.plans[head].offsets, (register, target.base)
        known = offsets.get(key)
        if target.offset in self._undetermined:
            return False
        if key in offsets and (known is None or known is target.offset or known == target.offset):
            return False
        fixed = key not in offsets and self._is_older(target.offset, head)
        offsets[key] = target.offset if fixed else None
        return True

    def _is_older(self, value: TermValue, head: int) -> bool:
        """Is a value the same in all rounds? Its unknowns are older than the loop then."""
        blocks = self._region.loops[head].blocks
        return not any(self.made.get(unknown) in blocks for unknown in _unknowns_of(value))

    def _learn_distance(self, head: int, plan: LoopPlan, register: int, distance: TermValue) -> bool:
        """A distance is the same in all rounds if its unknowns are older than the loop. One that was learned while less
        was known of pointers may turn out wrong."""
        known = plan.moves.get(register)
        if known is not None:
            if distance is known or (not isinstance(distance, Term) and distance == known):
                return False
            del plan.moves[register]
            plan.irregular.add(register)
            return True
        if register in plan.irregular or not self._is_older(distance, head):
            return False
        plan.moves[register] = distance
        return True

    def _a_round_before(self, head: int, count: Term, end: ThreadState) -> ThreadState:
        """A state in other unknowns: those of the round before."""
        blocks = self._region.loops[head].blocks
        values: dict[Term, TermValue] = {}
        registers = {r: v for r, v in end.registers.items() if r in self._region.changed[head]}
        met = set(_unknowns_of(end.reach))
        for value in registers.values():
            for part in _parts(value):
                met |= set(_unknowns_of(part))
        contents: dict[Term, Term] = {}
        for unknown in sorted(met, key=lambda term: term.id):
            if self.made.get(unknown) not in blocks:
                continue
            earlier = self._unknowns.earlier(unknown, f"{self._region.name}.{head}")
            self.made[earlier] = head
            if isinstance(unknown.sort, ArraySort):
                contents[unknown] = earlier  # others may have written it since
            else:
                values[unknown] = earlier
        values[count] = terms.apply(Op.SUB, I64, I64, (count, 1))

        def moved(value: TermValue) -> TermValue:
            return terms.rename(terms.substitute(value, values), contents)

        return ThreadState(moved(end.reach), {r: _mapped(value, moved) for r, value in registers.items()})

    def _end(self, head: int, states: Sequence[ThreadState]) -> ThreadState | None:
        """The state at the jumps back, whichever is taken."""
        if len(states) < 2:
            return states[0] if states else None
        registers: dict[int, RegisterValue] = {}
        for register in self._region.changed[head] & self._region.live[head]:
            choices = [(s.reach, s.registers[register]) for s in states if register in s.registers]
            if len(choices) == len(states):
                registers[register] = chosen(choices, self._region.graph.types[register])
        return ThreadState(terms.lor(*(s.reach for s in states)), registers)

    # ------------------------------------------------------------ what contracts say

    def induction(self, head: int, back: Mapping[int, Sequence[ThreadState]]) -> Induction | None:
        """How a condition on any round of a loop is shown; None if there is one round."""
        visit = self._visits.get(head)
        if visit is None or self.plans[head].once:
            return None
        end = self._end(head, back[head])
        first: dict[Term, TermValue] = {visit.round: 0}
        after: dict[Term, TermValue] = {visit.round: terms.apply(Op.ADD, I64, I64, (visit.round, 1))}
        for register, value in visit.values.items():
            first.update(_told(value, visit.first.registers[register]))
            if end is not None and register in end.registers:
                after.update(_told(value, end.registers[register]))
        blocks = self._region.loops[head].blocks

        def renamed(value: TermValue) -> tuple[dict[Term, TermValue], dict[Term, Term]]:
            values, contents = dict[Term, TermValue](), dict[Term, Term]()
            for unknown in sorted(_unknowns_of(value), key=lambda term: term.id):
                if self.made.get(unknown) in blocks and unknown not in after:
                    other = self._unknowns.earlier(unknown, f"{self._region.name}.{head}.next")
                    if isinstance(unknown.sort, ArraySort):
                        contents[unknown] = other
                    else:
                        values[unknown] = other
            return values, contents

        end_reach = None if end is None else end.reach
        return Induction(visit.head.reach, visit.first.reach, end_reach, first, after, renamed)

    def values_at(self, head: int, besides: frozenset[int]) -> list[Term]:
        """The number of the round at a head, and what registers hold there, `besides` some."""
        visit = self._visits.get(head)
        if visit is None:
            return []
        held = (value for register, value in visit.values.items() if register not in besides)
        return [visit.round, *(value for value in held if isinstance(value, Term))]

    def visited(self, head: int) -> LoopVisit | None:
        """What the head of a loop was in the last walk; None if that has not come there."""
        return self._visits.get(head)

    def rounds_around(self, block: int) -> list[Term]:
        """The numbers of the rounds of the loops around a block."""
        loop = self._region.loop_of(block)
        around = [] if loop is None else self._region.encloses(loop.head)
        return [
            self._visits[one.head].round for one in around
            if one.head in self._visits and not self.plans[one.head].once
        ]  # fmt: skip

    # ------------------------------------------------------------ invariants

    def guess(
        self, back: Mapping[int, Sequence[ThreadState]], holding: Holding,
        branches: Mapping[int, tuple[TermValue, TermValue]],
    ) -> bool:  # fmt: skip
        """Add the invariants that hold to the plans; are there any? `holding` says what follows from conditions, and
        `branches` are those of the walk, as in its trace."""
        found = False
        for head, visit, end in self._seen(back):
            found |= self._learn_powers(head, visit, end, branches)
            found |= self._learn_one_bit(head, visit, end)
            kept = self._kept_till_the_end(head, visit, end, branches)
            shown = self._inductive(head, visit, end, holding, kept)
            found |= bool(shown)
            self.plans[head].invariants += shown
        return found

    def straighten(self, back: Mapping[int, Sequence[ThreadState]], holding: Holding) -> bool:
        """Find the loops that never come back to their heads; are there any? Between two barriers most loops around
        them do not."""
        found = False
        for head, visit, end in self._seen(back):
            if not self.plans[head].once and visit.values and holding([end.reach], [False])[0]:
                self.plans[head].once = found = True
        return found

    def supposed(self, back: Mapping[int, Sequence[ThreadState]], holding: Holding) -> Iterator["Supposition"]:
        """What else holds at the heads of loops if `holding` supposes more."""
        for head, visit, end in self._seen(back):
            shown = self._inductive(head, visit, end, holding)
            if shown:
                first = visit.first.registers
                begins, holds, again = (
                    terms.land(*(one.of(values, first) for one in shown))
                    for values in (first, visit.values, end.registers)
                )
                reaches = (visit.first.reach, visit.head.reach, end.reach)
                yield Supposition(head, reaches, (begins, holds, again))

    def _seen(self, back: Mapping[int, Sequence[ThreadState]]) -> Iterator[tuple[int, LoopVisit, ThreadState]]:
        for head in self.plans:
            visit, end = self._visits.get(head), self._end(head, back[head])
            if visit is not None and end is not None:
                yield head, visit, end

    def _inductive(
        self, head: int, visit: LoopVisit, end: ThreadState, holding: Holding, more: Sequence[Invariant] = ()
    ) -> list[Invariant]:  # fmt: skip
        known = {(one.registers, one.text) for one in self.plans[head].invariants}
        first = visit.first.registers
        candidates = [*self._candidates(head, visit, end), *more]
        guessed = [one for one in candidates if (one.registers, one.text) not in known]
        begins = holding([visit.first.reach], [one.of(first, first) for one in guessed])
        left = [one for one, begun in zip(guessed, begins, strict=True) if begun]
        assumed = [one.of(visit.values, first) for one in left]
        again = holding([end.reach], [one.of(end.registers, first) for one in left], assumed)
        return [one for one, holds in zip(left, again, strict=True) if holds]

    def _candidates(self, head: int, visit: LoopVisit, end: ThreadState) -> Iterator[Invariant]:
        types = self._region.graph.types
        free = [r for r in visit.values if r in end.registers and r not in self.plans[head].moves]
        numbers = [(r, type) for r in free if isinstance(type := types[r], IntType)]
        for register, type in numbers:
            yield from candidates(register, type, self._numbers)
        for (a, type), (b, other) in combinations(numbers[:MOST_PAIRED], 2):
            if type == other and type.width <= 32:
                yield product_of((a, b), type)
        pointers = [r for r in free if isinstance(visit.values[r], PlaceSet) and isinstance(end.registers[r], PlaceSet)]
        for pair in combinations(pointers[:MOST_PAIRED], 2):
            yield Invariant(pair, "point to different objects", apart)

    def _learn_powers(
        self, head: int, visit: LoopVisit, end: ThreadState, branches: Mapping[int, tuple[TermValue, TermValue]]
    ) -> bool:  # fmt: skip
        """Find the registers that each round doubles or halves. Those that decide whether the loop goes on are left
        alone: its bounds say more of them than all powers."""
        goes_on = self._goes_on(head, branches)
        found = self.plans[head].doubled
        before = len(found)
        for register, value in visit.values.items():
            type, after = self._region.graph.types[register], end.registers.get(register)
            if not isinstance(type, IntType) or not isinstance(value, Term) or value in _unknowns_of(goes_on):
                continue
            if value.kind is Kind.VAR and isinstance(visit.first.registers.get(register), int):
                twice = terms.apply(Op.ADD, type, type, (value, value))
                half = terms.apply(Op.LSHR, type, type, (value, 1))
                if after is twice or after is half:
                    found[register] = after is twice
        return len(found) > before

    def _learn_one_bit(self, head: int, visit: LoopVisit, end: ThreadState) -> bool:
        """Find the registers that have one bit at most in all rounds."""
        plan, types = self.plans[head], self._region.graph.types
        before, plan.one_bit = plan.one_bit, one_bit_registers(
            types, visit.values, visit.first.registers, end.registers
        )
        return plan.one_bit != before

    def _kept_till_the_end(
        self, head: int, visit: LoopVisit, end: ThreadState, branches: Mapping[int, tuple[TermValue, TermValue]]
    ) -> list[Invariant]:  # fmt: skip
        """That a register holds what it did in front of the loop, unless the loop is over: the last round may change
        what the others have left alone.

            for (i = 0; i < n; i += step)
                if (i + step > n) step = n - i;         step is the first one, or i >= n
        """
        goes_on = self._goes_on(head, branches)
        if not isinstance(goes_on, Term):
            return []
        met = _unknowns_of(goes_on)
        deciding = {r: value for r, value in visit.values.items() if isinstance(value, Term) and value in met}
        blocks = self._region.loops[head].blocks
        if any(self.made.get(unknown) in blocks for unknown in met.difference(deciding.values())):
            return []  # it is about what a round reads or counts
        found = []
        for register, value in visit.values.items():
            type, after = self._region.graph.types[register], end.registers.get(register)
            if isinstance(type, IntType) and isinstance(value, Term) and value in _alternatives(after):
                found.append(kept((register, *deciding), goes_on, tuple(deciding.values()), type))
        return found

    def _goes_on(self, head: int, branches: Mapping[int, tuple[TermValue, TermValue]]) -> TermValue:
        """The condition at the head of a loop under which there is a round; False if another place decides."""
        code, blocks = self._region.flow.blocks[head].end, self._region.loops[head].blocks
        if head not in branches or not isinstance(code, Branch) or (code.then in blocks) is (code.orelse in blocks):
            return False
        cond = branches[head][1]
        return cond if code.then in blocks else terms.lnot(cond)

    # ------------------------------------------------------------ counters

    def counters(self, back: Mapping[int, Sequence[ThreadState]]) -> Iterator["Counter"]:
        """The registers with closed forms, for which it is to be shown that they do not overflow."""
        for head, visit, end in self._seen(back):
            plan = self.plans[head]
            for register in sorted(plan.moves):
                type = self._region.graph.types[register]
                states = (visit.first, visit.head, end)
                first, value, after = (_counted(state.registers.get(register)) for state in states)
                if first is None or value is None or after is None:
                    continue
                width = type if isinstance(type, IntType) else I64
                form, reaches = (first, plan.moves[register]), (visit.head.reach, end.reach)
                of = (head, register, width, form, visit.round, (value, after), reaches)
                yield Counter(*of, is_pointer=isinstance(type, PtrType))

    def known(self) -> Iterator[KnownLoop]:
        """All loops that the last walk has come to, outer ones first."""
        for head, plan in self.plans.items():
            visit = self._visits.get(head)
            if visit is not None:
                facts = frozenset(terms.conjuncts(visit.head.reach)).difference(terms.conjuncts(visit.first.reach))
                together, first = self._shared(head) is Shared.BLOCK, visit.first.registers
                pointed = {
                    self._name_of(head, register): self._bases(head, register, place)
                    for register, place in first.items() if isinstance(place, PlaceSet)
                }  # fmt: skip
                yield KnownLoop(head, plan, first, visit.values, visit.round, facts, pointed, together)

    def closed_forms(self) -> set[Term]:
        """The values at the heads of loops that come of closed forms."""
        found: set[Term] = set()
        for head, visit in self._visits.items():
            for register in self.plans[head].moves:
                found.update(part for part in _parts(visit.head.registers.get(register)) if isinstance(part, Term))
        return found

    def keep(self, counter: "Counter", exact: TermValue) -> None:
        """It is shown that a counter does not overflow."""
        self.plans[counter.head].exact.append(exact)


def _told(value: RegisterValue, known: RegisterValue) -> Iterator[tuple[Term, TermValue]]:
    """What the unknowns of a value are where it is known."""
    if isinstance(value, PlaceSet) and isinstance(known, PlaceSet):
        if len(value.targets) == len(known.targets) == 1 and value.bases == known.bases:
            yield from _told(value.targets[0].offset, known.targets[0].offset)
    elif isinstance(value, Term) and value.kind is Kind.VAR and not isinstance(known, PlaceSet):
        yield value, known


def _counted(value: RegisterValue | None) -> TermValue | None:
    """A number, or the offset of a pointer to one object."""
    if not isinstance(value, PlaceSet):
        return value
    return value.targets[0].offset if len(value.targets) == 1 and not value.lost else None


def _copied(state: ThreadState) -> ThreadState:
    """A state for oneself: a walk goes on in the one that it has."""
    return ThreadState(state.reach, dict(state.registers))


ANYWHERE: PointedObject = ("anywhere", 0)
"""What a pointer is said to point to that was once lost."""


def _alternatives(value: RegisterValue | None) -> set[TermValue]:
    """The values of which a choice is one."""
    found: set[TermValue] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, Term) and one.kind is Kind.ITE and one not in found:
            left += one.args[1:]
        if one is not None and not isinstance(one, PlaceSet):
            found.add(one)
    return found


def _times(count: Term, distance: TermValue, type: IntType) -> TermValue:
    rounds = terms.apply(Op.TRUNC, type, I64, (count,)) if type.width < 64 else count
    return _product(rounds, distance, type)


def _product(rounds: TermValue, distance: TermValue, type: IntType) -> TermValue:
    """A distance that is one or another one, as that of `if (inside) i += n`, makes one product or another one, which
    are linear."""
    either, widen = distance, Op.COPY
    if isinstance(distance, Term) and distance.kind in (Kind.SEXT, Kind.ZEXT):
        either, widen = distance.args[0], Op[distance.kind.name]
    if isinstance(either, Term) and either.kind is Kind.ITE:
        cond, *distances = either.args
        of = type_of(either.sort)
        one, other = (
            _product(rounds, terms.apply(widen, type, of, (v,)) if widen is not Op.COPY else v, type)
            for v in distances
        )  # fmt: skip
        return terms.ite(cond, one, other, type)
    return terms.apply(Op.MUL, type, type, (rounds, distance))


def _unknowns_of(value: TermValue) -> frozenset[Term]:
    return terms.free_vars(value) if isinstance(value, Term) else frozenset()


def _parts(value: RegisterValue | None) -> list[TermValue]:
    if value is None:
        return []
    if not isinstance(value, PlaceSet):
        return [value]
    return [part for target in value.targets for part in (target.cond, target.offset)]


def _mapped(value: RegisterValue, change: Callable[[TermValue], TermValue]) -> RegisterValue:
    if not isinstance(value, PlaceSet):
        return change(value)
    mapped = (replace(t, cond=change(t.cond), offset=change(t.offset)) for t in value.targets)
    return PlaceSet(tuple(mapped), value.lost)
