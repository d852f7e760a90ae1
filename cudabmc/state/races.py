"""Who accessed which bytes in a stream operation, and what happens before what.

Two accesses conflict when different threads touch overlapping bytes and one writes. Barriers order
them in every interleaving (block epochs); fences with strong accesses order them in this one
(knowledge). A conflict that no barrier orders makes the interleaving matter; one that nothing
orders, with a plain access in it, is a race (PTX ISA, Memory Consistency Model: data races,
fence-SC and release/acquire patterns).
"""

from collections.abc import Iterable, Iterator
from math import gcd
from operator import itemgetter
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.state.crowd import Crowd
from cudabmc.state.events import HOST, READ, ByteRange, Event, Span, conflict
from cudabmc.state.knowledge import NOTHING, Knowledge, is_later, join, meant_for, only_to, under
from cudabmc.state.order import OperationSet, Order
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term

if TYPE_CHECKING:  # few programs have many accesses by other operations
    from cudabmc.state.place_grid import PlaceGrid
    from cudabmc.state.tables_behind import TablesBehind


def barrier_ordered(old: Event, new: Event, thread: Thread) -> bool:
    """Is there a barrier of the block, of a warp or of the grid between them, in every interleaving?"""
    if old.block == new.block and old.epoch < new.epoch:
        return True
    return met(old, thread)


def met(old: Event, thread: Thread) -> bool:
    """Is `old` ordered before what the thread does now, in every interleaving, by a barrier or by the launch of its
    kernel?"""
    all_met = thread.causality.met
    return bool(all_met) and (
        is_later(all_met, old.tid, old.clock) is True or is_later(all_met, ("block", old.block), old.epoch) is True
    )


def known(old: Event, thread: Thread) -> Value:
    """Where does `old` happen before what `thread` does now, by fences and strong accesses?"""
    return _knows(thread.causality.knowledge, old)


def lacks_fence(old: Event, thread: Thread) -> bool:
    """Would fences at the strong accesses in between order `old` before what `thread` does now?"""
    return _knows(thread.causality.strong, old) is not False


def _knows(known: Knowledge, old: Event) -> Value:
    return terms.lor(is_later(known, old.tid, old.clock), is_later(known, ("block", old.block), old.epoch))


OF_HOST_THREADS = -1
"""In place of the number of a stream operation: the accesses of threads of the host, beside those of the host."""

FEW = 16
"""So many accesses to one place are looked at one by one."""

_FIRST = itemgetter(0)


def place_of(span: Span) -> ByteRange:
    """The bytes that an access touches, if they do not depend on inputs."""
    offset, size = span.offset, span.size
    return (offset, offset + size) if isinstance(offset, int) and isinstance(size, int) and offset >= 0 else None


