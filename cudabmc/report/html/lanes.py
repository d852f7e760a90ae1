"""What was issued to streams as data: a lane for the host and for each stream, and what orders what stands there."""

import re
from itertools import accumulate

from cudabmc.report.html.about import Data
from cudabmc.report.html.moments import MOST_PLACES, Moments
from cudabmc.report.html.rows import Rows
from cudabmc.report.style import printable
from cudabmc.result import EntryKind, OrderedBy, StreamEntry, StreamOrder, Violation

KINDS = (*(kind.value for kind in EntryKind), "host access")
REASONS = tuple(by.value for by in OrderedBy)
HOST = 0  # the number of its lane

_ELEMENT = re.compile(r"'([^']+)'")
_CALL = re.compile(r"cu(?:da)?(Mem\w+?)(?:Async)?")
_HOST_FUNCTIONS = ("LaunchHostFunc", "StreamAddCallback")
_WAITS = re.compile(r"cu(?:da)?(Stream|Event|Device)(Synchronize|Query)")


def lanes(violation: Violation, at: Moments, rows: Rows) -> Data | None:
    """Lanes are `[name, branch]`, that of the host first. Items, in the order of the host, are `[lane, kind, label,
    name, issued, begun, ended, graph, after]` with numbers of steps (-1: none) and `after` as item, reason, item,
    reason...; `places` are the items of the places."""
    order = violation.stream_order
    if order is None:
        return None
    branches = [1] * len(order.streams)
    for entry in order.entries:
        if entry.stream >= 0:
            branches[entry.stream] = max(branches[entry.stream], entry.branch + 1)
    first = [HOST + 1, *(HOST + 1 + count for count in accumulate(branches))]
    named = zip(map(_short, order.streams), branches, strict=True)
    names = [[name, branch] for name, count in named for branch in range(count)]
    by_host = _accesses_of_host(violation, order, at)
    numbers = [number + sum(step <= entry.issued for step, _ in by_host) for number, entry in enumerate(order.entries)]
    items: list[tuple[int, list[object]]] = []
    for entry, number in zip(order.entries, numbers, strict=True):
        lane = HOST if entry.stream < 0 else first[entry.stream] + entry.branch
        after = [part for other, by in entry.after for part in (numbers[other], REASONS.index(by.value))]
        texts = [rows.text(_label(entry)), rows.text(entry.name)]
        times = [entry.issued, entry.begun, entry.ended, entry.graph]
        items.append((number, [lane, KINDS.index(entry.kind.value), *texts, *times, after]))
    places = [numbers[number] if number >= 0 else -1 for number in order.places]
    taken = set(numbers)
    free = [number for number in range(len(numbers) + len(by_host)) if number not in taken]
    for number, (step, place) in zip(free, by_host, strict=True):
        text = rows.text(_access(violation, place))
        items.append((number, [HOST, len(KINDS) - 1, text, text, step, -1, -1, 0, []]))
        places[place] = number
    shown = [item for _, item in sorted(items)]
    return {"lanes": [["host", 0], *names], "items": shown, "places": places[:MOST_PLACES]}


def _accesses_of_host(violation: Violation, order: StreamOrder, at: Moments) -> list[tuple[int, int]]:
    """The places of the violation that are the host's: their steps and numbers."""
    known = zip(at.steps, violation.places, order.places, strict=False)
    return sorted(
        (step, number) for number, (step, place, entry) in enumerate(known) if entry < 0 and place.thread.block is None
    )


def _access(violation: Violation, number: int) -> str:
    action, element = violation.places[number].action, _ELEMENT.search(violation.message)
    if len(violation.places) > 1 and action:
        return f"{action} {element[1]}" if element and violation.prop == "data-race" else action
    return "fails here"


def _short(name: str) -> str:
    """`s[1]` for the stream that messages call so, and `default stream`."""
    return printable(name).removeprefix("the ").removeprefix("stream ").strip("'")


def _label(entry: StreamEntry) -> str:
    """What stands in the picture: `memcpy`, `record ready`, `stream sync`."""
    if entry.kind is EntryKind.RECORD:
        return f"record {entry.event}".strip()
    if entry.kind is EntryKind.WAIT:
        return f"wait for {entry.event}" if entry.event else "wait for an event"
    if entry.kind is EntryKind.HOST_WAIT:
        known = _WAITS.fullmatch(entry.name)
        how = "sync" if known and known[2] == "Synchronize" else "query"
        return f"{known[1].lower()} {how}" if known else f"{entry.name} waits"
    if entry.kind is EntryKind.CALL:
        known = _CALL.fullmatch(entry.name)
        if entry.name.endswith(_HOST_FUNCTIONS):
            return "host function"
        return known[1][0].lower() + known[1][1:] if known else entry.name
    return entry.name
