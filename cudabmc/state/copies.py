"""Asynchronous copies (PTX ISA, `cp.async`; libcu++, `cuda::memcpy_async`): another hand of the thread that starts one.

The copy is made when it is started, by a shadow of the thread, whose accesses no barrier orders before anything: they
are known to be over only to a thread that has waited for them, and to those that it hands this on to. So to touch what
a copy still reads or writes is a race, for the thread itself too.
"""

from cudabmc.state.events import Event
from cudabmc.state.knowledge import Knowledge, join
from cudabmc.state.thread import Thread

NEVER = 1 << 60
"""The epoch of an access that no barrier of its block is behind."""


def shadow(thread: Thread, access: Event) -> None:
    """The access is made by the copy, not by the thread."""
    access.tid = -thread.tid


def is_own(thread: Thread, old: Event) -> bool:
    """Was it made by the thread that starts the copy, which comes after it?"""
    return thread.copies.copying and old.tid == thread.tid


def commit(thread: Thread) -> None:
    """The copies that were started make a batch."""
    thread.copies.batches = (*thread.copies.batches, thread.causality.clock + 1)
    thread.causality.clock += 1


def bind(thread: Thread, key: object) -> None:
    """The copies that were started are over when the phase of a barrier is at which the thread arrives next."""
    thread.copies.bound = (*thread.copies.bound, (key, thread.causality.clock + 1))
    thread.causality.clock += 1


def bound(thread: Thread, key: object) -> Knowledge:
    """What is over when the thread has arrived at a barrier."""
    clocks = [clock for other, clock in thread.copies.bound if other == key]
    thread.copies.bound = tuple(entry for entry in thread.copies.bound if entry[0] != key)
    return {-thread.tid: max(clocks)} if clocks else {}


def wait(thread: Thread, prior: int) -> None:
    """All batches but the `prior` last ones are over."""
    over = thread.copies.batches[: len(thread.copies.batches) - prior] if prior else thread.copies.batches
    if over:
        known: Knowledge = {-thread.tid: over[-1]}
        thread.copies.batches = thread.copies.batches[len(over) :]
        thread.causality.met = join(thread.causality.met, known)
        thread.causality.knowledge = join(thread.causality.knowledge, known)


def handed_on(waiting: list[Thread]) -> Knowledge:
    """What threads that meet at a barrier know of copies."""
    known: Knowledge = {}
    for thread in waiting:
        mine = {key: clock for key, clock in thread.causality.met.items() if _is_copy(key)}
        known = join(known, mine) if mine else known
    return known


def learn(thread: Thread, known: Knowledge) -> None:
    """The thread knows this of copies from here on, and with the others what they knew."""
    rest = {key: clock for key, clock in thread.causality.met.items() if not _is_copy(key)}
    thread.causality.met = join(rest, known)


def _is_copy(key: object) -> bool:
    """Is it what stands for the copies of a thread: its number, negated?"""
    return isinstance(key, int) and key < 0