class RaceTable:
    """The accesses to one object in the stream operation of this number (0: by the host). `spans` are those of
    transfers and of the host; it says whether it `has_swaps` that commute (see order/equal_swaps.py). The tables of
    other operations are `behind` that in front. Of them those may run beside a kernel that are its `rivals`, each with
    where, and, if they are many, those that `many` does not name. `turns` are those that come before it because
    launches in device code have taken turns.
    """

    __slots__ = (
        "_grid", "_hull", "_writes", "behind", "cells", "has_swaps", "many", "operation", "owner", "rivals", "spans",
        "symbolic", "turns", "width",
    )  # fmt: skip

    def __init__(self, operation: int) -> None:
        self.operation = operation
        self.owner: object = None  # see TablesBehind
        self.width = 0
        self.cells: dict[int, list[Event]] = {}
        self.symbolic: list[Span] = []
        self.spans: dict[object, Span] = {}
        self.has_swaps = False
        self.behind: TablesBehind[RaceTable] | None = None
        self.rivals: tuple[tuple[RaceTable, Value], ...] = ()
        self.many: Order | None = None
        self.turns: tuple[RaceTable, ...] = ()
        self._grid: PlaceGrid[tuple[int, object]] | None = None  # the keys of spans with their numbers, if many
        self._hull: ByteRange = (0, 0)  # where spans are, if there are any
        self._writes = False  # does one of them more than read?

    def clone(self) -> "RaceTable":
        other = RaceTable(self.operation)
        other.width = self.width
        other.cells = {offset: list(entries) for offset, entries in self.cells.items()}
        other.symbolic = list(self.symbolic)
        other.spans, other._hull, other._writes = dict(self.spans), self._hull, self._writes
        other.has_swaps = self.has_swaps
        other.behind = None if self.behind is None else self.behind.clone()
        other.rivals, other.many, other.turns = self.rivals, self.many, self.turns
        return other

    @property
    def others(self) -> "Iterable[RaceTable]":
        """The tables of other operations."""
        return () if self.behind is None else self.behind.tables.values()

    @property
    def has_rivals(self) -> bool:
        """Does another operation that touches the object run beside the kernel, or may it do so?"""
        return bool(self.rivals) or self.many is not None

    @property
    def writes(self) -> bool:
        """May there be an access that is more than a read?"""
        return bool(self.cells or self.symbolic) or self._writes

    @property
    def place(self) -> ByteRange:
        """The bytes within which all accesses are."""
        if self.symbolic or (self.spans and self._hull is None):
            return None
        if not self.cells:
            return self._hull
        first, last = min(self.cells), max(self.cells) + self.width
        if self.spans and self._hull is not None:
            first, last = min(first, self._hull[0]), max(last, self._hull[1])
        return first, last

    def take_others(self, front: "RaceTable", settled: OperationSet | None, *, idle: bool) -> None:
        """This table is in front from now on: it gets the one that was there, and those behind it. Those of operations
        that are `settled`, and of the host on an `idle` device, are not needed any more; nor are any without these."""
        behind, front.behind = front.behind, None
        front.rivals = front.turns = ()
        front.many = None
        if settled is None:
            return
        if not (idle if front.operation == HOST else settled.has(front.operation)):
            if behind is None:
                from cudabmc.state.tables_behind import TablesBehind

                behind = TablesBehind[RaceTable]()
            behind.add(front)
        if behind is not None:
            behind.remove(self.operation)
            behind.forget(settled, idle=idle)
            self.behind = behind if behind.tables else None

    def beside(self, done: OperationSet, mine: Span) -> "Iterator[RaceTable]":
        """This table, and those of other operations than `done` that may touch the same bytes. A read is looked for in
        those alone that write."""
        yield self
        if self.behind is not None:
            yield from self.behind.beside(done, place_of(mine), reads=mine.event.kind == READ)

    def add_span(self, new: Span) -> None:
        """Record an access to many bytes; it stands for earlier ones to the same bytes from there."""
        mine = new.event
        path = mine.path.id if isinstance(mine.path, Term) else mine.path
        size = new.size.id if isinstance(new.size, Term) else new.size
        self.put_span((mine.point, mine.kind, new.offset, size, path), new)

    def put_span(self, key: object, new: Span) -> None:
        """Record it in place of one with the same key, which is to the same bytes."""
        if key not in self.spans:
            place = place_of(new)
            if not self.spans:
                self._hull = place
            elif place is None or self._hull is None:
                self._hull = None
            else:
                self._hull = min(self._hull[0], place[0]), max(self._hull[1], place[1])
            self._writes |= new.event.kind != READ
            if self._grid is not None:
                self._grid.add((len(self.spans), key), place)
        self.spans[key] = new

    def near(self, mine: Span) -> Iterator[Span]:
        """The accesses that can touch the same bytes as one that may be at an offset that depends on inputs."""
        yield from self.spans.values() if len(self.spans) <= FEW else self._spans_near(mine)
        yield from self.symbolic
        width = self.width
        if not width:
            return
        starts: Iterable[int] = self.cells
        if isinstance(mine.offset, int) and isinstance(mine.size, int) and mine.size // width < len(self.cells):
            first = mine.offset // width * width
            starts = [at for at in range(first, mine.offset + mine.size, width) if at in self.cells]
        for start in starts:
            for event in self.cells[start]:
                yield Span(start, width, event)

    def _spans_near(self, mine: Span) -> Iterator[Span]:
        """Those of many spans, in the order in which they were recorded."""
        if self._grid is None:
            from cudabmc.state.place_grid import PlaceGrid

            self._grid = PlaceGrid()
            for number, (key, span) in enumerate(self.spans.items()):
                self._grid.add((number, key), place_of(span))
        for _, key in sorted(self._grid.near(place_of(mine)), key=_FIRST):
            yield self.spans[key]

    def note(self, offset: int, size: int, new: Event, keep_all: bool) -> list[Event]:
        """Record an access to known bytes; returns earlier ones that conflict with it and are
        not ordered by a barrier. Without `keep_all`, accesses that later ones cannot tell from
        recorded ones are dropped."""
        if size != self.width or offset % size:
            self._narrow(offset, size)
        found: dict[Event, None] = {}
        for start in range(offset, offset + size, self.width):
            entries = self.cells.get(start)
            if entries is None:
                self.cells[start] = [new]
                continue
            if len(entries) > FEW and type(entries) is list:
                entries = self.cells[start] = Crowd(entries)
            self._compare(entries, new, found)
            _add(entries, new, keep_all)
        return list(found)

    def _compare(self, entries: list[Event], new: Event, found: dict[Event, None]) -> None:
        tid, kind, block, epoch = new.tid, new.kind, new.block, new.epoch
        for old in entries.others(new) if type(entries) is Crowd else entries:
            if old.tid == tid or (kind == READ and old.kind == READ):
                continue
            if old.block == block and old.epoch < epoch:
                continue
            if conflict(old, new):
                found[old] = None

    def _narrow(self, offset: int, size: int) -> None:
        """Make the cells narrow enough for an access of `size` bytes at `offset`."""
        width = gcd(self.width, size, offset) or size
        if self.width and width != self.width:
            old = self.cells
            self.cells = {
                start + i: list(entries) for start, entries in old.items() for i in range(0, self.width, width)
            }
        self.width = width


