"""The launches that a program makes: its host code is run, and its kernels are not.

What a kernel would have written is 0 instead, if nobody has written it before. So the launches that are found need not
be those of a real run, where host code decides by results: they tell what a proof may ask of a launch, and which of the
pointers of a kernel lead to one array. In a run with `any_results`, what a kernel might have written is arbitrary: what
is told of launches there does not depend on results.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field, replace

from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Function, Instruction, Load, Program
from cudabmc.goto.types import IntType, PtrType
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.clock import this_clock
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch
from cudabmc.state.execution import Execution
from cudabmc.state.memory import DEVICE_BIT
from cudabmc.state.object_facts import Untouched
from cudabmc.state.plan import Plan
from cudabmc.state.settings import Settings
from cudabmc.state.shared_usage import reached
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value
from cudabmc.verification.ladder import known_run
from cudabmc.verification.passes import Verification

SECONDS = 20.0
"""What the run of host code may take."""

PATIENCE = 2.0
"""Seconds without another launch behind which there is none, if there was one of each kernel that host code names, or
of each template: programs often name more instances than a run launches."""

MOST_DIFFERENT = 256
"""Launches of a kernel that are told apart."""


@dataclass(frozen=True, slots=True)
class LaunchesOfProgram:
    """The different launches of each kernel, by its name, and which kernels are launched with sizes that are not
    known."""

    known: Mapping[str, tuple[ProgramLaunch, ...]] = field(default_factory=dict)
    of_any_size: frozenset[str] = frozenset()


class ProgramLaunches:
    """Notes launches, for one machine, in place of what runs them at once. `found` are the different ones of each
    kernel, in their order. The run ends with ResourceError when no other one of kernels that are `named` is to come."""

    def __init__(self, machine: Machine, named: frozenset[str], *, any_results: bool) -> None:
        self._m = machine
        self._any_results = any_results
        self._awaited = {template_of(name) for name in named}
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
            self._note(plan)
        self.look()
        for number in may_write(self._m.execution, plan) if self._any_results else _passed(plan):
            self._set(number)
        return True

    def _note(self, plan: Plan) -> None:
        launch = launch_of(self._m.execution, plan)
        known = self.found.setdefault(plan.function.name, {})
        if launch not in known and len(known) < MOST_DIFFERENT:
            known[launch] = None
            self._awaited.discard(template_of(plan.function.name))
            self._since = this_clock().now()

    def look(self) -> None:
        """Is there anything to wait for?"""
        if not self._awaited and this_clock().now() - self._since > PATIENCE:
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


def launch_of(ex: Execution, plan: Plan) -> ProgramLaunch:
    """A launch whose sizes are known, as a proof takes it."""
    sizes = [size for size in (*plan.shape.grid, *plan.shape.block) if isinstance(size, int)]
    x, y, z, *block = sizes
    return ProgramLaunch(
        (x, y, z), (block[0], block[1], block[2]), tuple(_told(ex, value) for value in plan.args), plan.shmem
    )


def _told(ex: Execution, value: Value) -> int | float | PassedPointer | None:
    """What a proof may know of an argument."""
    match value:
        case bool() | int() | float():
            return int(value) if isinstance(value, bool) else value
        case Pointer(obj=int(number), offset=int(offset)):
            obj = ex.s.objects.get(number)
            size = obj.size if obj is not None else 0
            variable = next((name for name, found in ex.s.globals.items() if found == number), "")
            return PassedPointer(number, offset, size - offset if isinstance(size, int) else 0, variable)
    return None


def may_write(ex: Execution, plan: Plan) -> list[int]:
    """The objects that a kernel may write: those that it gets, variables of the device, and if it may find others, all
    that the device can reach."""
    s = ex.s
    if _finds_other_memory(ex.program, plan.function):
        return [number for number, obj in s.objects.items() if obj.reach & DEVICE_BIT]
    return [*_passed(plan), *(number for number in s.globals.values() if s.objects[number].reach & DEVICE_BIT)]


def _passed(plan: Plan) -> list[int]:
    return [value.obj for value in plan.args if isinstance(value, Pointer)]


def template_of(kernel: str) -> str:
    """The name that a kernel has in common with the other instances of its template."""
    return kernel.partition("<")[0]


def launches_of_siblings(
    kernels: Iterable[Function], made: Mapping[str, tuple[ProgramLaunch, ...]]
) -> dict[str, tuple[ProgramLaunch, ...]]:  # fmt: skip
    """For kernels without launches that are `made`: those of another instance of their template, which has the same
    parameters and arrays of their own for all pointers."""
    every = list(kernels)
    found: dict[str, tuple[ProgramLaunch, ...]] = {}
    for kernel in every:
        for other in every if kernel.name not in made and "<" in kernel.display else ():
            launches = made.get(other.name, ())
            alike = template_of(other.display) == template_of(kernel.display) and _has_parameters_of(kernel, other)
            if launches and alike and all(_has_own_arrays(launch, kernel) for launch in launches):
                found[kernel.name] = launches
                break
    return found


def _has_parameters_of(kernel: Function, other: Function) -> bool:
    """Are the same parameters numbers, and the same ones pointers?"""
    mine, its = (
        [
            (variable.name, type if isinstance(type, IntType) else isinstance(type, PtrType))
            for variable, type in zip(one.params, one.param_types, strict=True)
        ] for one in (kernel, other)
    )  # fmt: skip
    return mine == its


def _has_own_arrays(launch: ProgramLaunch, kernel: Function) -> bool:
    """Do all pointers lead to the starts of different arrays?"""
    pointers = [
        one for one, type in zip(launch.arguments, kernel.param_types, strict=True) if isinstance(type, PtrType)
    ]
    starts = [
        one for one in pointers
        if isinstance(one, PassedPointer) and one.object > 0 and not one.offset and not one.variable
    ]
    return len(starts) == len(pointers) and not launch.aliases()


def _finds_other_memory(program: Program, kernel: Function) -> bool:
    """May a kernel write what it does not get: through pointers in memory or out of numbers, or surfaces?"""
    functions = (program.functions.get(name) for name in reached(program, kernel))
    code = (i for function in (kernel, *functions) if function is not None for i in function.body)
    return any(map(_leads_elsewhere, code))


def _leads_elsewhere(i: Instruction) -> bool:
    match i:
        case Load():
            return isinstance(i.type, PtrType)
        case Assign():
            return i.op is Op.INTTOPTR
        case Call():
            return isinstance(i.callee, str) and i.callee.startswith("surf")
    return False


def program_launches(
    program: Program, options: Options, settings: Settings, named: frozenset[str], most: float = SECONDS,
    *, any_results: bool = False,
) -> LaunchesOfProgram:  # fmt: skip
    """The launches that a run of the host code makes, as far as it comes in `most` seconds, or less if there are not
    so many left. Host code has names for the kernels that are `named`."""
    if options.function not in program.functions or not options.native:
        return LaunchesOfProgram()
    left = remaining()
    seconds = most if left is None else min(most, left / 4)
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
