"""What the replay of a violation issues to streams, and what orders it.

The machine keeps for each operation the set of those that end before it begins (`state/order.py`), which is closed
under "before". A picture needs the few that come directly before it, and why. So each stream, event and graph has a
point here: the last entries, and the operations that the machine orders before what follows them. A point counts only
where all of these are in the set of the machine, and what no point explains is taken from that set one by one. So the
entries are ordered exactly as the machine orders them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cudabmc.result import EntryKind, OrderedBy, StreamEntry, StreamOrder, ThreadId
from cudabmc.state.capture import Node
from cudabmc.state.execution import Execution
from cudabmc.state.order import NONE, OperationSet, Order, bits, sure
from cudabmc.state.stream_operations import THE_DEFAULT_STREAM
from cudabmc.state.thread import Thread

Edge = tuple[int, OrderedBy]

_ASYNCHRONOUS = ("Async", "LaunchHostFunc", "StreamAddCallback")
"""How functions are called that issue something, and do not wait, in the default stream as well."""


class _Point(NamedTuple):
    """The last entries of a stream, or what an event or a graph stands for, and the operations up to there."""

    entries: tuple[int, ...] = ()
    operations: OperationSet = NONE


class _Entry:
    """An entry that is still recorded."""

    __slots__ = ("after", "begun", "branch", "ended", "event", "graph", "issued", "kind", "name", "stream")

    def __init__(self, kind: EntryKind, name: str, stream: int, issued: int, after: tuple[Edge, ...]) -> None:
        self.kind, self.name, self.stream, self.issued, self.after = kind, name, stream, issued, after
        self.begun = self.ended = -1
        self.event = ""
        self.graph = self.branch = 0


class StreamRecorder:
    """Listens to what the host issues to streams, and has a step told of what is carried out later, by a thread of its
    own, that makes none itself."""

    def __init__(self, ex: Execution, tell: Callable[[Thread, str], None]) -> None:
        self._ex = ex
        self._tell = tell
        self._entries: list[_Entry] = []
        self._of: dict[int, int] = {}  # the entry of each operation
        self._launches: dict[int, int] = {}  # the operation of each launch
        self._streams: dict[int, tuple[int, str]] = {}  # number and name, by the key of the machine
        self._events: dict[int, str] = {}
        self._tails: dict[int, _Point] = {}
        self._recorded: dict[int, _Point] = {}
        self._graphs: dict[int, _Point] = {}
        self._launched_graphs = 0
        self._known = NONE  # operations that the host has waited for
        ex.listening.streams = self

    # ------------------------------------------------------------ what the machine tells

    def names_event(self, event: int, name: str) -> None:
        self._events[event] = name.strip("'")

    def issues(self, number: int, stream: int, name: str, order: Order, *, kernel: bool) -> None:
        kind = EntryKind.KERNEL if kernel else EntryKind.CALL
        entry = self._add(kind, name, stream, self._after(sure(order), self._ways(stream)))
        self._of[number] = entry
        self._tails[stream] = _Point((entry,), sure(order).with_(number))

    def launches_graph(self, graph: int, stream: int, numbers: Sequence[int], order: Order) -> None:
        nodes = self._ex.s.device.graphs[graph].nodes
        start, points = sure(order), list[_Point]()
        behind = [(self._graphs[graph], OrderedBy.GRAPH)] if graph in self._graphs else []
        branches = _branches(nodes)
        self._launched_graphs += 1
        for number, node, branch in zip(numbers, nodes, branches, strict=True):
            deps = [points[index] for index in bits(node.deps)]
            before = _all_of(start, deps)
            ways = [(point, OrderedBy.GRAPH) for point in reversed(deps)] if deps else [*self._ways(stream), *behind]
            kind = EntryKind.CALL if node.plan is None else EntryKind.KERNEL
            entry = self._add(kind, node.name, stream, self._after(before, ways))
            self._entries[entry].graph, self._entries[entry].branch = self._launched_graphs, branch
            self._of[number] = entry
            points.append(_Point((entry,), before.with_(number)))
        last = [point for index, point in enumerate(points) if not any(node.deps >> index & 1 for node in nodes)]
        if last:
            entries = tuple(entry for point in last for entry in point.entries)
            self._tails[stream] = self._graphs[graph] = _Point(entries, _all_of(start, last))

    def records(self, event: int, stream: int, order: Order) -> None:
        entry = self._add(EntryKind.RECORD, "cudaEventRecord", stream, self._after(sure(order), self._ways(stream)))
        self._entries[entry].event = self._events.get(event, "")
        self._tails[stream] = self._recorded[event] = _Point((entry,), sure(order))

    def waits(self, event: int, stream: int, order: Order) -> None:
        own, *others = self._ways(stream)
        recorded = [(self._recorded[event], OrderedBy.EVENT)] if event in self._recorded else []
        after = self._after(sure(order), [own, *recorded, *others], first=1 + len(recorded))
        entry = self._add(EntryKind.WAIT, "cudaStreamWaitEvent", stream, after)
        self._entries[entry].event = self._events.get(event, "")
        self._tails[stream] = _Point((entry,), sure(order))

    def host_waits(self, call: str, order: Order, *, stream: int | None = None, event: int | None = None) -> None:
        first = [self._tails[stream]] if stream in self._tails else []
        first += [self._recorded[event]] if event in self._recorded else []
        ways = [(point, OrderedBy.HOST) for point in (*first, *self._latest(self._tails))]
        after = self._after(sure(order), ways, first=len(first))
        self._known = self._known.union(sure(order))
        if after or stream is not None or event is not None:
            entry = self._add(EntryKind.HOST_WAIT, call, None, after)
            self._entries[entry].event = "" if event is None else self._events.get(event, "")

    def numbers_launch(self, number: int, launch: int) -> None:
        self._launches[launch] = number

    def begins(self, number: int) -> None:
        if number in self._of:
            entry = self._entries[self._of[number]]
            entry.begun = self._ex.listening.steps
            if entry.issued < entry.begun:  # what is heard from now on is not of the last step
                self._ex.listening.heard.clear()

    def ends(self, number: int, thread: Thread | None = None) -> None:
        if number in self._of:
            entry = self._entries[self._of[number]]
            # What the host carries out as it issues it is told by the step of that.
            if thread is not None and entry.issued < entry.begun == self._ex.listening.steps:
                self._tell(thread, entry.name)
            entry.ended = max(entry.begun, self._ex.listening.steps - 1)

    # ------------------------------------------------------------ what the recorder of steps says, and wants

    def told_by_last_step(self, first: int) -> None:
        """The last step of the trace is that of the host, or the last one before it, in which the entries from `first`
        on were made."""
        last = max(self._ex.listening.steps - 1, 0)
        for entry in self._entries[first:]:
            entry.issued, entry.begun = last, min(entry.begun, last)

    def __len__(self) -> int:
        return len(self._entries)

    def order(self, steps: int, threads: Sequence[ThreadId], operations: Sequence[int]) -> StreamOrder | None:
        """All of it, in a trace of so many steps; None if the program has used nothing but the default stream, and no
        asynchronous copy. `threads` are those of the places of a violation, `operations` what they belong to, where
        that is known."""
        if not any(map(self._is_asynchronous, self._entries)):
            return None
        known = [self._of.get(number, -1) for number in operations] or [self._place(thread) for thread in threads]
        count = max([sum(entry.issued < steps for entry in self._entries), *(place + 1 for place in known)])
        streams: dict[int, str] = dict(self._streams.values())
        entries = tuple(_finished(entry, steps) for entry in self._entries[:count])
        used = sorted({entry.stream for entry in entries if entry.stream >= 0})
        numbers = {stream: number for number, stream in enumerate(used)}
        numbers[-1] = -1
        return StreamOrder(
            tuple(streams[stream] for stream in used),
            tuple(replace(entry, stream=numbers[entry.stream]) for entry in entries),
            tuple(known),
        )

    def _place(self, thread: ThreadId) -> int:
        return -1 if thread.block is None else self._of.get(self._launches.get(thread.launch, -1), -1)

    def _is_asynchronous(self, entry: _Entry) -> bool:
        if entry.kind is EntryKind.HOST_WAIT:
            return False
        return not self._is_default(entry.stream) or entry.name.endswith(_ASYNCHRONOUS)

    def _is_default(self, number: int) -> bool:
        return (number, THE_DEFAULT_STREAM) in self._streams.values()

    # ------------------------------------------------------------ points

    def _add(self, kind: EntryKind, name: str, stream: int | None, after: tuple[Edge, ...]) -> int:
        number = -1
        if stream is not None:
            known = self._ex.s.device.streams[stream].name
            number, _ = self._streams.setdefault(stream, (len(self._streams), known))
        self._entries.append(_Entry(kind, name, number, self._ex.listening.steps, after))
        return len(self._entries) - 1

    def _ways(self, stream: int) -> list[tuple[_Point, OrderedBy]]:
        """What the next entry of a stream comes after: the last one there, which stands first, and those of streams
        that the legacy default stream makes it wait for."""
        own = [(self._tails.get(stream, _Point()), OrderedBy.STREAM)]
        streams = self._ex.s.device.streams
        blocking = {key: self._tails[key] for key in self._tails if streams[key].blocking and key != stream}
        if not streams[stream].blocking:
            blocking = {}
        elif streams[stream].name != THE_DEFAULT_STREAM:
            blocking = {key: point for key, point in blocking.items() if streams[key].name == THE_DEFAULT_STREAM}
        return own + [(point, OrderedBy.DEFAULT_STREAM) for point in self._latest(blocking)]

    def _latest(self, tails: Mapping[int, _Point]) -> list[_Point]:
        """The latest first, which may come after others."""
        return sorted((point for point in tails.values() if point.entries), key=lambda p: p.entries[-1], reverse=True)

    def _after(self, order: OperationSet, ways: Iterable[tuple[_Point, OrderedBy]], first: int = 1) -> tuple[Edge, ...]:
        """What comes directly before an entry that comes after the operations `order`. The `first` ways are told even
        if the host has waited for all that they lead to."""
        found: dict[int, OrderedBy] = {}
        covered = self._known
        for number, (point, by) in enumerate(ways):
            if point.operations.within(order) and (number < first or not point.operations.within(covered)):
                for entry in point.entries:
                    found.setdefault(entry, by)
                covered = covered.union(point.operations)
        for operation in order.without(covered).numbers():
            if operation in self._of:
                found.setdefault(self._of[operation], OrderedBy.OTHER)
        return tuple(sorted(found.items()))


def _all_of(start: OperationSet, points: Iterable[_Point]) -> OperationSet:
    """What any of them names."""
    for point in points:
        start = start.union(point.operations)
    return start


def _branches(nodes: Sequence[Node]) -> list[int]:
    """A branch for each node of a graph: that of a node it comes after, unless another one continues that."""
    ends: list[int] = []  # the last node of each branch
    found: list[int] = []
    for index, node in enumerate(nodes):
        free = (branch for branch, end in enumerate(ends) if node.deps >> end & 1)
        branch = next(free, len(ends))
        ends[branch : branch + 1] = [index]
        found.append(branch)
    return found


def _finished(entry: _Entry, steps: int) -> StreamEntry:
    begun = entry.begun if entry.begun <= steps else -1
    ended = entry.ended if begun >= 0 and entry.ended < steps else -1
    return StreamEntry(
        entry.kind, entry.name, entry.stream, entry.issued, begun, ended, entry.after, entry.event, entry.graph,
        entry.branch,
    )  # fmt: skip
