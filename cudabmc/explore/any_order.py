"""The pass that proves something of all orders at once: one interleaving, without decisions."""

from collections.abc import Callable, Sequence

from cudabmc.explore.strategy import OneExploration
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.state import State
from cudabmc.state.thread import Status, Thread


class AnyOrder(OneExploration):
    """Runs threads in the canonical order. None of them may wait for what another one writes: how long it waits
    depends on the order."""

    def __init__(self, stops: Callable[[Thread], None]) -> None:
        """`stops` is told of each thread that has run to where it stops."""
        super().__init__()
        self._stops = stops

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        raise NotForAllOrders

    def took(self, state: State, thread: Thread) -> None:
        self._stops(thread)
        if thread.status is Status.SPINNING:
            raise NotForAllOrders
