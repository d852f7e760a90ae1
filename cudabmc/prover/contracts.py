"""Contracts in the text of a kernel (`opmodels/verifier_gpuverify.py`).

What stands in a contract is no part of the program: what it reads from memory is no access. A condition is shown to
hold whenever a thread comes to it, and is known behind it. In a loop that goes by induction over the rounds: it holds
when a thread comes there first, and again in the next round if it held in this one. A condition may speak of another
thread of the block, which is at the same place in the same round of each loop around it; such a fact is known of two
threads. A barrier invariant is shown of each thread in front of the barrier, about memory that the thread has accessed
since the last one, and is known of each behind it (Chong et al., Barrier Invariants, OOPSLA 2013).
"""

from collections.abc import Mapping
from enum import Enum

from cudabmc.goto.program import Call, CopyBytes, Reg, Store
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import PROMISING, RETURNING
from cudabmc.kernel.instructions import (
    AtomicLoad,
    Barrier,
    BlockAccess,
    FillBytes,
    KernelInstruction,
    Rendezvous,
    operands,
)
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.places import PointedObject
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

BEGINNING = "__cudabmc_contract"
"""What is called where a contract begins."""

ASSUMPTIONS = frozenset(
    {"__requires", "__global_requires", "__assume", "__VERIFIER_assume", "__ESBMC_assume", "__CPROVER_assume"}
)
"""Functions whose argument is true, or not 0, in the executions that count."""

REQUIRING = frozenset({"__requires", "__global_requires"})
"""Those that say it of the callers of a function."""


class ContractKind(Enum):
    """What a condition is for, by the function that says so."""

    INVARIANT = "__cudabmc_invariant"
    CANDIDATE = "__cudabmc_candidate_invariant"
    FUNCTION_WIDE = "__cudabmc_function_wide_invariant"
    FUNCTION_WIDE_CANDIDATE = "__cudabmc_function_wide_candidate_invariant"
    ENSURES = PROMISING
    BARRIER = "__cudabmc_barrier_invariant"

    @property
    def is_candidate(self) -> bool:
        """May it fail without harm?"""
        return self in (ContractKind.CANDIDATE, ContractKind.FUNCTION_WIDE_CANDIDATE)

    @property
    def is_function_wide(self) -> bool:
        """Is it about all loops of the kernel?"""
        return self in (ContractKind.FUNCTION_WIDE, ContractKind.FUNCTION_WIDE_CANDIDATE)

    @property
    def is_repeated(self) -> bool:
        """Is it evaluated elsewhere than where it stands?"""
        return self is ContractKind.ENSURES or self.is_function_wide


KINDS: Mapping[str, ContractKind] = {kind.value: kind for kind in ContractKind}

SAME = {"__uniform": True, "__distinct": False}
"""Words for a value that is that of another thread, or is not."""

OTHER, OLD, RETURNED = "__other", "__old", "__return_val"
BOTH, NOT_BOTH = frozenset({"__all"}), frozenset({"__exclusive", "__at_most_one"})
"""Words for a condition of two threads: it holds of both, or not of both."""

LOGGED = {
    "__read": False, "__no_read": False, "__read_implies": False, "__read_offset_bytes": False,
    "__write": True, "__no_write": True, "__write_implies": True, "__write_offset_bytes": True,
}  # fmt: skip
"""Words for what a thread has accessed since the last barrier: does it write?"""

POINTER_OFFSET = "__ptr_offset_bytes"


