"""Copies that race get a step of their own, where they are carried out.

A copy that nothing holds up is carried out as the host issues it, and one step tells of both. In a race the two are
different things: the host continues beside the copy.
"""

from dataclasses import replace

from cudabmc.result import Account, EntryKind, Step, StreamEntry, StreamOrder, Violation, Words


def with_copies(violation: Violation) -> Violation:
    """The violation with such steps, each behind that of the host."""
    order = violation.stream_order
    if order is None:
        return violation
    steps = list(violation.steps)
    for place, number in zip(violation.places, order.places, strict=True):
        entry = order.entries[number] if number >= 0 else None
        if entry is None or not _shares_step(entry, len(steps)):
            continue
        at, host = entry.begun, steps[entry.begun]
        words = Words(f"{entry.name}() is carried out", (), host.accesses)
        own = Step(place.thread, place.loc, place.function, Account(words), switch=True, depth=host.depth)
        following = [replace(step, switch=True) for step in steps[at + 1 : at + 2]]
        steps[at : at + 2] = [replace(host, account=Account(Words(host.text, host.changes))), own, *following]
        order = _moved(order, number, at)
    return replace(violation, steps=tuple(steps), stream_order=order)


def _shares_step(entry: StreamEntry, steps: int) -> bool:
    return entry.kind is EntryKind.CALL and 0 <= entry.begun == entry.issued < steps


def _moved(order: StreamOrder, number: int, host: int) -> StreamOrder:
    """The same order by the numbers that steps have with one more, for this entry, behind that of the host."""

    def now(step: int) -> int:
        return step + (step > host)

    entries = [
        replace(entry, issued=now(entry.issued), begun=now(entry.begun), ended=now(entry.ended))
        for entry in order.entries
    ]
    entries[number] = replace(entries[number], begun=host + 1, ended=host + 1)
    return replace(order, entries=tuple(entries))
