"""A tiny language of streams: printed as CUDA for cudabmc, and enumerated here by brute force.

The enumerator shares nothing with cudabmc. It writes down the order that the runtime API promises as
edges of a graph, node by node, and runs every interleaving of the accesses that respects them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

STREAMS = ("0", "s1", "s2", "free")
"""The legacy default stream, two blocking streams, and one made with cudaStreamNonBlocking."""

CELLS = 2


@dataclass(frozen=True)
class Access:
    """c[cell] is written, or read into a place of its own."""

    cell: int
    write: bool


@dataclass(frozen=True)
class Kernel:
    """k<<<1, 1, 0, stream>>>: the accesses one after the other."""

    stream: str
    accesses: tuple[Access, ...]


@dataclass(frozen=True)
class Copy:
    """cudaMemcpyAsync of one cell to the other: one event."""

    stream: str
    source: int


@dataclass(frozen=True)
class Record:
    """cudaEventRecord(e, stream)"""

    stream: str


@dataclass(frozen=True)
class WaitEvent:
    """cudaStreamWaitEvent(stream, e)"""

    stream: str


@dataclass(frozen=True)
class Synchronise:
    """cudaStreamSynchronize(stream), cudaEventSynchronize(e) for "e", cudaDeviceSynchronize() for ""."""

    what: str


@dataclass(frozen=True)
class Host:
    """The host itself accesses a cell (of pinned memory)."""

    access: Access


Statement = Kernel | Copy | Record | WaitEvent | Synchronise | Host


@dataclass(frozen=True)
class Event:
    """One atomic step of a node: cells read and written, and what is written (None: what was read)."""

    read: int | None
    write: int | None
    value: int | None
    slot: int | None  # where a read value is kept


def _event(access: Access, number: int, slot: int) -> Event:
    if access.write:
        return Event(None, access.cell, number, None)
    return Event(access.cell, None, None, slot)


class Graph:
    """The nodes of a program with the order that the API promises between them."""

    def __init__(self, program: Sequence[Statement]) -> None:
        self.program = program
        self.events: list[tuple[Event, ...]] = []
        self.edges: list[set[int]] = []  # node -> nodes that end before it begins
        self.slots = 0
        self._in_stream: list[tuple[str, int]] = []  # (stream, node) of all stream operations, in the order of issue
        self._host: int | None = None  # last node of the host
        self._recorded: int | None = None
        for number, statement in enumerate(program, 1):
            self._add(number, statement)

    def _node(self, events: Sequence[Event], before: set[int]) -> int:
        self.events.append(tuple(events))
        self.edges.append(before)
        return len(self.events) - 1

    def _issued(self, stream: str) -> set[int]:
        """What an operation that is issued to the stream now comes after."""
        before = set() if self._host is None else {self._host}
        for other, node in self._in_stream:
            legacy = "0" in (other, stream) and "free" not in (other, stream)
            if other == stream or legacy:
                before.add(node)
        return before

    def _add(self, number: int, statement: Statement) -> None:
        if isinstance(statement, Kernel):
            events = []
            for access in statement.accesses:
                events.append(_event(access, number, self.slots))
                self.slots += not access.write
            self._in_stream.append((statement.stream, self._node(events, self._issued(statement.stream))))
        elif isinstance(statement, Copy):
            event = Event(statement.source, 1 - statement.source, None, None)
            self._in_stream.append((statement.stream, self._node([event], self._issued(statement.stream))))
        elif isinstance(statement, Record):
            self._recorded = self._node([], self._issued(statement.stream))
            self._in_stream.append((statement.stream, self._recorded))
        elif isinstance(statement, WaitEvent):
            before = self._issued(statement.stream) | ({self._recorded} if self._recorded is not None else set())
            self._in_stream.append((statement.stream, self._node([], before)))
        elif isinstance(statement, Synchronise):
            before = set() if self._host is None else {self._host}
            if statement.what == "e":
                before |= {self._recorded} if self._recorded is not None else set()
            elif statement.what == "":
                before |= {node for _, node in self._in_stream}
            else:
                before |= self._issued(statement.what)
            self._host = self._node([], before)
        else:
            event = _event(statement.access, number, self.slots)
            self.slots += not statement.access.write
            self._host = self._node([event], set() if self._host is None else {self._host})

    @cached_property
    def before(self) -> list[set[int]]:
        """All that is ordered before each node."""
        found: list[set[int]] = []
        for edges in self.edges:
            found.append(set(edges).union(*(found[node] for node in edges)))
        return found

    def racy(self) -> bool:
        """Do two nodes that nothing orders touch one cell, and one of them writes?"""
        for b in range(len(self.events)):
            for a in range(b):
                if a not in self.before[b] and any(_conflict(x, y) for x in self.events[a] for y in self.events[b]):
                    return True
        return False

    def outcomes(self) -> set[tuple[int, ...]]:
        """The cells, and the values that were read, at the ends of all interleavings."""
        start = ((0,) * len(self.events), (0,) * (CELLS + self.slots))
        seen, todo, found = {start}, [start], set()
        while todo:
            done, memory = todo.pop()
            ended = [done[n] == len(events) for n, events in enumerate(self.events)]
            steps = [n for n, e in enumerate(ended) if not e and all(ended[before] for before in self.before[n])]
            if not steps:
                found.add(memory)
            for n in steps:
                after = (*done[:n], done[n] + 1, *done[n + 1 :])
                state = (after, _step(self.events[n][done[n]], memory))
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return found


def _conflict(a: Event, b: Event) -> bool:
    return (a.write is not None and a.write in (b.read, b.write)) or (b.write is not None and b.write == a.read)


def _step(event: Event, memory: tuple[int, ...]) -> tuple[int, ...]:
    cells = list(memory)
    value = event.value if event.read is None else cells[event.read]
    assert value is not None
    cells[event.write if event.write is not None else CELLS + event.slot] = value  # type: ignore[operator]
    return tuple(cells)


_CAPTURE = """cudaStreamBeginCapture(s1, cudaStreamCaptureModeGlobal);
    cudaEventRecord(join, s1);
    cudaStreamWaitEvent(s2, join, 0);
    cudaStreamWaitEvent(free, join, 0);"""
_LAUNCH = """cudaEventRecord(join, s2);
    cudaStreamWaitEvent(s1, join, 0);
    cudaEventRecord(join, free);
    cudaStreamWaitEvent(s1, join, 0);
    if (cudaStreamEndCapture(s1, &graph) != cudaSuccess) abort();
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, s1);"""


def to_cuda(program: Sequence[Statement], *, captured: bool = False) -> str:
    """The program as CUDA: cells and places of reads are the elements of one managed array. `captured`: the
    statements are captured, in streams that one event forks and that are joined again, and launched as a graph."""
    kernels: list[str] = []
    main: list[str] = []
    slot = CELLS

    def text(access: Access, number: int) -> str:
        nonlocal slot
        if access.write:
            return f"c[{access.cell}] = {number};"
        slot += 1
        return f"c[{slot - 1}] = c[{access.cell}];"

    for number, statement in enumerate(program, 1):
        match statement:
            case Kernel(stream, accesses):
                body = " ".join(text(access, number) for access in accesses)
                kernels.append(f"__global__ void k{number}(int *c) {{ {body} }}")
                main.append(f"k{number}<<<1, 1, 0, {stream}>>>(c);")
            case Copy(stream, source):
                main.append(f"cudaMemcpyAsync(c + {1 - source}, c + {source}, 4, cudaMemcpyDefault, {stream});")
            case Record(stream):
                main.append(f"cudaEventRecord(e, {stream});")
            case WaitEvent(stream):
                main.append(f"cudaStreamWaitEvent({stream}, e, 0);")
            case Synchronise("e"):
                main.append("cudaEventSynchronize(e);")
            case Synchronise(""):
                main.append("cudaDeviceSynchronize();")
            case Synchronise(stream):
                main.append(f"cudaStreamSynchronize({stream});")
            case Host(access):
                main.append(text(access, number))
    lines = "\n    ".join((_CAPTURE, *main, _LAUNCH) if captured else main)
    return f"""#include <cuda_runtime.h>
#include <stdlib.h>
{chr(10).join(kernels)}
int main() {{
    int *c;
    cudaStream_t s1, s2, free;
    cudaEvent_t e, join;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaMallocManaged(&c, {slot} * sizeof(int));
    for (int i = 0; i < {slot}; ++i) c[i] = 0;
    cudaStreamCreate(&s1);
    cudaStreamCreate(&s2);
    cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaEventCreate(&join);
    {lines}
    return 0;
}}
"""
