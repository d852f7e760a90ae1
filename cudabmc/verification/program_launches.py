"""The launches that a program makes: its host code is run, and its kernels are not.

What a kernel would have written is 0 instead, if nobody has written it before. So the launches that are found need not
be those of a real run, where host code decides by results: they tell what a proof may ask of a launch, and which of the
pointers of a kernel lead to one array. In a run with `any_results`, what a kernel might have written is arbitrary: what
is told of launches there does not depend on results.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import partial

from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.explore.whereabouts import whereabouts
from cudabmc.goto.kernels import reached
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Function, Instruction, Load, Program, Space, Unsupported
from cudabmc.goto.types import IntType, PtrType
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.clock import this_clock
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.prover.launch import Extents
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch
from cudabmc.state.execution import Execution
from cudabmc.state.memory import DEVICE_BIT, REACH
from cudabmc.state.object_facts import Untouched
from cudabmc.state.plan import Plan
from cudabmc.state.position import user_frame, user_location
from cudabmc.state.settings import Settings
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value
from cudabmc.verification.ladder import known_run
from cudabmc.verification.launch_rounds import LaunchRounds
from cudabmc.verification.launch_sizes import KnownLaunch
from cudabmc.verification.passed_loops import PassedLoops
from cudabmc.verification.passes import Verification

SECONDS = 20.0
"""What the run of host code may take."""

PATIENCE = 2.0
"""Seconds without another launch behind which there is none, if there was one of each kernel that host code names."""

FOR_INSTANCES = 5.0
"""The same if there was one of each template: programs often name more instances than a run launches."""

EXACT = 2.0
"""Seconds until long loops are passed over."""

_IMAGE = re.compile(r"cuda:image:\d+:data")
"""What models call the memory that a texture leads to."""

MOST_DIFFERENT = 256
"""Launches of a kernel that are told apart."""


_OF_THREADS = frozenset({Space.SHARED, Space.LOCAL})
"""What is gone with the threads of a launch."""


@dataclass(frozen=True, slots=True)
class LaunchesOfProgram:
    """The different launches of each kernel, by its name; and those whose sizes are not known, which are 0 there.
    `is_cut`: there may be more, as the run has not come to its end, for which it had so many `seconds`; `place` is
    where it was then, or where the program called exit(). If there was no run, `why_none` says so."""

    known: Mapping[str, tuple[ProgramLaunch, ...]] = field(default_factory=dict)
    of_any_size: Mapping[str, tuple[ProgramLaunch, ...]] = field(default_factory=dict)
    is_cut: bool = False
    seconds: float = 0.0
    place: str = ""
    why_none: str = ""

    def why_not_otherwise(self, kernel: str) -> str:
        """Why a kernel is not known to be launched otherwise than in the launches that are known."""
        if self.why_none:
            return self.why_none
        if kernel in self.of_any_size:
            return "the sizes of its launches depend on results of kernels"
        if kernel in self.known:
            return "the launches that were seen are others"
        if self.is_cut:
            return f"host code ran for {self.seconds:.2g} s{self.place}, and had not launched it (--timeout gives more)"
        return f"it ends{self.place} and has not launched it; is an argument missing (--args), or a file?"


class ProgramLaunches:
    """Notes launches, for one machine, in place of what runs them at once. `found` are the different ones of each
    kernel, in their order; `are_all`, but if there are too many. The run ends with ResourceError when no other one of
    kernels that are `named` is to come."""

    def __init__(self, machine: Machine, named: frozenset[str], *, any_results: bool, patient: bool) -> None:
        self._m = machine
        self._any_results = any_results
        self._awaited = set(named)
        self._patient = patient
        self._since = this_clock().now()
        self._began = self._since
        self._passed: PassedLoops | None = None
        self._repeated = LaunchRounds(machine)
        machine.in_long_run, machine.codes.watch = self.look, self._repeated.watch
        if not patient:
            self._passed = PassedLoops(machine, self._is_late)
            machine.codes.watch = self._passed.watch
        self.found: dict[str, dict[ProgramLaunch, None]] = {}
        self.of_any_size: dict[str, dict[ProgramLaunch, None]] = {}
        self.are_all = True
        self.taken = 0
        self.takes_any = True
        self.until: int | None = None

    def run(self, plan: Plan, by: Thread) -> bool:
        """Note a launch."""
        self.taken += 1
        self._repeated.count += 1
        self._note(plan)
        self.look()
        for number in self._may_write(plan) if self._any_results else _passed(plan):
            self._set(number)
        return True

    def _may_write(self, plan: Plan) -> list[int]:
        """The objects that a launch may write."""
        return may_write(self._m, plan)

    def _note(self, plan: Plan) -> None:
        launch = launch_of(self._m.execution, plan)
        of_such_sizes = self.found if plan.shape.is_known else self.of_any_size
        known = of_such_sizes.setdefault(plan.function.name, {})
        if launch in known:
            return
        if len(known) >= MOST_DIFFERENT:
            self.are_all = False
            return
        known[launch] = None
        if plan.shape.is_known:
            self._awaited.discard(plan.function.name)
            self._since = this_clock().now()

    @property
    def passed_loops(self) -> bool:
        """Is what long loops make taken for arbitrary?"""
        return self._passed is not None and self._passed.count > 0

    def _is_late(self) -> bool:
        self.look()
        return this_clock().now() - self._began > EXACT

    def look(self) -> None:
        """Is there anything to wait for?"""
        waited = this_clock().now() - self._since
        if waited > PATIENCE and not self._awaited:
            raise ResourceError("all launches have been seen")
        if waited > FOR_INSTANCES and not self._patient and {template_of(name) for name in self._awaited} <= {
            template_of(name) for name in self.found
        }:
            raise ResourceError("launches of all templates have been seen")

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
    """A launch as a proof takes it. Sizes that are not known are 0."""
    sizes = [size if isinstance(size, int) else 0 for size in (*plan.shape.grid, *plan.shape.block)]
    x, y, z, *block = sizes
    arguments = tuple(_told(ex, value) for value in plan.args)
    images = (value for key, value in ex.s.library.items() if _IMAGE.fullmatch(key))
    shown = frozenset(value.obj for value in images if isinstance(value, Pointer))
    return ProgramLaunch((x, y, z), (block[0], block[1], block[2]), arguments, plan.shmem, shown)


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


def may_write(m: Machine, plan: Plan) -> list[int]:
    """The objects that a kernel may write: those that it gets, variables of the device, and if it may find others, all
    that the device can reach. Variables that nobody has come to yet are made for that."""
    ex = m.execution
    s, program, host = ex.s, ex.program, ex.s.host
    assert host is not None
    finds_others = _finds_other_memory(program, plan.function)
    for name in sorted(program.globals if finds_others else reached(program, plan.function)):
        variable = program.globals.get(name)
        if variable is not None and REACH[variable.space] & DEVICE_BIT and variable.space not in _OF_THREADS:
            m.symbols.symbol(name, host)
    if finds_others:
        return [number for number, obj in s.objects.items() if obj.reach & DEVICE_BIT]
    return [*_passed(plan), *(number for number in s.globals.values() if s.objects[number].reach & DEVICE_BIT)]


def _passed(plan: Plan) -> list[int]:
    return [value.obj for value in plan.args if isinstance(value, Pointer)]


def template_of(kernel: str) -> str:
    """The name that a kernel has in common with the other instances of its template."""
    return kernel.partition("<")[0]


def launches_of_siblings(
    kernels: Iterable[Function], made: Mapping[str, tuple[ProgramLaunch, ...]], in_text: Iterable[KnownLaunch]
) -> dict[str, tuple[ProgramLaunch, ...]]:  # fmt: skip
    """For kernels without launches that are `made`: those of another instance of their template, which has the same
    parameters and arrays of their own for all pointers. They have the sizes that the text tells for the kernel; an
    instance that is launched with these is taken before others."""
    every, told = list(kernels), dict[str, list[KnownLaunch]]()
    for one in in_text:
        told.setdefault(one.kernel, []).append(one)
    found: dict[str, tuple[ProgramLaunch, ...]] = {}
    for kernel in every:
        of_others = [
            made[other.name] for other in every
            if kernel.name not in made and "<" in kernel.display and other.name in made
            and template_of(other.display) == template_of(kernel.display) and _has_parameters_of(kernel, other)
            and all(_has_own_arrays(launch, kernel) for launch in made[other.name])
        ]  # fmt: skip
        if of_others:
            sizes = told.get(kernel.name, [])
            fitting = (tuple(launch for launch in some if _with_sizes(launch, sizes) == [launch]) for some in of_others)
            same = next(filter(None, fitting), None)
            found[kernel.name] = same or tuple(one for launch in of_others[0] for one in _with_sizes(launch, sizes))
    return found


def _with_sizes(launch: ProgramLaunch, told: Iterable[KnownLaunch]) -> list[ProgramLaunch]:
    """A launch with the sizes that are told in each of several places, if any are."""
    made = [
        replace(
            launch, grid=_where_told(one.grid, launch.grid), block=_where_told(one.block, launch.block),
            shared=launch.shared if one.shared is None else one.shared,
        ) for one in told
    ]  # fmt: skip
    return list(dict.fromkeys(made)) or [launch]


def _where_told(told: Sequence[int | None], others: Extents) -> Extents:
    x, y, z = (other if extent is None else extent for extent, other in zip(told, others, strict=True))
    return x, y, z


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
    """May a kernel write what it does not get: through pointers in memory or out of numbers, surfaces, or by what is
    not known?"""
    functions = (program.functions.get(name) for name in reached(program, kernel))
    code = (i for function in (kernel, *functions) if function is not None for i in function.body)
    return any(map(_leads_elsewhere, code))


def _leads_elsewhere(i: Instruction) -> bool:
    match i:
        case Load():
            return isinstance(i.type, PtrType)
        case Assign():
            return i.op is Op.INTTOPTR
        case Unsupported():
            return True
        case Call():
            return isinstance(i.callee, str) and i.callee.startswith("surf")
    return False


def program_launches(
    program: Program, options: Options, settings: Settings, named: frozenset[str], most: float = SECONDS,
    *, any_results: bool = False, patient: bool = False, made: Callable[[Machine], ProgramLaunches] | None = None,
) -> LaunchesOfProgram:  # fmt: skip
    """The launches that a run of the host code makes, as far as it comes in `most` seconds, or in a quarter of those
    that are left. Host code has names for the kernels that are `named`. A `patient` run waits for each of them, runs
    all loops, and may take half of the time. What notes launches may be `made` otherwise."""
    if options.function not in program.functions:
        return LaunchesOfProgram(why_none=f"the files have no {options.function}() that could launch it")
    if not options.native:
        return LaunchesOfProgram(why_none="host code is not looked at (--no-native)")
    left = remaining()
    seconds = most if left is None else min(most, left / 2 if patient else left / 4)
    asked, known = known_run(replace(options, prove=False, check=(), no_check=()), settings)
    run = Verification(program, asked, replace(known, enabled=frozenset(), warp_sync=0))
    run.deciding = False
    logs: list[ProgramLaunches] = []

    def instead(machine: Machine) -> ProgramLaunches:
        how = made or partial(ProgramLaunches, named=named, any_results=any_results, patient=patient)
        logs.append(how(machine))
        return logs[-1]

    run.compiled.takes_launches = instead
    ended = False
    with suppress(CudabmcError), deadline(seconds):
        run.run()
        ended = not run.cut_short and not run.reason
    sized, of_any_size = (_of_all(log.found for log in logs), _of_all(log.of_any_size for log in logs))
    are_all = ended and all(log.are_all and not log.passed_loops for log in logs)
    is_cut, place = not are_all, _place(run.machine, ended=ended)
    return LaunchesOfProgram(sized, of_any_size, is_cut=is_cut, seconds=seconds, place=place)


def _of_all(logs: Iterable[Mapping[str, Mapping[ProgramLaunch, None]]]) -> dict[str, tuple[ProgramLaunch, ...]]:
    """The different launches of several logs."""
    found: dict[str, dict[ProgramLaunch, None]] = {}
    for log in logs:
        for kernel, launches in log.items():
            found.setdefault(kernel, {}).update(launches)
    return {kernel: tuple(launches) for kernel, launches in found.items()}


def _place(machine: Machine, *, ended: bool) -> str:
    """Where host code was when its run came to an end, but for the end of main."""
    thread = machine.thread
    if thread is None or not thread.frames:
        return ""
    if not ended:
        where = whereabouts(thread)
        return f", {where.removesuffix(', the host')}" if where else ""
    frame, _ = user_frame(thread)
    is_over = frame is thread.frames[0] or frame.code.function.library  # behind main only the library runs
    return "" if is_over else f" at {user_location(thread)}"
