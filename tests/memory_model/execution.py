"""One execution of a program, and the relations of the PTX ISA, sections 8.7 to 8.9.

Events are numbered; a relation is a list that holds for each event a mask of those that it precedes.
"""

from dataclasses import dataclass, field

from tests.memory_model.litmus import Atomic, Barrier, Fence, Load, Program, Statement, Store, is_strong

Relation = list[int]


@dataclass
class Execution:
    """Events by thread and in program order within a thread; event `n` is statement `statements[n]` of `thread[n]`.

    `written` are the events that write (a compare-and-swap may not), `sources` what each byte of a read is from: -1 for
    the initial value.
    """

    program: Program
    thread: list[int] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    written: set[int] = field(default_factory=set)
    sources: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def block(self, event: int) -> int:
        return self.program.threads[self.thread[event]].block

    def is_memory(self, event: int) -> bool:
        return isinstance(self.statements[event], Load | Store | Atomic)

    def overlap(self, a: int, b: int) -> bool:
        x, y = self.statements[a], self.statements[b]
        assert isinstance(x, Load | Store | Atomic) and isinstance(y, Load | Store | Atomic)
        return x.place.overlaps(y.place)

    def in_scope(self, a: int, b: int) -> bool:
        """Does the scope of `a` include the thread of `b`?"""
        scope = getattr(self.statements[a], "scope", "system")
        return scope != "block" or self.block(a) == self.block(b)

    def morally_strong(self, a: int, b: int) -> bool:
        """PTX ISA 8.7."""
        x, y = self.statements[a], self.statements[b]
        memory = self.is_memory(a) and self.is_memory(b)
        if memory and x.place != y.place:  # type: ignore[union-attr]
            return False
        if self.thread[a] == self.thread[b]:
            return True
        return is_strong(x) and is_strong(y) and self.in_scope(a, b) and self.in_scope(b, a)

    def source(self, read: int) -> int | None:
        """The one write that a read got all of its bytes from; None if there is none."""
        sources = set(self.sources[read])
        return sources.pop() if len(sources) == 1 and -1 not in sources else None

    def conflicts(self) -> list[tuple[int, int]]:
        """Overlapping accesses of two threads, one of which writes (PTX ISA 8.7.1)."""
        memory = [e for e in range(len(self.thread)) if self.is_memory(e)]
        return [
            (a, b)
            for index, a in enumerate(memory)
            for b in memory[index + 1 :]
            if self.thread[a] != self.thread[b] and (a in self.written or b in self.written) and self.overlap(a, b)
        ]

    def races(self, base: Relation) -> bool:
        """Is there a data race, given the base causality order?"""
        cause = causality(self, base)
        return any(
            not self.morally_strong(a, b) and not cause[a] >> b & 1 and not cause[b] >> a & 1
            for a, b in self.conflicts()
        )


def closure(relation: Relation) -> Relation:
    """The transitive closure."""
    closed = list(relation)
    for middle in range(len(closed)):
        through = closed[middle]
        for index, after in enumerate(closed):
            if after >> middle & 1:
                closed[index] |= through
    return closed


def observation(e: Execution) -> Relation:
    """PTX ISA 8.9.2: from a write to the reads that read it, or read from atomics that have observed it."""
    order = [0] * len(e.thread)
    for read in e.sources:
        later, write = read, e.source(read)
        while write is not None and e.morally_strong(write, later) and not order[write] >> read & 1:
            order[write] |= 1 << read
            if not isinstance(e.statements[write], Atomic):
                break
            later, write = write, e.source(write)
    return order


def program_order(e: Execution) -> Relation:
    count = len(e.thread)
    return [sum(1 << b for b in range(a + 1, count) if e.thread[b] == e.thread[a]) for a in range(count)]


def base_causality(e: Execution, fence_sc: Relation | None, *, sequences: bool) -> Relation:
    """PTX ISA 8.9.5: program order and what synchronises, closed. Without `fence_sc` fences synchronise by what is read
    alone, as in C++; `sequences` adds the patterns of two accesses to one location (8.8)."""
    order = program_order(e)
    for a, partners in enumerate(_barriers(e)):
        order[a] |= partners
    releases, acquires = _releases(e, sequences), _acquires(e, sequences)
    seen = observation(e)
    for first, write in releases:
        for read, last in acquires:
            if seen[write] >> read & 1 and e.thread[first] != e.thread[last] and e.morally_strong(first, last):
                order[first] |= 1 << last
    if fence_sc is not None:
        order = [after | more for after, more in zip(order, fence_sc, strict=True)]
    return closure(order)


def _barriers(e: Execution) -> Relation:
    """The n-th barrier of a thread synchronises with the n-th one of the others in its block (8.9.4)."""
    seen: dict[int, int] = {}
    number: dict[int, tuple[int, int]] = {}
    for event, statement in enumerate(e.statements):
        if isinstance(statement, Barrier):
            seen[e.thread[event]] = seen.get(e.thread[event], 0) + 1
            number[event] = (e.block(event), seen[e.thread[event]])
    return [
        sum(1 << b for b, other in number.items() if b != a and other == number[a]) if a in number else 0
        for a in range(len(e.thread))
    ]


def _releases(e: Execution, sequences: bool) -> list[tuple[int, int]]:
    """Release patterns (8.8), each by its first operation and its write."""
    found = []
    for write in e.written:
        if not is_strong(e.statements[write]):
            continue
        if getattr(e.statements[write], "order", "") in ("release", "acq_rel"):
            found.append((write, write))
        for first in range(write):
            if e.thread[first] == e.thread[write] and (
                isinstance(e.statements[first], Fence)
                or (sequences and _is(e, first, write, ("release", "acq_rel")) and first in e.written)
            ):
                found.append((first, write))
    return found


def _acquires(e: Execution, sequences: bool) -> list[tuple[int, int]]:
    """Acquire patterns (8.8), each by its read and its last operation."""
    found = []
    for read in e.sources:
        if not is_strong(e.statements[read]):
            continue
        if getattr(e.statements[read], "order", "") in ("acquire", "acq_rel"):
            found.append((read, read))
        for last in range(read + 1, len(e.thread)):
            if e.thread[last] == e.thread[read] and (
                isinstance(e.statements[last], Fence)
                or (sequences and _is(e, last, read, ("acquire", "acq_rel")) and last in e.sources)
            ):
                found.append((read, last))
    return found


def _is(e: Execution, event: int, other: int, orders: tuple[str, ...]) -> bool:
    """Is the event an access of such an order to the same place?"""
    statement = e.statements[event]
    if not isinstance(statement, Load | Store | Atomic):
        return False
    return statement.order in orders and statement.place == e.statements[other].place  # type: ignore[union-attr]


def causality(e: Execution, base: Relation) -> Relation:
    """PTX ISA 8.9.5: base causality order, and what was observed before it. Not transitive."""
    seen = observation(e)
    order = []
    for event, after in enumerate(base):
        for read in range(len(base)):
            statement = e.statements[read]
            if seen[event] >> read & 1 and (not isinstance(statement, Atomic) or statement.reads):
                after |= base[read]
        order.append(after)
    return order
