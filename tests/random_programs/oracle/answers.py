"""What a program may do: all its inputs, executed one by one."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from tests.random_programs.language.names import addressed_names
from tests.random_programs.language.printing import Printer
from tests.random_programs.language.tree import Program, Statement
from tests.random_programs.oracle.execute import execute, fill
from tests.random_programs.oracle.execution import Execution
from tests.random_programs.oracle.launch import launch
from tests.random_programs.oracle.memory import Object, Space, Value
from tests.random_programs.oracle.run import (
    CERTAIN,
    UNSURE,
    USE,
    Excluded,
    Finding,
    Finished,
    Place,
    Run,
    Undecided,
    Violated,
)
from tests.random_programs.oracle.thread import Slot, Thread

MOST_PATHS = 12
"""How many choices of arbitrary values are tried for one assignment of the inputs."""

Inputs = tuple[int, ...]


def decides(outcomes: set[object]) -> bool:
    return UNSURE not in outcomes and (len(outcomes) > 1 or CERTAIN in outcomes)


@dataclass
class Answer:
    """For one assignment of the inputs: `first` has, for each way that breaks something, what may come first;
    `exact` says that there are no other ways; `ends` that some way reaches an end; `why` is a reason of doubt."""

    first: list[frozenset[Finding]] = field(default_factory=list)
    exact: bool = True
    ends: bool = False
    why: str = ""
    unsure: set[Finding] = field(default_factory=set)
    outcomes: dict[Place, set[object]] = field(default_factory=dict)

    @property
    def allowed(self) -> frozenset[Finding]:
        return frozenset(self.unsure).union(*self.first)

    def settle_uses(self) -> None:
        """Memory that nobody has written is used for certain where runs differ in it alone and decide otherwise."""
        certain = {(USE, (line,)) for (_, line), seen in self.outcomes.items() if decides(seen)}
        for finding in {f for first in self.first for f in first if f[0] == USE} - certain:
            self.unsure.add(finding)
            self.exact = False
        self.first = [kept for first in self.first if (kept := first - self.unsure)]

    def add(self, run: Run, findings: frozenset[Finding], ended: bool) -> None:
        if findings:
            self.first.append(findings)
        for place, outcome in run.uses:
            self.outcomes.setdefault(place, set()).add(outcome)
        self.ends |= ended
        self.exact &= run.exact


def answers(program: Program, enabled: frozenset[str]) -> dict[Inputs, Answer]:
    """What happens for each assignment of the inputs."""
    printer = Printer()
    printer.program(program)
    addressed = addressed_names(program)
    found = {}
    for values in itertools.product(*(range(i.low, i.high + 1) for i in program.inputs)):
        inputs = {i.name: value for i, value in zip(program.inputs, values, strict=True)}
        found[values] = answer(program, printer, addressed, enabled, inputs)
    return found


def observed_values(program: Program) -> dict[Statement, set[int]]:
    """The values of what assertions compare, for all inputs, where they are known exactly. Nothing is checked."""
    printer = Printer()
    printer.program(program)
    seen: dict[Statement, set[int]] = {}
    addressed = addressed_names(program)
    for values in itertools.product(*(range(i.low, i.high + 1) for i in program.inputs)):
        run = Run(CHECKED_BEFORE, {i.name: v for i, v in zip(program.inputs, values, strict=True)}, [])
        x = Execution(program, printer.line_of, addressed, run, launch, seen=seen)
        with suppress(Violated, Undecided, Excluded):
            first_violations(x)
    return seen


CHECKED_BEFORE = frozenset({
    "bounds", "null-dereference", "use-after-free", "invalid-pointer", "memory-space", "api-misuse", "division-by-zero",
    "double-free", "invalid-free", "launch-config", "data-race", "barrier-divergence", "misaligned-access",
    "uninitialised-use",
})  # fmt: skip


def answer(
    program: Program, printer: Printer, addressed: frozenset[str], enabled: frozenset[str], inputs: dict[str, int]
) -> Answer:
    result = Answer()
    for run in paths(enabled, inputs, result):
        x = Execution(program, printer.line_of, addressed, run, launch)
        try:
            result.add(run, frozenset(first_violations(x)), True)
        except Violated as violated:
            result.add(run, violated.findings | x.pending, False)
        except Excluded:
            result.add(run, frozenset(), False)
        except Undecided as reason:
            result.exact = False
            result.why = result.why or str(reason)
    result.settle_uses()
    return result


def paths(enabled: frozenset[str], inputs: dict[str, int], result: Answer) -> Iterator[Run]:
    """Runs for all combinations of choices, as an odometer, and for both orders of threads where that may matter."""
    for backwards in (False, True):
        script: list[tuple[int, int]] = []
        for count in itertools.count(1):
            run = Run(enabled, inputs, script)
            run.backwards = backwards
            yield run
            script = script[: run.position]
            while script and script[-1][0] + 1 == script[-1][1]:
                script.pop()
            if not script:
                break
            script[-1] = script[-1][0] + 1, script[-1][1]
            if count == MOST_PATHS:
                result.exact = False
                break
        if result.exact:
            return


def first_violations(x: Execution) -> set[Finding]:
    """Executes main. A kernel that nobody waited for breaks something or not: the end of main does not wait for it."""
    names: dict[str, Value | Slot] = {name: (value, 0) for name, value in x.run.inputs.items()}
    for g in x.program.globals:
        space = Space.DEVICE if g.device else Space.HOST
        made = Object(g.name, space, g.type.size * g.count, aligned=g.type.size)
        fill(made, g.type, g.initial)
        names[g.name] = Slot(made, None)
        x.objects.append(made)
    x.device_names = frozenset(g.name for g in x.program.globals if g.device)
    host = Thread(names)
    try:
        for _ in execute(x, host, x.program.main):
            raise AssertionError("a barrier in host code")
    except Finished:
        pass
    if x.pending:
        raise Undecided("main ends before its kernels")
    return set()
