"""Contracts in the text of a kernel (`opmodels/verifier_gpuverify.py`).

What stands in a contract is no part of the program: what it reads from memory is no access. A condition is shown to
hold whenever a thread comes to it, and is known behind it. In a loop that goes by induction over the rounds: it holds
when a thread comes there first, and again in the next round if it held in this one. A condition may speak of another
thread of the block, which is at the same place in the same round of each loop around it; such a fact is known of two
threads. A barrier invariant is shown of each thread in front of the barrier, about memory that the thread has accessed
since the last one, and is known of each behind it (Chong et al., Barrier Invariants, OOPSLA 2013).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from enum import Enum

from cudabmc.goto.program import Branch, Call, CopyBytes, Goto, Load, Reg, Store
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.called_by_contract import BY_CONTRACT, PRECONDITIONS, PROMISING
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import PROMISED, RETURNING, SHOWN
from cudabmc.kernel.instructions import (
    AtomicLoad,
    Barrier,
    BlockAccess,
    CopyAsync,
    CopyBlock,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Rendezvous,
    operands,
    set_by,
    waits_for_block,
)
from cudabmc.kernel.loops import NaturalLoop, innermost, natural_loops
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.definitions import BoundIndex
from cudabmc.prover.places import PointedObject
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

BEGINNING = "__cudabmc_contract"
"""What is called where a contract begins."""

ASSUMPTIONS = frozenset({
    "__requires", "__global_requires", "__cudabmc_requires", "__assume", "__cudabmc_assumes", "__VERIFIER_assume",
    "__ESBMC_assume", "__CPROVER_assume",
})  # fmt: skip
"""Functions whose argument is true, or not 0, in the executions that count."""

WRITES = Store | CopyBytes | CopyBlock | CopyAsync | FillBytes | AtomicLoad
"""Instructions that write memory. `BlockAccess` may."""

REQUIRING = PRECONDITIONS
"""Those that say it of the callers of a function."""


class ContractKind(Enum):
    """What a condition is for, by the function that says so."""

    INVARIANT = "__cudabmc_invariant"
    CANDIDATE = "__cudabmc_candidate_invariant"
    FUNCTION_WIDE = "__cudabmc_function_wide_invariant"
    FUNCTION_WIDE_CANDIDATE = "__cudabmc_function_wide_candidate_invariant"
    ENSURES = PROMISING
    BARRIER = "__cudabmc_barrier_invariant"
    REQUIRES = "__cudabmc_requires"
    ASSERT = "__cudabmc_asserted"
    ASSUME = "__cudabmc_assumes"
    SHOWN = SHOWN
    OF_KERNEL = "__cudabmc_kernel_ensures"
    MAY_READ = "__cudabmc_may_read"
    MAY_WRITE = "__cudabmc_may_write"
    BARRIER_MAY_READ = "__cudabmc_barrier_may_read"
    BARRIER_MAY_WRITE = "__cudabmc_barrier_may_write"
    ASSUMED = "__cudabmc_assumed"  # of two threads, which nothing shows

    @property
    def word(self) -> str:
        """As people write it."""
        return self.value.replace("__cudabmc", "_")

    @property
    def is_candidate(self) -> bool:
        """May it fail without harm?"""
        return self in (ContractKind.CANDIDATE, ContractKind.FUNCTION_WIDE_CANDIDATE)

    @property
    def is_function_wide(self) -> bool:
        """Is it about all loops of the kernel?"""
        return self in (ContractKind.FUNCTION_WIDE, ContractKind.FUNCTION_WIDE_CANDIDATE)

    @property
    def is_at_barrier(self) -> bool:
        """Does it stand in front of a barrier, and say what is so behind it?"""
        return self in (ContractKind.BARRIER, ContractKind.BARRIER_MAY_READ, ContractKind.BARRIER_MAY_WRITE)

    @property
    def is_permission(self) -> bool:
        """Does it say what a thread may access?"""
        return self in (ContractKind.MAY_READ, ContractKind.MAY_WRITE) or self in (
            ContractKind.BARRIER_MAY_READ, ContractKind.BARRIER_MAY_WRITE
        )  # fmt: skip

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

AT_START = "__cudabmc_at_start"
"""What is called where a value as of the start of the kernel begins, and ends."""

BOUND, FOR_ALL, SUMMED = "__cudabmc_bound", "__cudabmc_for_all", "__cudabmc_sum_over"
"""Words for any index in a range, and for a condition and a sum over such indices."""


def is_word(name: str) -> bool:
    """Does a function stand in contracts alone, or is its argument an assumption?"""
    stem = name.rpartition("_")[0]
    return (
        name in (BEGINNING, RETURNING, PROMISED, BY_CONTRACT, POINTER_OFFSET, BOUND, FOR_ALL, SUMMED, AT_START)
        or name in KINDS
        or name in ASSUMPTIONS or name in BOTH or name in NOT_BOTH or name in LOGGED
        or name in (*SAME, OTHER) or stem in (*SAME, OTHER, OLD, RETURNED)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContractClaim:
    """`cond` holds of a thread that comes to a block where `where` holds. With values of another thread in it, by
    `others` (the unknown that stands for one, and what it is for the thread itself), it holds of two. It stands at an
    `index` of the block, below 0 if in front of it."""

    kind: ContractKind | None
    where: TermValue
    cond: TermValue
    others: Mapping[Term, TermValue]
    loc: Location
    block: int
    index: int
    text: str = ""

    @property
    def what(self) -> str:
        """For people."""
        names = {
            None: "assertion", ContractKind.ASSERT: "assertion", ContractKind.ENSURES: "postcondition",
            ContractKind.BARRIER: "barrier invariant",
        }  # fmt: skip
        return names.get(self.kind, "invariant")


@dataclass(frozen=True, slots=True)
class KernelResult:
    """What a kernel ensures: when it has ended, `cond` holds for all numbers that `index` may be, in launches for which
    `where` holds. Unknowns in the condition are `elements` then, each of an object at an offset. All of it is the same
    for all threads."""

    where: TermValue
    index: BoundIndex
    cond: TermValue
    elements: Mapping[Term, tuple[PointedObject, TermValue]]
    loc: Location


@dataclass(frozen=True, slots=True)
class ContractBlock:
    """The part of a block of the graph that belongs to a condition, and the jump behind it; None at the end."""

    number: int
    code: tuple[KernelInstruction, ...]
    end: Goto | Branch | None


@dataclass(frozen=True, slots=True)
class RepeatedContract:
    """A condition for the heads of all loops, or for the returns of its function, in blocks each of which comes behind
    those that lead to it. The last instruction is the call that says so."""

    kind: ContractKind
    blocks: tuple[ContractBlock, ...]

    @property
    def code(self) -> Iterator[KernelInstruction]:
        """All instructions."""
        return (i for block in self.blocks for i in block.code)

    @property
    def call(self) -> Call:
        """That call."""
        last = self.blocks[-1].code[-1]
        assert isinstance(last, Call)
        return last

    @property
    def reads(self) -> frozenset[int]:
        """The registers that it reads."""
        jumps = [block.end.cond for block in self.blocks if isinstance(block.end, Branch)]
        read = (*jumps, *(o for i in self.code for o in operands(i)))
        return frozenset(o.index for o in read if isinstance(o, Reg))

    def is_of(self, first: int, end: int) -> bool:
        """Does it stand in the function with these registers?"""
        cond = self.call.args[0]
        return not isinstance(cond, Reg) or first <= cond.index < end


@dataclass(frozen=True, slots=True)
class AccessLog:
    """A byte of an object that the thread has accessed since the last barrier, whichever: the registers that hold
    whether there is one (BOOL), and its offset (I64)."""

    base: PointedObject
    writes: bool
    flag: int
    offset: int

    @property
    def registers(self) -> frozenset[int]:
        """Both."""
        return frozenset({self.flag, self.offset})


def access_logs(graph: KernelGraph, wanted: Iterable[tuple[PointedObject, bool]]) -> tuple[AccessLog, ...]:
    """Logs in registers of their own."""
    ordered = sorted(wanted, key=str)
    return tuple(
        AccessLog(base, writes, graph.register(BOOL).index, graph.register(I64).index) for base, writes in ordered
    )


@dataclass(slots=True)
class KernelContracts:
    """The contracts in a graph. `code` has the instructions that are part of them, by the block and the position there;
    with the block of the barrier that they stand in front of, for those of barrier invariants. Some are `of_kernel`,
    about memory when it has ended. Permissions hold behind the barriers of some blocks, or from the start on (None), by
    the places of their last instructions, and some may `read_memory` themselves. Some are `repeated` elsewhere than
    where they stand, and some `refused`, which is why nothing is proved."""

    code: dict[tuple[int, int], int | None] = field(default_factory=dict)
    of_kernel: set[tuple[int, int]] = field(default_factory=set)
    permissions: dict[tuple[int, int], int | None] = field(default_factory=dict)
    read_memory: bool = False
    repeated: list[RepeatedContract] = field(default_factory=list)
    refused: list[tuple[Location, str]] = field(default_factory=list)


def kernel_contracts(graph: KernelGraph) -> KernelContracts:
    """Find them. Raises IrreducibleError."""
    found = KernelContracts()
    begins = [
        (number, position) for number, block in enumerate(graph.blocks) for position, i in enumerate(block.code)
        if _callee(i) == BEGINNING
    ]  # fmt: skip
    if begins:
        flow = ControlFlow(graph.blocks, 0)
        finding = _Finding(graph, flow, natural_loops(flow), found)
        for number, position in begins:
            if number in flow.number:
                finding.find(number, position)
    return found


@dataclass(frozen=True, slots=True)
class _Finding:
    graph: KernelGraph
    flow: ControlFlow
    loops: Mapping[int, NaturalLoop]
    found: KernelContracts

    def find(self, number: int, position: int) -> None:
        """A contract that begins here."""
        places, ends = self._extent(number, position)
        loc = self.graph.blocks[number].code[position].loc
        if ends is None:
            self.found.refused.append((loc, "a contract with a jump out of it, a loop, or another one in it"))
            return
        call = self.graph.blocks[ends[0]].code[ends[1]]
        kind, barrier = KINDS[_callee(call)], None
        why = self._effects(places, ends)
        if kind.is_at_barrier:
            barrier = self._barrier_behind(*ends)
            if barrier is None:
                what = "a permission" if kind.is_permission else "a barrier invariant"
                why = why or f"{what} that does not stand in front of a barrier, for all threads"
        elif kind.is_permission and self._may_come_from_barrier(number):
            why = why or "a permission of a kernel that does not stand at its start"
        repeated = RepeatedContract(kind, self._blocks(places - {(number, position)}, number, ends[0]))
        if not all(isinstance(block.end, Goto | Branch) for block in repeated.blocks[:-1]):
            why = why or "a condition that is left"
        code = list(repeated.code)
        if kind is ContractKind.ENSURES and not why and self._changes(repeated):
            why = "a postcondition about what the function changes"
        old = any(_callee(i).startswith(OLD) for i in code)
        if kind.is_repeated and old and any(isinstance(i, Load | LoadPart) for i in code):
            why = why or "old values of memory"
        if why:
            self.found.refused.append((loc, why))
            return
        if kind.is_permission:
            self.found.permissions[ends] = barrier
            self.found.read_memory |= any(isinstance(i, Load | LoadPart) for i in code)
            barrier = None  # memory is what it is in front of it
        self.found.code.update(dict.fromkeys(places, barrier))
        if kind is ContractKind.OF_KERNEL:
            self.found.of_kernel |= places
        if kind.is_repeated:
            self.found.repeated.append(repeated)

    def _blocks(self, places: set[tuple[int, int]], first: int, last: int) -> tuple[ContractBlock, ...]:
        """The parts of blocks that some places are, from the `first` block to the `last` one."""
        inside, left = {first}, [first]
        while left:
            number = left.pop()
            if number != last:
                new = set(self.graph.blocks[number].targets) - inside
                inside |= new
                left += new
        found = []
        for number in (one for one in self.flow.order if one in inside):
            block = self.graph.blocks[number]
            code = tuple(i for at, i in enumerate(block.code) if (number, at) in places)
            end = block.end if number != last and isinstance(block.end, Goto | Branch) else None
            found.append(ContractBlock(number, code, end))
        return tuple(found)

    def _extent(self, number: int, position: int) -> tuple[set[tuple[int, int]], tuple[int, int] | None]:
        """The instructions of a contract that begins here, and the last one; None if it does not end on all ways."""
        begin, left, seen = (number, position), [(number, position)], {(number, position)}
        found, ends, whole = set[tuple[int, int]](), set[tuple[int, int]](), True
        while left:
            number, position = left.pop()
            code = self.graph.blocks[number].code
            end = next((at for at in range(position, len(code)) if _callee(code[at]) in KINDS), None)
            here = range(position, len(code) if end is None else end + 1)
            found.update((number, at) for at in here)
            whole &= all(_callee(code[at]) != BEGINNING or (number, at) == begin for at in here)
            if end is not None:
                ends.add((number, end))
                continue
            targets = self.graph.blocks[number].targets
            whole &= bool(targets)
            left += [(target, 0) for target in targets if (target, 0) not in seen]
            seen.update((target, 0) for target in targets)
        inside = {number for number, _ in seen}
        whole &= not any(head in inside and head != begin[0] for head in self.loops)  # it might not end
        whole &= all(
            before in inside for number, position in seen if (number, position) != begin
            for before in self.flow.before[number]
        )  # fmt: skip
        return found, ends.pop() if whole and len(ends) == 1 else None

    def _effects(self, places: set[tuple[int, int]], end: tuple[int, int]) -> str:
        """What code of a contract does besides having a value; "" for nothing."""
        changed, loaded = set[int](), set[int]()
        for number, position in places - {end}:
            i = self.graph.blocks[number].code[position]
            writes = isinstance(i, WRITES | Barrier | Rendezvous)
            if writes or (isinstance(i, BlockAccess) and i.writes):
                return "a contract that does more than have a value"
            dst = set_by(i)
            if dst is not None and _callee(i) != BEGINNING:
                (loaded if isinstance(i, Load | LoadPart) else changed).add(dst)
        changed &= {*range(self.graph.parameters), *self._set_besides(places)}  # others are values, of the same code
        for number in self.flow.order:
            block = self.graph.blocks[number]
            read = [o for at, i in enumerate(block.code) if (number, at) not in places for o in operands(i)]
            inside = (number, len(block.code) - 1) in places and number != end[0]
            if block.condition is not None and not inside:
                read.append(block.condition)
            if any(isinstance(o, Reg) and o.index in changed | loaded for o in read):
                return "a contract that changes a variable"
        return ""

    def _set_besides(self, places: set[tuple[int, int]]) -> Iterator[int]:
        """The registers that other code sets than that of some places."""
        for number in self.flow.order:
            for position, i in enumerate(self.graph.blocks[number].code):
                dst = set_by(i)
                if dst is not None and (number, position) not in places:
                    yield dst

    def _changes(self, contract: RepeatedContract) -> bool:
        """Is a register that the code reads, and does not set, set more than once?"""
        read = contract.reads - {set_by(i) for i in contract.code}
        blocks = (self.graph.blocks[number] for number in self.flow.order)
        times = Counter(set_by(i) for block in blocks for i in block.code)
        parameters = range(self.graph.parameters)
        return any(times[register] + (register in parameters) > 1 for register in read)

    def _may_come_from_barrier(self, number: int) -> bool:
        """Does a loop or a barrier lead to a block?"""
        left, seen = [number], set[int]()
        while left:
            for before in self.flow.before[left.pop()]:
                if before == number or any(map(waits_for_block, self.graph.blocks[before].code)):
                    return True
                if before not in seen:
                    seen.add(before)
                    left.append(before)
        return False

    def _barrier_behind(self, number: int, position: int) -> int | None:
        """The block that ends in the barrier which threads come to from here on all ways, without an access that
        writes; and each time that they come to it they have been here."""
        left, seen, barriers = [(number, position + 1)], set[int](), set[int]()
        while left:
            at, first = left.pop()
            block = self.graph.blocks[at]
            for i in block.code[first:]:
                if waits_for_block(i):
                    barriers.add(at)
                    break
                if isinstance(i, WRITES | BlockAccess | Rendezvous):
                    return None
            else:
                if not block.targets:
                    return None
                left += [(target, 0) for target in block.targets if target not in seen]
                seen.update(block.targets)
        barrier = barriers.pop() if len(barriers) == 1 else None
        if barrier is None or not self.flow.dominates(number, barrier):
            return None
        return barrier if innermost(self.loops, number) == innermost(self.loops, barrier) else None


def _callee(i: KernelInstruction) -> str:
    return i.callee if isinstance(i, Call) and isinstance(i.callee, str) else ""
