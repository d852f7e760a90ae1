"""Some threads of a launch of the program, before all others: what they break, the program breaks.

Nothing orders the blocks of a launch, nor the threads of one before they wait for each other (programming guide,
"Thread Hierarchy" and "Independent Thread Scheduling"), so that a run of some of them is how an execution may begin. It
takes what the launch really gets, in its real size. Launches before it are not run: what they may have written is
arbitrary, and a violation that depends on it does not count.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from cudabmc.errors import CudabmcError
from cudabmc.goto.program import Function, Program
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.memory.left_by_launch import launch_behind, leave_arbitrary
from cudabmc.native import watch
from cudabmc.options.table import Options
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.properties import PROPERTIES
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import Candidate, KernelProof
from cudabmc.prover.questions import Solving
from cudabmc.result import Violation
from cudabmc.state.plan import PartOfLaunch, Plan
from cudabmc.state.settings import Settings
from cudabmc.state.thread import Thread
from cudabmc.state.vc import Condition
from cudabmc.verification.confirming import OF_MEMORY, met
from cudabmc.verification.ladder import known_run
from cudabmc.verification.passes import Verification
from cudabmc.verification.placed_launches import PlacedProofs, run_part
from cudabmc.verification.program_launches import launch_of, may_write
from cudabmc.verification.some_threads import some_threads

SECONDS = 20.0
"""What one such run may take, host code included."""

ENDS_ELSEWHERE = frozenset({"deadlock", "barrier-divergence"})
"""Properties that need all threads, or all of a block."""


@dataclass(slots=True)
class NotRun(PlacedProofs):
    """The launches of a run of which none but a part of one is run."""

    def not_computed(self, condition: Condition) -> str:
        return "launches that were not run" if launch_behind(condition.formula) is not None else ""


class OnePart:
    """Runs some threads of the first launch like a certain one, for one machine, and nothing of those before it."""

    def __init__(self, machine: Machine, kernel: str, wanted: ProgramLaunch, part: PartOfLaunch) -> None:
        self._m = machine
        self._kernel = kernel
        self._wanted = wanted
        self._part = part
        self.taken = 0
        self.takes_any = True
        self.until: int | None = None

    def _is_wanted(self, plan: Plan, by: Thread) -> bool:
        if plan.function.name != self._kernel or not plan.shape.is_known or by.path is not True:
            return False
        return launch_of(self._m.execution, plan) == self._wanted

    def run(self, plan: Plan, by: Thread) -> bool:
        """False for the launch of which the interpreter runs a part."""
        ex = self._m.execution
        if self._is_wanted(plan, by):
            run_part(self._m, by, self._part, only_one=True)
            return False
        for obj in filter(None, map(ex.s.objects.get, may_write(self._m, plan))):
            if obj.is_live and not obj.read_only:
                leave_arbitrary(ex, self._m.objects.memory, ex.s.own_object(obj), by, unset=False)
        ex.s.changes += 1
        self.taken += 1
        return True


def broken_in_program(
    program: Program, options: Options, settings: Settings, kernel: Function, proof: KernelProof,
    candidates: Sequence[Candidate], solving: Solving,
) -> Violation | None:  # fmt: skip
    """An execution in which threads of the launch that a proof is about break one of its candidates; None if none was
    found in the time for that."""
    made = proof.launch
    prop = candidates[0].prop
    if made is None or not options.native or (prop in ENDS_ELSEWHERE and not proof.has_meetings):
        return None
    chosen = some_threads(made.grid, made.block, candidates, solving, whole_blocks=proof.has_meetings)
    part = PartOfLaunch(chosen, "a part of a launch ran")
    asked, known = known_run(replace(options, prove=False, check=(), no_check=()), settings)
    enabled = frozenset(p for p in PROPERTIES.values() if p.id == prop or p.id in OF_MEMORY)
    run = Verification(program, asked, replace(known, enabled=enabled, warp_sync=0), placed=NotRun())
    run.compiled.takes_launches = lambda machine: OnePart(machine, kernel.name, made, part)
    run.compiled.recorded = watch.WORTH  # what matters is in the launch
    left = remaining()
    with suppress(CudabmcError, AssertionError), deadline(SECONDS if left is None else min(SECONDS, left / 2)):
        found = [v for v in met(run.run()) if v.prop == prop and v.replayed and _is_of(v, kernel)]
        return found[0] if found else None
    return None


def _is_of(violation: Violation, kernel: Function) -> bool:
    """Is it one of threads of the kernel, and not of the host?"""
    return all(place.thread.block is not None and place.thread.kernel == kernel.display for place in violation.places)
