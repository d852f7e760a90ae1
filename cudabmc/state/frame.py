"""Activations of functions, and the branches on symbolic conditions that they are inside of. Data only."""

from cudabmc.late_dataclass import dataclass
from cudabmc.state.code import Code
from cudabmc.state.value import Value
from cudabmc.terms import Facts


@dataclass(slots=True)
class Round:
    """A thread at the back edge of a loop: what it had, how much was written, and what its variables in memory
    held, if that was looked at."""

    regs: list[Value | None]
    written: tuple[int, int]
    local_writes: int
    local: object = None


class Frame:
    """One activation of a function."""

    __slots__ = ("allocas", "code", "counts", "made", "pc", "regs", "ret", "some_uncounted", "spins")

    def __init__(self, code: Code, regs: list[Value | None], ret: int | None) -> None:
        self.code = code
        self.regs = regs
        self.pc = 0
        self.ret = ret
        self.allocas: list[int] = []
        self.counts: dict[int, int] = {}
        self.some_uncounted = False  # machine code has gone rounds of loops that are not in the counts
        self.spins: dict[int, Round] = {}
        self.made: tuple[int, tuple[Value, ...]] | None = None  # inputs of the call there, which is run again

    def clone(self) -> "Frame":
        other = Frame.__new__(Frame)
        other.code, other.pc, other.ret = self.code, self.pc, self.ret
        other.regs = list(self.regs)
        other.allocas = list(self.allocas)
        other.counts, other.some_uncounted = dict(self.counts), self.some_uncounted
        other.spins = dict(self.spins)
        other.made = self.made
        return other


@dataclass(slots=True)
class BranchSide:
    """One side of a branch on a symbolic condition: where it continues, or how it arrived. `made` are the inputs that
    the call which asked for the branch had made by then: what one side makes behind it is none of the other's."""

    cond: Value  # relative to the path before the branch
    pc: int
    regs: list[Value | None]
    counts: dict[int, int]
    result: Value | None = None
    made: tuple[int, tuple[Value, ...]] | None = None

    def clone(self) -> "BranchSide":
        return BranchSide(self.cond, self.pc, list(self.regs), dict(self.counts), self.result, self.made)


@dataclass(slots=True)
class Fork:
    """A branch on a symbolic condition that a thread is inside of. Its sides run one after the
    other, each under its condition, and are merged at instruction `join` of frame `depth`."""

    depth: int
    join: int
    path: Value
    facts: Facts
    running: Value  # condition of the side that runs now
    pending: list[BranchSide]
    arrived: list[BranchSide]

    def clone(self) -> "Fork":
        return Fork(self.depth, self.join, self.path, self.facts, self.running,
                    [s.clone() for s in self.pending], [s.clone() for s in self.arrived])  # fmt: skip
