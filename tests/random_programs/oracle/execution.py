"""What all threads of an execution share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.random_programs.language.tree import Launch, Program, Statement
from tests.random_programs.oracle.memory import Object
from tests.random_programs.oracle.run import Finding, Run, Violated
from tests.random_programs.oracle.thread import Thread


@dataclass(eq=False)
class Execution:
    """`lines` says where statements stand, `addressed` names the variables whose address is taken, `launch` runs a
    kernel. `pending` is what kernels break that the host has not waited for yet: they run beside the host, so its own
    violations may come first. `touched` are objects with accesses of such kernels."""

    program: Program
    lines: dict[Statement, int]
    addressed: frozenset[str]
    run: Run
    launch: Callable[["Execution", Thread, Launch], None]
    device_names: frozenset[str] = frozenset()
    seen: dict[Statement, set[int]] | None = None  # values that assertions compare
    objects: list[Object] = field(default_factory=list)
    launches: int = 0
    pending: set[Finding] = field(default_factory=set)

    def wait(self) -> None:
        """The host waits for all kernels."""
        if self.pending:
            raise Violated(self.pending)
        for made in self.objects:
            made.touches.clear()
