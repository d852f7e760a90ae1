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
    return thread.copying and old.tid == thread.tid


def commit(thread: Thread) -> None:
    """The copies that were started make a batch."""
    thread.batches = (*thread.batches, thread.clock + 1)
    thread.clock += 1


def bind(thread: Thread, key: object) -> None:
    """The copies that were started are over when the phase of a barrier is at which the thread arrives next."""
    thread.bound = (*thread.bound, (key, thread.clock + 1))
    thread.clock += 1


def bound(thread: Thread, key: object) -> Knowledge:
    """What is over when the thread has arrived at a barrier."""
    clocks = [clock for other, clock in thread.bound if other == key]
    thread.bound = tuple(entry for entry in thread.bound if entry[0] != key)
    return {-thread.tid: max(clocks)} if clocks else {}


def wait(thread: Thread, prior: int) -> None:
    """All batches but the `prior` last ones are over."""
    over = thread.batches[: len(thread.batches) - prior] if prior else thread.batches
    if over:
        known: Knowledge = {-thread.tid: over[-1]}
        thread.batches = thread.batches[len(over) :]
        thread.met = join(thread.met, known)
        thread.knowledge = join(thread.knowledge, known)


def handed_on(waiting: list[Thread]) -> Knowledge:
    """What threads that meet at a barrier know of copies."""
    known: Knowledge = {}
    for thread in waiting:
        mine: Knowledge = {key: clock for key, clock in thread.met.items() if isinstance(key, int) and key < 0}
        known = join(known, mine) if mine else known
    return known


def learn(thread: Thread, known: Knowledge) -> None:
    """The thread knows this of copies from here on, and with the others what they knew."""
    rest: Knowledge = {key: clock for key, clock in thread.met.items() if not (isinstance(key, int) and key < 0)}
    thread.met = join(rest, known)
