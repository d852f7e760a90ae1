"""All executions that the axioms of the PTX ISA, section 8.10, allow: candidates by who reads from whom.

For programs whose accesses overlap completely or not at all (8.7.2: the axioms say nothing of others). Values follow
from who reads from whom; a candidate whose values depend on themselves is out of thin air. Enumerated are then the
Fence-SC order and the coherence order.
"""

from collections.abc import Iterator
from itertools import permutations, product

from tests.memory_model.execution import (
    Execution,
    Relation,
    base_causality,
    causality,
    program_order,
)
from tests.memory_model.interleavings import Verdict
from tests.memory_model.litmus import Access, Atomic, Barrier, Fence, Load, Outcome, Place, Program, Store

Slot = tuple[int, int]
"""A statement: its thread, and its place in the thread's body."""

INITIAL: Slot = (-1, -1)


def allowed(program: Program) -> Verdict:
    """The outcomes that PTX allows, and whether a consistent execution has a race in the sense of PTX."""
    racy, outcomes = False, set()
    for execution, outcome in _candidates(program):
        if racy and outcome in outcomes:
            continue
        for fence_sc in _fence_orders(execution):
            base = base_causality(execution, fence_sc, sequences=True)
            if _consistent(execution, base):
                outcomes.add(outcome)
                racy = racy or execution.races(base)
                if racy:
                    break
    return Verdict(racy, frozenset(outcomes))


# ---------------------------------------------------------------- who reads from whom


def _candidates(program: Program) -> Iterator[tuple[Execution, Outcome]]:
    slots = [(t, i) for t, thread in enumerate(program.threads) for i in range(len(thread.body))]
    reads = [slot for slot in slots if isinstance(_at(program, slot), Load | Atomic)]
    choices = []
    for read in reads:
        place = _place(program, read)
        writes = [w for w in slots if w != read and _may_write(program, w) and _place(program, w) == place]
        choices.append([INITIAL, *writes])
    for picked in product(*choices):
        candidate = _Candidate(program, dict(zip(reads, picked, strict=True)))
        if candidate.resolve(slots):
            yield candidate.execution(slots), tuple(candidate.registers().get(n, 0) for n in program.registers())


def _at(program: Program, slot: Slot) -> object:
    return program.threads[slot[0]].body[slot[1]]


def _place(program: Program, slot: Slot) -> Place | None:
    statement = _at(program, slot)
    return statement.place if isinstance(statement, Load | Store | Atomic) else None


def _may_write(program: Program, slot: Slot) -> bool:
    return isinstance(_at(program, slot), Store | Atomic)


class _ThinAirError(Exception):
    """A value depends on itself."""


class _Candidate:
    """Values and existence of events, from who reads from whom."""

    def __init__(self, program: Program, sources: dict[Slot, Slot]) -> None:
        self.program = program
        self.sources = sources
        self.known: dict[tuple[str, Slot], int | None] = {}

    def resolve(self, slots: list[Slot]) -> bool:
        """Does all of it fit? Reads that do not happen read the initial value: one candidate stands for all."""
        try:
            for slot in slots:
                if slot not in self.sources:
                    self._happens(slot)
                elif not self._happens(slot):
                    if self.sources[slot] != INITIAL:
                        return False
                elif self.sources[slot] != INITIAL and self._written(self.sources[slot]) is None:
                    return False
                else:
                    self._read(slot)
        except _ThinAirError:
            return False
        return True

    def _once(self, what: str, slot: Slot) -> int | None:
        key = (what, slot)
        if key in self.known:
            if self.known[key] == -1:
                raise _ThinAirError
            return self.known[key]
        self.known[key] = -1
        self.known[key] = value = self._compute(what, slot)
        return value

    def _compute(self, what: str, slot: Slot) -> int | None:
        match what:
            case "happens":
                return self._compute_happens(slot)
            case "read":
                return self._compute_read(slot)
        return self._compute_written(slot)

    def _happens(self, slot: Slot) -> bool:
        return bool(self._once("happens", slot))

    def _read(self, slot: Slot) -> int:
        value = self._once("read", slot)
        assert value is not None
        return value

    def _written(self, slot: Slot) -> int | None:
        """What the statement writes; None if it does not."""
        return self._once("written", slot)

    def _compute_happens(self, slot: Slot) -> int:
        when = self.program.threads[slot[0]].body[slot[1]].when
        if when is None:
            return 1
        setter = self._setter(slot[0], when.register)
        return int((self._read(setter) if self._happens(setter) else 0) == when.value)

    def _setter(self, thread: int, register: str) -> Slot:
        for index, statement in enumerate(self.program.threads[thread].body):
            if isinstance(statement, Load | Atomic) and statement.register == register:
                return thread, index
        raise KeyError(register)

    def _compute_read(self, slot: Slot) -> int:
        """What the statement reads; 0 in place of what was never written, which `resolve` finds."""
        source = self.sources[slot]
        return 0 if source == INITIAL else self._written(source) or 0

    def _compute_written(self, slot: Slot) -> int | None:
        if not self._happens(slot):
            return None
        match _at(self.program, slot):
            case Store() as store:
                return store.value
            case Atomic("exch") as atomic:
                return atomic.value
            case Atomic() as atomic:
                return atomic.new(self._read(slot))
        return None

    def registers(self) -> dict[str, int]:
        return {
            statement.register: self._read(slot)
            for slot in self.sources
            if isinstance(statement := _at(self.program, slot), Load | Atomic)
            and statement.register is not None
            and self._happens(slot)
        }

    def execution(self, slots: list[Slot]) -> Execution:
        happening = [slot for slot in slots if self._happens(slot)]
        number = {slot: event for event, slot in enumerate(happening)} | {INITIAL: -1}
        execution = Execution(self.program)
        for slot in happening:
            execution.thread.append(slot[0])
            execution.statements.append(self.program.threads[slot[0]].body[slot[1]])
            if _may_write(self.program, slot) and self._written(slot) is not None:
                execution.written.add(number[slot])
            if slot in self.sources:
                execution.sources[number[slot]] = (number[self.sources[slot]],)
        return execution


