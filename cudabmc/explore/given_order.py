"""One execution in which threads come in a given order where they can, to look at an order that may be wrong."""

from collections.abc import Sequence

from cudabmc.explore.strategy import OneExploration
from cudabmc.state.state import State


class GivenOrder(OneExploration):
    """At each decision the first thread of the order that can run takes a step, and its place in the order is used
    up. Without such a thread the running one continues. Beyond the context bound nothing is explored."""

    def __init__(self, order: Sequence[int], bound: int) -> None:
        super().__init__()
        self._left = list(order)
        self._bound = bound

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        able = set(pending)
        for index, tid in enumerate(self._left):
            if tid in able:
                del self._left[index]
                return [tid]
        current = state.choices.current
        return [current if current is not None and current in able else pending[0]]

    def host_options(self, state: State, able: Sequence[int]) -> list[int]:
        return [able[0]]

    def gives_up(self, state: State) -> bool:
        return state.choices.switches > self._bound

    def incomplete(self) -> str:
        return "one order was explored"
