"""The launches that a program makes: its host code is run, and its kernels are not.

What a kernel would have written is 0 instead, if nobody has written it before. So the launches that are found need not
be those of a real run, where host code decides by results: they tell what a proof may ask of a launch, and which of the
pointers of a kernel lead to one array. In a run with `any_results`, what a kernel might have written is arbitrary: what
is told of launches there does not depend on results.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Function, Load, Program, Space
from cudabmc.goto.types import I8, PtrType
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.clock import this_clock
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch
from cudabmc.state.memory import DEVICE_BIT, REACH, MemObject
from cudabmc.state.object_facts import Untouched
from cudabmc.state.plan import Plan
from cudabmc.state.settings import Settings
from cudabmc.state.shared_usage import reached
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value
from cudabmc.terms import Term
from cudabmc.verification.ladder import known_run
from cudabmc.verification.passes import Verification

SECONDS = 20.0
"""What the run of host code may take."""

PATIENCE = 2.0
"""Seconds without another launch behind which there is none, if there was one of each kernel that host code names."""

MOST_DIFFERENT = 256
"""Launches of a kernel that are told apart."""

MOST_CONTENTS = 1 << 16
"""Bytes of an array whose contents are told."""


@dataclass(frozen=True, slots=True)
class LaunchesOfProgram:
    """The different launches of each kernel, by its name, and which kernels are launched with sizes that are not
    known."""

    known: Mapping[str, tuple[ProgramLaunch, ...]]
    of_any_size: frozenset[str]


class ProgramLaunches:
    """Notes launches, for one machine, in place of what runs them at once. `found` are the different ones of each
    kernel, in their order. The run ends with ResourceError when no other one of kernels that are `named` is to come."""

    def __init__(self, machine: Machine, named: frozenset[str], *, any_results: bool) -> None:
        self._m = machine
        self._any_results = any_results
        self._named = named
        self._since = this_clock().now()
        machine.in_long_run = self.look
        self.found: dict[str, dict[ProgramLaunch, None]] = {}
        self.of_any_size: set[str] = set()
        self.taken = 0
        self.takes_any = True
        self.until: int | None = None

    def run(self, plan: Plan, by: Thread) -> bool:
        """Note a launch, or that there is one whose sizes depend on inputs."""
        self.taken += 1
        if not plan.shape.is_known:
            self.of_any_size.add(plan.function.name)
        else:
            self._note(plan, some_paths=by.path is not True)
        self.look()
        for number in self._written(plan):
            self._set(number)
        return True

    def _note(self, plan: Plan, *, some_paths: bool) -> None:
        sizes = [size for size in (*plan.shape.grid, *plan.shape.block) if isinstance(size, int)]
        x, y, z, *block = sizes
        arguments = tuple(map(self._told, plan.args))
        launch = ProgramLaunch((x, y, z), (block[0], block[1], block[2]), arguments, plan.shmem)
        known = self.found.setdefault(plan.function.name, {})
        if launch not in known and len(known) < MOST_DIFFERENT:
            known[replace(launch, contents=self._contents(plan), some_paths=some_paths)] = None
            self._since = this_clock().now()

    def _written(self, plan: Plan) -> list[int]:
        """The objects that a kernel may write: those that it gets, and in a run with any results all that it can
        reach. It may find pointers in memory."""
        ex = self._m.execution
        s = ex.s
        passed = [value.obj for value in plan.args if isinstance(value, Pointer)]
        if not self._any_results:
            return passed
        if _loads_pointers(ex.program, plan.function):
            return [number for number, obj in s.objects.items() if obj.reach & DEVICE_BIT]
        return [*passed, *(number for number in s.globals.values() if s.objects[number].reach & DEVICE_BIT)]

    def _told(self, value: Value) -> int | float | PassedPointer | None:
        """What a proof may know of an argument."""
        match value:
            case bool() | int() | float():
                return int(value) if isinstance(value, bool) else value
            case Pointer(obj=int(number), offset=int(offset)):
                s = self._m.execution.s
                obj = s.objects.get(number)
                size = obj.size if obj is not None else 0
                variable = next((name for name, found in s.globals.items() if found == number), "")
                return PassedPointer(number, offset, size - offset if isinstance(size, int) else 0, variable)
        return None

    def _contents(self, plan: Plan) -> dict[int, bytes] | None:
        """What a kernel finds in memory, as far as it is known; None if it does not come there by its arguments."""
        ex = self._m.execution
        globals = (ex.program.globals.get(name) for name in reached(ex.program, plan.function))
        if any(one is not None and REACH[one.space] & DEVICE_BIT and one.space is not Space.SHARED for one in globals):
            return None
        found: dict[int, bytes] = {}
        for register, value in enumerate(plan.args):
            obj = ex.s.objects.get(value.obj) if isinstance(value, Pointer) else None
            data = None if obj is None else self._bytes(obj)
            if data is not None:
                found[register] = data
        return found

    def _bytes(self, obj: MemObject) -> bytes | None:
        """The contents of an object, if they are known numbers and not too many."""
        if not isinstance(obj.size, int) or not 0 < obj.size <= MOST_CONTENTS or not obj.is_live:
            return None
        if obj.array is not None or not (isinstance(obj.untouched, int) or obj.is_covered):
            return None
        copy = obj.clone(None)
        if any(isinstance(type, PtrType) or isinstance(value, Term) for type, value in copy.cells.values()):
            return None
        memory = self._m.objects.memory
        bytes_ = [memory.read(copy, offset, I8) for offset in range(obj.size)]
        return bytes(int(byte) for byte in bytes_ if isinstance(byte, int))

    def look(self) -> None:
        """Is there anything to wait for?"""
        if self._named <= self.found.keys() and this_clock().now() - self._since > PATIENCE:
            raise ResourceError("all launches have been seen")

    def _set(self, number: int) -> None:
        """Give contents to an object that has none, or any contents."""
        s = self._m.execution.s
        obj = s.objects.get(number)
        if obj is None or not obj.is_live:
            return
        if self._any_results:
            own = s.own_object(obj)
            own.clear(0)
            own.untouched = Untouched.ARBITRARY
        elif obj.untouched is not Untouched.UNSET:
            return
        elif obj.array is None and obj.elements is None and obj.flat_bytes is None and not obj.cells:
            s.own_object(obj).clear(0)


def _loads_pointers(program: Program, kernel: Function) -> bool:
    """May a kernel find pointers in memory?"""
    functions = (program.functions.get(name) for name in reached(program, kernel))
    code = (i for function in (kernel, *functions) if function is not None for i in function.body)
    return any(
        (isinstance(i, Load) and isinstance(i.type, PtrType)) or (isinstance(i, Assign) and i.op is Op.INTTOPTR)
        for i in code
    )


def program_launches(
    program: Program, options: Options, settings: Settings, named: frozenset[str], *, any_results: bool = False
) -> LaunchesOfProgram:
    """The launches that a run of the host code makes, as far as it comes in the time for that. Host code has names for
    the kernels that are `named`."""
    if options.function not in program.functions or not options.native:
        return LaunchesOfProgram({}, frozenset())
    left = remaining()
    seconds = SECONDS if left is None else min(SECONDS, left / 4)
    asked, known = known_run(replace(options, prove=False, check=(), no_check=()), settings)
    run = Verification(program, asked, replace(known, enabled=frozenset(), warp_sync=0))
    run.deciding = False
    logs: list[ProgramLaunches] = []

    def instead(machine: Machine) -> ProgramLaunches:
        logs.append(ProgramLaunches(machine, named, any_results=any_results))
        return logs[-1]

    run.compiled.takes_launches = instead
    with suppress(CudabmcError), deadline(seconds):
        run.run()
    found: dict[str, dict[ProgramLaunch, None]] = {}
    for log in logs:
        for kernel, launches in log.found.items():
            found.setdefault(kernel, {}).update(launches)
    each = {kernel: tuple(launches) for kernel, launches in found.items()}
    return LaunchesOfProgram(each, frozenset[str]().union(*(log.of_any_size for log in logs)))