# ---------------------------------------------------------------- orders


def _fence_orders(e: Execution) -> Iterator[Relation]:
    """Fence-SC orders (8.9.3): acyclic, and every pair of morally strong fences is in them."""
    fences = [event for event, statement in enumerate(e.statements) if isinstance(statement, Fence)]
    seen = set()
    for order in permutations(fences):
        relation = [0] * len(e.thread)
        for index, a in enumerate(order):
            relation[a] = sum(1 << b for b in order[index + 1 :] if e.morally_strong(a, b))
        if tuple(relation) not in seen:
            seen.add(tuple(relation))
            yield relation


def _consistent(e: Execution, base: Relation) -> bool:
    """Is there a coherence order that fulfils the axioms (8.10)?"""
    if any(after >> event & 1 and not isinstance(e.statements[event], Barrier) for event, after in enumerate(base)):
        return False  # Fence-SC order contradicts causality order (8.10.2)
    cause = causality(e, base)
    places = {_place_of(e, event) for event in e.written}
    orders = [list(_coherence_orders(e, cause, place)) for place in places]
    merged = ({w: after for order in chosen for w, after in order.items()} for chosen in product(*orders))
    return any(_fits(e, cause, order) for order in merged)


def _place_of(e: Execution, event: int) -> Place:
    statement = e.statements[event]
    assert isinstance(statement, Access)
    return statement.place


def _coherence_orders(e: Execution, cause: Relation, place: Place) -> Iterator[dict[int, int]]:
    """Coherence orders (8.9.6) of the writes to a place, as masks of the later ones. Writes that race are unordered."""
    writes = [w for w in sorted(e.written) if _place_of(e, w) == place]
    seen = set()
    for order in permutations(writes):
        position = {w: index for index, w in enumerate(order)}
        if any(cause[a] >> b & 1 and position[b] < position[a] for a in writes for b in writes if a != b):
            continue  # 8.10.1, coherence
        after = dict.fromkeys(writes, 0)
        for a in reversed(order):
            for b in order[position[a] + 1 :]:
                if e.morally_strong(a, b) or cause[a] >> b & 1:
                    after[a] |= 1 << b | after[b]
        key = tuple(after.items())
        if key not in seen:
            seen.add(key)
            yield after


def _fits(e: Execution, cause: Relation, coherence: dict[int, int]) -> bool:
    reads = {read: by[0] for read, by in e.sources.items()}
    for read, source in reads.items():
        if source >= 0 and cause[read] >> source & 1:
            return False  # 8.10.6, causality: reads what comes after it
        behind = coherence[source] if source >= 0 else _writes_to(e, _place_of(e, read))
        for write in e.written:
            if write == read or not behind >> write & 1:
                continue
            if cause[write] >> read & 1:
                return False  # 8.10.6: reads what was overwritten before it
            if read in e.written and e.morally_strong(read, write) and coherence[write] >> read & 1:
                return False  # 8.10.3, atomicity
    return _coherent_per_place(e, reads, coherence)


def _writes_to(e: Execution, place: Place) -> int:
    return sum(1 << w for w in e.written if _place_of(e, w) == place)


def _coherent_per_place(e: Execution, reads: dict[int, int], coherence: dict[int, int]) -> bool:
    """8.10.5, sequential consistency per location: program order between accesses of one place, and morally strong
    communication, have no cycle."""
    relation = [
        sum(1 << b for b in range(len(e.thread)) if after >> b & 1 and _same_place(e, a, b))
        for a, after in enumerate(program_order(e))
    ]
    for read, source in reads.items():
        if source >= 0 and e.morally_strong(source, read):
            relation[source] |= 1 << read
        behind = coherence[source] if source >= 0 else _writes_to(e, _place_of(e, read))
        for write in e.written:
            if behind >> write & 1 and write != read and e.morally_strong(read, write):
                relation[read] |= 1 << write
    for write, after in coherence.items():
        relation[write] |= sum(1 << b for b in e.written if after >> b & 1 and e.morally_strong(write, b))
    return _acyclic(relation)


def _same_place(e: Execution, a: int, b: int) -> bool:
    return e.is_memory(a) and e.is_memory(b) and _place_of(e, a) == _place_of(e, b)


def _acyclic(relation: Relation) -> bool:
    left = (1 << len(relation)) - 1
    while left:
        free = [n for n in range(len(relation)) if left >> n & 1 and not relation[n] & left]
        if not free:
            return False
        for n in free:
            left &= ~(1 << n)
    return True
