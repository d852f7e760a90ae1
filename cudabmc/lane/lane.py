"""Which launches go into the fast lane."""

from typing import TYPE_CHECKING

from cudabmc.goto.program import Branch, Function, Goto
from cudabmc.interpreter.core import Dim, Machine
from cudabmc.lane.properties import has_words_for
from cudabmc.state.settings import Settings
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.lane.launch import Launches

WORTH = 30_000
"""Instructions of a launch, about, from which on it is worth to compile the kernel."""

RECORDED = 100_000
"""Instructions of a launch, about, up to which a replay records its steps: some tenths of a second."""

ROUNDS = 8
"""How often a loop is taken to go round for that."""

PATIENCE = 2
"""After so many launches that the lane had to give up, a kernel is left to the machine."""


def is_open(settings: Settings) -> bool:
    """Can a run with these settings use the lane? It knows no bounds of loops, the canonical order alone, and no
    property that it has no words for."""
    if not has_words_for(settings.enabled):
        return False
    bounded = settings.unwind is not None or bool(settings.unwindset)
    return settings.por and not settings.warp_sync and not settings.two_threads and not bounded


class Lane:
    """Runs launches of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.ex = machine.execution
        self._launches: Launches | None = None
        self._failures: dict[str, int] = {}
        self._costs: dict[str, int] = {}
        self.taken = 0  # launches that went through
        self.until: int | None = None  # from this launch on the machine runs them, as somebody wants to see their steps

    def run(self, number: int, function: Function, grid: Dim, block: Dim, shared: int, args: tuple[Value, ...]) -> bool:
        """Run all threads of a launch, which has this number; False, with nothing changed, if the machine has to."""
        m = self.m
        if self.until is not None and number >= self.until:
            return False
        if self.ex.decisions.concurrent or self.ex.decisions.remembers or self.ex.s.concurrent:
            return False
        if self._failures.get(function.name, 0) >= PATIENCE:
            return False
        threads = grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2]
        if threads * self._cost(function) < (WORTH if self.ex.listening.listener is None else RECORDED):
            return False
        if self._launches is None:
            from cudabmc.lane.launch import Launches  # most programs are too small for it

            self._launches = Launches(m)
        instructions = self._launches.run(function, grid, block, shared, args)
        if instructions is None:
            self._failures[function.name] = self._failures.get(function.name, 0) + 1
            return False
        self.taken += 1
        self.ex.counts.threads += threads
        self.ex.counts.instructions += instructions
        if self.ex.listening.listener is not None:
            self.ex.listening.listener.ran_at_once(function.display, threads)
        return True

    def _cost(self, function: Function) -> int:
        """Instructions of a thread, about."""
        known = self._costs.get(function.name)
        if known is None:
            jumps_back = [
                pc for pc, i in enumerate(function.body)
                if (isinstance(i, Goto) and i.target <= pc) or (isinstance(i, Branch) and min(i.then, i.orelse) <= pc)
            ]  # fmt: skip
            known = self._costs[function.name] = len(function.body) * (ROUNDS if jumps_back else 1)
        return known