def is_word(name: str) -> bool:
    """Does a function stand in contracts alone, or is its argument an assumption?"""
    stem = name.rpartition("_")[0]
    return (
        name in (BEGINNING, RETURNING, POINTER_OFFSET) or name in KINDS
        or name in ASSUMPTIONS or name in BOTH or name in NOT_BOTH or name in LOGGED
        or stem in (*SAME, OTHER, OLD, RETURNED)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContractClaim:
    """`cond` holds of a thread that comes to a block where `where` holds. With values of another thread in it, by
    `others` (the unknown that stands for one, and what it is for the thread itself), it holds of two. `given` is known
    of either."""

    kind: ContractKind | None
    where: TermValue
    cond: TermValue
    others: Mapping[Term, TermValue]
    loc: Location
    block: int
    given: TermValue = True
    text: str = ""

    @property
    def what(self) -> str:
        """For people."""
        names = {None: "assertion", ContractKind.ENSURES: "postcondition", ContractKind.BARRIER: "barrier invariant"}
        return names.get(self.kind, "invariant")


@dataclass(frozen=True, slots=True)
class RepeatedContract:
    """A condition for the heads of all loops, or for the returns of its function. The last instruction is the call that
    says so."""

    kind: ContractKind
    code: tuple[KernelInstruction, ...]

    @property
    def call(self) -> Call:
        """That call."""
        last = self.code[-1]
        assert isinstance(last, Call)
        return last

    @property
    def reads(self) -> frozenset[int]:
        """The registers that it reads."""
        return frozenset(o.index for i in self.code for o in operands(i) if isinstance(o, Reg))

    def is_of(self, first: int, end: int) -> bool:
        """Does it stand in the function with these registers?"""
        cond = self.call.args[0]
        return not isinstance(cond, Reg) or first <= cond.index < end


@dataclass(frozen=True, slots=True)
class AccessLog:
    """An access to an object that the thread has made since the last barrier, whichever: the registers that hold
    whether there is one (BOOL), and its offset (I64)."""

    base: PointedObject
    writes: bool
    flag: int
    offset: int

    @property
    def registers(self) -> frozenset[int]:
        """Both."""
        return frozenset({self.flag, self.offset})


def access_logs(graph: KernelGraph, wanted: set[tuple[PointedObject, bool]]) -> tuple[AccessLog, ...]:
    """Logs in registers of their own."""
    ordered = sorted(wanted, key=str)
    return tuple(
        AccessLog(base, writes, graph.register(BOOL).index, graph.register(I64).index) for base, writes in ordered
    )


def contract_code(graph: KernelGraph) -> dict[tuple[int, int], int | None]:
    """The instructions that are part of contracts, by the block and the position there; with the block of the barrier
    that they stand in front of, for those of barrier invariants."""
    found: dict[tuple[int, int], int | None] = {}
    for number, block in enumerate(graph.blocks):
        for position, i in enumerate(block.code):
            if _callee(i) == BEGINNING:
                places, end = _to_its_end(graph, number, position)
                barrier = None if end is None else _barrier_behind(graph, *end)
                found.update(dict.fromkeys(places, barrier))
    return found


def _to_its_end(graph: KernelGraph, number: int, position: int) -> tuple[set[tuple[int, int]], tuple[int, int] | None]:
    """The instructions of a contract that begins here, and the last one, if it is that of a barrier invariant."""
    left = [(number, position)]
    seen, found = set(left), set[tuple[int, int]]()
    last: tuple[int, int] | None = None
    while left:
        number, position = left.pop()
        code = graph.blocks[number].code
        end = next((at for at in range(position, len(code)) if _callee(code[at]) in KINDS), None)
        found.update((number, at) for at in range(position, len(code) if end is None else end + 1))
        if end is not None and KINDS[_callee(code[end])] is ContractKind.BARRIER:
            last = number, end
        behind = [] if end is not None else [(target, 0) for target in graph.blocks[number].targets]
        left += [place for place in behind if place not in seen]
        seen.update(behind)
    return found, last


def _barrier_behind(graph: KernelGraph, number: int, position: int) -> int | None:
    """The block that ends in the barrier which a thread comes to from here on all ways, without an access that
    writes."""
    left, seen, barriers = [(number, position + 1)], set[int](), set[int]()
    while left:
        number, position = left.pop()
        block = graph.blocks[number]
        for i in block.code[position:]:
            if isinstance(i, Barrier) or (isinstance(i, Rendezvous) and i.scope == "block"):
                barriers.add(number)
                break
            if isinstance(i, Store | CopyBytes | FillBytes | BlockAccess | AtomicLoad | Rendezvous):
                return None
        else:
            if not block.targets:
                return None
            left += [(target, 0) for target in block.targets if target not in seen]
            seen.update(block.targets)
    return barriers.pop() if len(barriers) == 1 else None


def repeated(graph: KernelGraph) -> list[RepeatedContract]:
    """The contracts that are evaluated elsewhere than where they stand. Those with jumps in them are left out."""
    found = []
    for block in graph.blocks:
        begins: int | None = None
        for position, i in enumerate(block.code):
            kind = KINDS.get(_callee(i))
            if _callee(i) == BEGINNING:
                begins = position + 1
            elif kind is not None and kind.is_repeated and begins is not None:
                found.append(RepeatedContract(kind, tuple(block.code[begins : position + 1])))
    return found


def _callee(i: KernelInstruction) -> str:
    return i.callee if isinstance(i, Call) and isinstance(i.callee, str) else ""
