"""What arrays hold when a program launches a kernel, as far as no kernel may have written them.

Host code is run as for its launches, with arbitrary results of kernels: what such a run knows of an array depends on
nothing that kernels compute.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from cudabmc.errors import ResourceError
from cudabmc.goto.program import Function, Program
from cudabmc.interpreter.core import Machine
from cudabmc.options.table import Options
from cudabmc.process.clock import this_clock
from cudabmc.prover.kernel_proof import KernelProver
from cudabmc.prover.places import PointedObject
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import KernelProof, ProofScope
from cudabmc.prover.questions import Solving
from cudabmc.state import model_calls
from cudabmc.state.memory import MemObject
from cudabmc.state.plan import Plan
from cudabmc.state.settings import Settings
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer
from cudabmc.state.value_bytes import PUT
from cudabmc.terms import ArraySort
from cudabmc.terms.term import var_name
from cudabmc.verification.program_launches import (
    PATIENCE,
    LaunchesOfProgram,
    ProgramLaunches,
    launch_of,
    program_launches,
)

MOST_BYTES = 1 << 24
"""Bytes of an array that is looked at."""

MOST_WAYS = 4
"""Contents of an array that are told apart."""

_CONTENTS = re.compile(r"contents of (parameter|global) (.+)\.\d+")
"""What a proof calls the contents of memory that a kernel does not write."""

_Contents = Mapping[PointedObject, tuple[bytes, ...]]


class LaunchContents(ProgramLaunches):
    """Notes what some objects hold at the launches of one kernel, beside the launches. The run ends with ResourceError
    when there was nothing new for a while."""

    def __init__(self, machine: Machine, kernel: str, wanted: Collection[PointedObject]) -> None:
        super().__init__(machine, frozenset({kernel}), any_results=True, patient=True)
        self._kernel = kernel
        self.held: dict[PointedObject, dict[bytes, None] | None] = {base: {} for base in wanted}
        self.seen: dict[ProgramLaunch, None] = {}
        self._writes: dict[str, frozenset[int] | None] = {}

    def look(self) -> None:
        if self.seen and this_clock().now() - self._since > PATIENCE:
            raise ResourceError("nothing new has been seen for a while")

    def run(self, plan: Plan, by: Thread) -> bool:
        if plan.function.name == self._kernel:
            before = self._number
            self.seen[launch_of(self._m.execution, plan)] = None
            for base, held in self.held.items():
                found = self._bytes(plan, base) if held is not None else None
                if held is None or found is None or (found not in held and len(held) == MOST_WAYS):
                    self.held[base] = None
                else:
                    held[found] = None
            if self._number > before:
                self._since = this_clock().now()
        return super().run(plan, by)

    @property
    def _number(self) -> int:
        """How much is known."""
        return len(self.seen) + sum(len(held) for held in self.held.values() if held is not None)

    def _may_write(self, plan: Plan) -> list[int]:
        """Not the objects that a kernel gets by pointers through which it only reads, and by no other ones."""
        every = super()._may_write(plan)
        written = self._written(plan.function)
        if written is None:
            return every
        passed = {register: value.obj for register, value in enumerate(plan.args) if isinstance(value, Pointer)}
        kept = {number for register, number in passed.items() if register not in written}
        kept -= {number for register, number in passed.items() if register in written}
        kept -= set(self._m.execution.s.globals.values())
        return [number for number in every if number not in kept]

    def _written(self, kernel: Function) -> frozenset[int] | None:
        """The parameters whose arrays a kernel may write, in any launch; None if that is not known."""
        if kernel.name not in self._writes:
            scope = ProofScope(only_writes=True)
            proof = KernelProver(self._m.execution.program, kernel, model_calls.find, scope, Solving(left=0)).run()
            self._writes[kernel.name] = proof.written
        return self._writes[kernel.name]

    def _bytes(self, plan: Plan, base: PointedObject) -> bytes | None:
        """What an object holds, if all of it is known."""
        s = self._m.execution.s
        kind, name = base
        if kind == "global":
            number = s.globals.get(str(name))
        else:
            pointer = plan.args[int(name)]
            number = pointer.obj if isinstance(pointer, Pointer) else None
        obj = s.objects.get(number) if number is not None else None
        return known_bytes(obj) if obj is not None and obj.is_live else None


def known_bytes(obj: MemObject) -> bytes | None:
    """The bytes of an object, if all are known and not too many."""
    size = obj.size
    if not isinstance(size, int) or not 0 < size <= MOST_BYTES or obj.array is not None:
        return None
    if obj.flat_bytes is not None:
        return bytes(obj.flat_bytes.data) if obj.flat_bytes.is_known(0, size) else None
    if obj.elements is not None:
        kind, values = obj.elements
        placed = ((number * kind.size, kind, value) for number, value in enumerate(values))
    else:
        placed = ((offset, *cell) for offset, cell in obj.cells.items())
    found, left = bytearray(size), 0 if isinstance(obj.untouched, int) else size
    if isinstance(obj.untouched, int):
        found[:] = bytes([obj.untouched]) * size
    for offset, type, value in placed:
        put = PUT.get(type)
        if put is None or not 0 <= offset <= size - type.size or not put(found, offset, value):
            return None
        left -= type.size
    return bytes(found) if left <= 0 else None  # cells do not overlap


def asked_about(proof: KernelProof) -> frozenset[PointedObject]:
    """The objects whose contents may settle what a proof has left open."""
    names = (var_name(u) for one in proof.candidates for u in one.question.unknowns if isinstance(u.sort, ArraySort))
    found = filter(None, map(_CONTENTS.match, names))
    return frozenset(("parameter", int(one[2])) if one[1] == "parameter" else ("global", one[2]) for one in found)


def launch_contents(
    program: Program, options: Options, settings: Settings, kernel: str, launches: Sequence[ProgramLaunch],
    wanted: Collection[PointedObject], most: float,
) -> tuple[_Contents, LaunchesOfProgram]:  # fmt: skip
    """What objects hold at the launches of a kernel that a run comes to in so many seconds, if these are all of
    `launches`; and what that run has seen."""
    logs: list[LaunchContents] = []

    def made(machine: Machine) -> ProgramLaunches:
        logs.append(LaunchContents(machine, kernel, wanted))
        return logs[-1]

    found = program_launches(
        program, options, settings, frozenset({kernel}), most, any_results=True, patient=True, made=made
    )
    seen = [launch for log in logs for launch in log.seen]
    if not logs or not all(any(one.includes(launch) for one in seen) for launch in launches):
        return {}, found
    held = {base: [log.held[base] for log in logs] for base in wanted}
    return {
        base: tuple(dict.fromkeys(ways for some in each if some is not None for ways in some))
        for base, each in held.items() if all(each)
    }, found  # fmt: skip