def _add(entries: list[Event], new: Event, keep_all: bool) -> None:
    """Keep `new` unless recorded accesses stand for it: two of the same instruction in its block
    and epoch, or accesses of two other blocks, conflict with whatever it conflicts with."""
    if type(entries) is Crowd:
        same = entries.alike_of_thread(new) if keep_all else entries.alike(new)
    else:
        same = [
            e for e in entries
            if e.point == new.point and e.kind == new.kind and e.path is new.path and e.assumed is new.assumed
        ]  # fmt: skip
    for old in same:
        if old.tid == new.tid and old.epoch == new.epoch and old.clock == new.clock:
            return
        if not keep_all and old.block == new.block and old.epoch < new.epoch:
            if type(entries) is Crowd:
                entries.replace(old, new)
            else:
                entries[entries.index(old)] = new
            return
    if not keep_all:
        mine = sum(1 for e in same if e.block == new.block)
        if mine >= 2 or len({e.block for e in same} - {new.block}) >= 2:
            return
    entries.append(new)


# ---------------------------------------------------------------- fences


def condition_of(thread: Thread) -> Value:
    """Where what the thread does now happens, given that it exists."""
    return True if thread.path is thread.base else thread.path


def fence(thread: Thread, scope: str) -> None:
    """A fence: what was acquired is known, and what was done can be released.

    PTX ISA, 'Release and Acquire Patterns': a fence before a strong write releases, one after
    a strong read acquires. A fence of scope "block" does so for threads of the block alone.
    """
    if scope == "block":
        _acquire_near(thread)
    else:
        acquire(thread)
    done = snapshot(thread)
    if scope == "block":
        done = only_to(done, block_of(thread))
    thread.causality.released = join(thread.causality.released, under(done, condition_of(thread)))
    thread.causality.clock += 1


def release_once(thread: Thread, scope: str) -> None:
    """The strong write that follows releases what was done, and no other does (PTX ISA, `st.release`)."""
    done = snapshot(thread)
    if scope == "block":
        done = only_to(done, block_of(thread))
    thread.causality.once = under(done, condition_of(thread))
    thread.causality.clock += 1


def acquire_found(thread: Thread, *, found: bool) -> None:
    """The ordered access is over; an acquire knows what it has found, and nothing of earlier reads."""
    c = thread.causality
    if found and c.found:
        c.knowledge = join(c.knowledge, under(c.found, condition_of(thread)))
        c.clock += 1
    c.found = c.once = NOTHING


def acquire(thread: Thread) -> None:
    """What strong reads have found is known from here on."""
    if thread.causality.acquired:
        condition = condition_of(thread)
        thread.causality.knowledge = join(thread.causality.knowledge, under(thread.causality.acquired, condition))
        if condition is True:
            thread.causality.acquired = thread.causality.near = NOTHING


def _acquire_near(thread: Thread) -> None:
    """Of what strong reads have found, that is known which threads of the own block have released."""
    c = thread.causality
    if c.near:
        c.knowledge = join(c.knowledge, under(c.near, condition_of(thread)))


def reaching(released: Knowledge, thread: Thread) -> Knowledge:
    """What of a release the thread acquires."""
    return under(meant_for(released, block_of(thread)), condition_of(thread))


def block_of(thread: Thread) -> int:
    """What tells the block of a thread from all others."""
    return -1 if thread.block is None else thread.block.uid


def snapshot(thread: Thread) -> Knowledge:
    """All that happens before what `thread` does next."""
    return join(thread.causality.knowledge, own_past(thread))


def own_past(thread: Thread) -> Knowledge:
    """What happens before it in every interleaving: what it has done itself, and its block before the last barrier."""
    own: Knowledge = {thread.tid: thread.causality.clock + 1}
    if thread.block is not None:
        own["block", thread.block.uid] = thread.block.epoch
    return own
