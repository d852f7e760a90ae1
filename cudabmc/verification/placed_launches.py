"""Launches that are too large to run, or whose size depends on inputs: each is proved at its place.

Imported by every run, so it imports nothing of proofs before there is such a launch.
"""

from math import prod
from typing import TYPE_CHECKING

from cudabmc.device import grids
from cudabmc.errors import ResourceError
from cudabmc.interpreter.core import LaunchRunner, Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.result import ProvedKernel
from cudabmc.state.plan import Plan
from cudabmc.state.thread import Thread
from cudabmc.state.vc import Condition

if TYPE_CHECKING:
    from cudabmc.verification.launch_prover import LaunchProver


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
        try:
            if self.first is not None and known and self.first.run(plan, by):
                return True
        except MemoryError:
            if not large:
                raise
        if not large:
            return False
        why = self._prover().prove(self._m, plan, by)
        if why:
            text = f"{grids.too_many(plan.shape)}; no proof at its place: {why}; {grids.instead(plan.shape)}"
            raise ResourceError(text, self._m.execution.device.launch_sites[by.id.launch])
        return True

    def _prover(self) -> "LaunchProver":
        if self._proofs.prover is None:
            from cudabmc.verification.launch_prover import LaunchProver

            ex = self._m.execution
            self._proofs.prover = LaunchProver(ex.program, ex.settings)
        return self._proofs.prover
