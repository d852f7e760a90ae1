"""What a model does, as a tree: its instructions up to a decision, and what it does behind each outcome."""

from collections.abc import Iterator, Sequence
from dataclasses import field

from cudabmc.goto.program import Operand, Reg
from cudabmc.kernel.instructions import KernelInstruction
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class TracedFork:
    """A decision: its condition, and how many instructions and registers there were before it."""

    cond: Operand
    at: int
    registers: int


@dataclass(frozen=True, slots=True)
class TakenDecisions:
    """Those that a path has taken, how many instructions there were before the last one, and the registers that were
    made before it."""

    taken: tuple[bool, ...] = ()
    at: int = 0
    registers: Sequence[Reg] = ()


@dataclass(slots=True)
class TracedPath:
    """Instructions; then a condition (BOOL) with the paths behind it if it holds and if not, or if it is `refused` the
    reason why no instruction says what comes."""

    code: list[KernelInstruction] = field(default_factory=list)
    fork: "tuple[Operand, TracedPath, TracedPath] | None" = None
    refused: str = ""

    def all_code(self) -> Iterator[KernelInstruction]:
        """The instructions of all paths."""
        yield from self.code
        if self.fork is not None:
            for path in self.fork[1:]:
                yield from path.all_code()
