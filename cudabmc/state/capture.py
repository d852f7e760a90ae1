"""Graphs as data: nodes, captures in progress, and graphs that can be launched."""

from collections.abc import Callable
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.state.model_call import NO_CALL, CallSite
from cudabmc.state.order import NOTHING, Order
from cudabmc.state.plan import Plan
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


@dataclass(frozen=True, slots=True)
class Node:
    """A stream operation of a graph: a kernel (`plan`), or an `action` that `thread` carries out for the call `call`.
    `deps` are the nodes that end before it, as a mask; `path` is under what condition the host recorded it, `site`
    where."""

    name: str
    deps: int
    path: Value
    site: Location
    plan: "Plan | None" = None
    action: Callable[[], None] | None = None
    call: CallSite = NO_CALL
    thread: "Thread | None" = None


@dataclass(frozen=True, slots=True)
class Capture:
    """A capture that began in stream `origin`. `tails` says for each stream that takes part which nodes end before
    its next one."""

    origin: int
    nodes: tuple[Node, ...]
    tails: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes that are issued together; `order` are the operations of the last launch."""

    nodes: tuple[Node, ...]
    order: Order = NOTHING
