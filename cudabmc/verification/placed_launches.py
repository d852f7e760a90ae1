"""Launches that are too large to run, or whose size depends on inputs: each is proved at its place. Of one that is not
proved some threads are run, which may break something.

Imported by every run, so it imports nothing of proofs before there is such a launch.
"""

from math import prod
from typing import TYPE_CHECKING

from cudabmc.device import grids
from cudabmc.errors import ResourceError
from cudabmc.interpreter.core import LaunchRunner, Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.result import ProvedKernel
from cudabmc.state.plan import ONE_BLOCK, PartOfLaunch, Plan
from cudabmc.state.signals import PartIsOver
from cudabmc.state.thread import Thread
from cudabmc.state.vc import Condition

if TYPE_CHECKING:
    from cudabmc.verification.launch_prover import LaunchProver


MOST_ROUNDS = 300_000
"""Rounds of loops that the threads may go of which a part of a launch consists: some seconds."""

SHORT_SLICE = 64
"""Rounds of loops that a thread goes before others get on, where one violation is enough: most are between accesses
that threads make at the beginning."""


@dataclass(slots=True)
class PlacedProofs:
    """The launches of a run that were proved at their places, as far as there are any."""

    prover: "LaunchProver | None" = None

    def not_computed(self, condition: Condition) -> str:
        """Of which launch a condition needs results that were not computed, in words; "" if it needs none."""
        if self.prover is None:
            return ""
        from cudabmc.memory.left_by_launch import launch_behind

        launch = self.prover.taken.get(launch_behind(condition.formula) or 0)
        return "" if launch is None else f"{launch.name} ({launch.place}), which was proved at its place and not run"

    @property
    def told(self) -> tuple[ProvedKernel, ...]:
        """What a report tells: each place once."""
        if self.prover is None:
            return ()
        return tuple({(one.name, one.place): one for _, one in sorted(self.prover.taken.items())}.values())

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What answers rest on for that."""
        return () if self.prover is None else tuple(self.prover.assumptions)


class PlacedLaunches:
    """Runs launches of one machine at once, if `first` can, and has those proved that are too large to run."""

    def __init__(self, machine: Machine, first: LaunchRunner | None, proofs: PlacedProofs) -> None:
        self._m = machine
        self.takes_any = False
        self.first = first
        self._proofs = proofs

    @property
    def taken(self) -> int:
        """How many launches have run at once."""
        return 0 if self.first is None else self.first.taken

    @property
    def until(self) -> int | None:
        """From which launch on the machine runs them."""
        return None if self.first is None else self.first.until

    @until.setter
    def until(self, launch: int | None) -> None:
        if self.first is not None:
            self.first.until = launch

    def run(self, plan: Plan, by: Thread) -> bool:
        """Run a launch at once, or have it proved. Raises ResourceError for one that is too large, and not proved."""
        large = prod(plan.shape.most) > grids.MAX_THREADS
        known = plan.shape.is_known and by.path is True
        lacks = ""
        try:
            if self.first is not None and known and self.first.run(plan, by):
                return True
        except MemoryError:
            if not large:
                raise
            lacks = ": machine code needs more memory for it than there is (--memlimit)"
        if not large:
            return False
        suspects = self._m.execution.device.parts.pop(by.id.launch, None)
        prover = self._prover()
        why = prover.prove(self._m, plan, by)
        if not why:
            return True
        text = f"{grids.too_many(plan.shape)}{lacks}; no proof at its place: {why}; {grids.instead(plan.shape)}"
        if not known or self._m.execution.settings.warp_sync or plan.cluster != ONE_BLOCK:
            raise ResourceError(text, self._m.execution.device.launch_sites[by.id.launch])
        blocks = {} if suspects is None else dict(suspects.blocks)
        blocks.update(block for block in prover.some_threads(plan, by) if block[0] not in blocks)
        run_part(self._m, by, PartOfLaunch(tuple(blocks.items()), text))
        return False

    def _prover(self) -> "LaunchProver":
        if self._proofs.prover is None:
            from cudabmc.verification.launch_prover import LaunchProver

            ex = self._m.execution
            self._proofs.prover = LaunchProver(ex.program, ex.settings)
        return self._proofs.prover


def run_part(machine: Machine, by: Thread, part: PartOfLaunch, *, only_one: bool = False) -> None:
    """Let the launch that `by` stands for begin with some of its threads, for a while; then the run ends. If `only_one`
    violation of theirs is wanted, it ends with the first that is certain, and threads take turns more often."""
    ex, before = machine.execution, machine.in_long_run
    ex.device.parts[by.id.launch] = part
    most = ex.counts.rounds + MOST_ROUNDS

    def look() -> None:
        before()
        if ex.counts.rounds > most or (only_one and any(map(_is_certain, ex.s.vcs))):
            raise PartIsOver(part.why, ex.device.launch_sites[by.id.launch])

    machine.in_long_run = look
    if only_one:
        machine.slice = SHORT_SLICE
        machine.next_look = ex.counts.rounds + SHORT_SLICE


def _is_certain(condition: Condition) -> bool:
    """Do threads of kernels alone take part in a violation that does not depend on inputs?"""
    return condition.formula is True and all(place.thread.block is not None for place in condition.places)
