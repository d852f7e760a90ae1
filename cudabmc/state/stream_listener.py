"""What is told of streams to whoever records a trace: what the host issues, and what orders it."""

from collections.abc import Sequence
from typing import Protocol

from cudabmc.state.order import Order
from cudabmc.state.thread import Thread


class StreamListener(Protocol):
    """Hears what is issued to streams; only the run that a report tells of has one. A stream, an event and a graph are
    known by the objects of their handles, as in a `DeviceState`, and operations by their numbers."""

    def names_event(self, event: int, name: str) -> None:
        """The source calls the event so."""

    def issues(self, number: int, stream: int, name: str, order: Order, *, kernel: bool) -> None:
        """The operation is in the stream, and comes after all that `order` names."""

    def launches_graph(self, graph: int, stream: int, numbers: Sequence[int], order: Order) -> None:
        """The nodes of a graph are these operations, all of which come after what `order` names."""

    def records(self, event: int, stream: int, order: Order) -> None:
        """The event stands for all that `order` names, as what follows in the stream comes after it."""

    def waits(self, event: int, stream: int, order: Order) -> None:
        """What follows in the stream comes after all that `order` names, among it what the event stands for."""

    def host_waits(self, call: str, order: Order, *, stream: int | None = None, event: int | None = None) -> None:
        """The host waits in this call until all that `order` names has ended: for a stream, an event, or for all."""

    def numbers_launch(self, number: int, launch: int) -> None:
        """The operation is this launch of the run."""

    def begins(self, number: int) -> None:
        """The operation is carried out from now on."""

    def ends(self, number: int, thread: Thread | None = None) -> None:
        """The operation has ended; if it is not a kernel, `thread` has carried it out."""
