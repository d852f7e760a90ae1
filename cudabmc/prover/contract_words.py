"""What the words of contracts mean to a thread on its way through a kernel (`contracts.py`)."""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import count
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Branch, Call, Const, Goto, Operand
from cudabmc.goto.types import BOOL, I32, I64, BoolType, FloatType, IntType, Type
from cudabmc.kernel.called_by_contract import BY_CONTRACT
from cudabmc.kernel.inlining import PROMISED, RETURNING, SHOWN
from cudabmc.kernel.instructions import Builtin, KernelInstruction
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.barrier_facts import FactOfAll, known_of
from cudabmc.prover.contracts import (
    ASSUMPTIONS,
    AT_START,
    BEGINNING,
    BOTH,
    BOUND,
    FOR_ALL,
    KINDS,
    LOGGED,
    NOT_BOTH,
    OLD,
    OTHER,
    POINTER_OFFSET,
    REQUIRING,
    RETURNED,
    SAME,
    SUMMED,
    ContractClaim,
    ContractKind,
    KernelResult,
    RepeatedContract,
)
from cudabmc.prover.definitions import BoundIndex, sum_between
from cudabmc.prover.events import (
    AccessKind,
    Assumed,
    ContentsOf,
    LostThread,
    RegisterValue,
    ThreadState,
    ThreadTrace,
    chosen,
)
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.memory_view import SeenMemory, accessed
from cudabmc.prover.monotony import of_pairs
from cudabmc.prover.own_accesses import since_barrier
from cudabmc.prover.permissions import Permission
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue
from cudabmc.terms.evaluate import type_of

NOT_ACCESSED = "a barrier invariant may be about memory that its thread has not accessed since the last barrier"

UNKNOWN_RESULT = "a kernel ensures something that may differ between its threads, or that it changes"

UNKNOWN_END = "a kernel ensures something of memory that is accessed by atomic functions, or in pieces of several sizes"

UNKNOWN_ARRAY = "a permission for what no one array holds that several threads can reach"

UNKNOWN_BODY = "a condition or a sum over indices that may differ between threads, or that the kernel changes"

_APART = 1 << 24
"""More instructions than a kernel has."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What is known of contracts before a walk. Candidates for invariants are `rejected` that have been shown to fail;
    None for all of them. What the thread sees in shared memory is told of the objects that are `watched`; facts about
    it are known `of_all` threads behind barriers that it has passed before. What it may access from a barrier on is
    `held`."""

    rejected: Set[Location] | None = frozenset()
    watched: MemoryUse | None = None
    of_all: tuple[FactOfAll, ...] = ()
    held: tuple[Permission, ...] = ()


NOTHING_BELIEVED = Believed()


class WalkingThread(Protocol):
    """A thread that takes its way through a region, at an instruction of a block."""

    region: KernelPart
    unknowns: Unknowns
    shape: AnyLaunch
    trace: ThreadTrace
    state: ThreadState
    block: int
    index: int
    made: dict[Term, int]

    def value(self, operand: Operand) -> RegisterValue:
        """What it holds in an operand."""

    def number(self, operand: Operand, type: Type) -> TermValue:
        """The same, of what is no pointer."""

    def place(self, operand: Operand) -> PlaceSet:
        """The same, of a pointer."""

    def fresh(self, what: str, type: Type, shared: Shared = Shared.THREAD) -> RegisterValue:
        """Something of which nothing is known."""

    def step(self, i: KernelInstruction) -> None:
        """Take an instruction."""


class ContractWords:
    """The contracts on the way of one thread."""

    def __init__(
        self, thread: WalkingThread, believed: Believed, memory: SeenMemory, contents: ContentsOf
    ) -> None:  # fmt: skip
        self._thread = thread
        self._contents = contents
        self._region = thread.region
        self._unknowns = thread.unknowns
        self._rejected = believed.rejected
        self._held = believed.held
        self._of_all: list[tuple[FactOfAll, int | None]] = [(fact, None) for fact in believed.of_all]
        self._told: dict[TermValue, int | None] = {}  # what they have told, and behind which block; None for all
        self._memory = memory
        self._others: dict[Term, TermValue] = {}  # values of another thread, and what they are for this one
        self._claiming = False
        self._standing = 0  # where contracts are evaluated that stand elsewhere
        self._result: tuple[RegisterValue, Type] | None = None  # of the function whose postconditions are evaluated
        self._starting = False  # is a value as of the start of the kernel at hand?
        self._at_ends: dict[Term, tuple[PointedObject, TermValue]] = {}  # elements that the condition at hand is about
        self._bound: list[BoundIndex] = []  # the indices of the conditions and sums at hand
        self._at_barrier: list[tuple[PointedObject, TermValue]] = []  # read in the barrier invariant at hand

    @property
    def is_at_hand(self) -> bool:
        """Is the instruction at hand none of the program?"""
        return self._claiming or (self._thread.block, self._thread.index) in self._region.contracts.code

    @property
    def is_binding(self) -> bool:
        """Is the instruction at hand one about any index in a range?"""
        return bool(self._bound)

    def word(self, i: Call, name: str) -> RegisterValue:
        """What a word of a contract stands for."""
        stem = name.rpartition("_")[0]
        if name in ASSUMPTIONS:
            self._assume(name, self._condition(i), i)
        elif name == SHOWN:  # what a function requires of its callers is shown for those that are seen
            self.claim(ContractKind.INVARIANT, self._condition(i), i.loc)
        elif name in KINDS or name in (RETURNING, PROMISED):
            self._statement(i, name)
        elif name in LOGGED:
            return self._logged(i, name)
        elif name == POINTER_OFFSET:
            place = self._thread.place(i.args[0])
            is_known = len(place.targets) == 1 and not place.lost
            return place.targets[0].offset if is_known else self._thread.fresh("word", I64)
        elif stem == RETURNED:  # where it stands it has no value, but at the returns of the function
            return self._returned(i)
        elif name == BY_CONTRACT:
            pass  # of the function at hand
        elif name == BEGINNING:
            self._bound.clear()
            self._at_ends.clear()
            self._starting = False
        elif name == AT_START:
            self._starting = self._thread.number(i.args[0], I32) == 1
        elif name == BOUND:
            return self._bind(i)
        elif name == FOR_ALL:
            return self._for_all(i)
        elif name == SUMMED:
            return self._summed(i)
        else:
            word = name if name in (*SAME, OTHER) else stem
            return self._of_another(name, word, self._thread.number(i.args[0], i.types[0]), i.types[0])
        return True

    def _bind(self, i: Call) -> TermValue:
        """Any index in a range."""
        low, high = (self._thread.number(arg, I64) for arg in i.args)
        var = self._unknowns.value(f"any index {self._thread.block}.{self._thread.index}", I64, Shared.THREAD)
        self._bound.append(BoundIndex(var, low, high))
        return var

    def _for_all(self, i: Call) -> TermValue:
        """A condition holds for all indices of the last ranges."""
        count, body = i.args[0], self._thread.number(i.args[1], BOOL)
        assert isinstance(count, Const)
        taken, (body,) = self._unbound(int(count.value), body)
        shared = self._who_shares([body, *(end for one in taken for end in (one.low, one.high))], taken)
        if shared is None:
            self._lose(UNKNOWN_BODY, i.loc)
            return number_of(self._thread.fresh("word", BOOL))
        second = self._unknowns.value("index 1", I64, Shared.GRID)
        pairs = of_pairs(taken[0], body, second) if len(taken) == 1 else None
        return self._unknowns.for_all(*(pairs or (taken, body)), shared)

    def _summed(self, i: Call) -> TermValue:
        """The sum over the last range."""
        (index,), (body,) = self._unbound(1, self._thread.number(i.args[0], I32))
        shared = self._who_shares([body], [index])
        if shared is None:
            self._lose(UNKNOWN_BODY, i.loc)
            return number_of(self._thread.fresh("word", I64))
        sums, others = self._unknowns.partial_sums(index.var, body, shared)
        return sum_between(sums, others, index.low, index.high)

    def _unbound(self, count: int, *values: TermValue) -> tuple[tuple[BoundIndex, ...], list[TermValue]]:
        """The last indices, with one name wherever they are bound, and values that depend on them."""
        taken, self._bound = self._bound[-count:], self._bound[:-count]
        names = {one.var: self._unknowns.value(f"index {n}", I64, Shared.GRID) for n, one in enumerate(taken)}
        indices = (BoundIndex(names[one.var], *(terms.rename(v, names) for v in (one.low, one.high))) for one in taken)
        return tuple(indices), [terms.rename(value, names) for value in values]

    def _who_shares(self, values: Iterable[TermValue], indices: Iterable[BoundIndex]) -> Shared | None:
        """Between whom values are the same but for indices, if it is a block at least, and if no loop changes them."""
        found, bound = Shared.GRID, {one.var for one in indices}
        for unknown in {one for value in values if isinstance(value, Term) for one in terms.free_vars(value)} - bound:
            made = self._thread.made.get(unknown)
            if made is not None and self._region.loop_of(made) is not None:
                return None
            found = min(found, self._unknowns.shared(unknown))
        return found if found >= Shared.BLOCK else None

    def _returned(self, i: Call) -> RegisterValue:
        """The result of a function. Where the word stands it has none, but at the returns."""
        if self._result is None:
            return self._thread.fresh("word", i.ret)
        value, type = self._result
        if type == i.ret:
            return value
        if isinstance(type, BoolType) and isinstance(i.ret, IntType) and not isinstance(value, PlaceSet):
            return terms.apply(Op.ZEXT, i.ret, type, (value,))
        self._lose(f"{i.callee} of a result of another type", i.loc)
        return self._thread.fresh("word", i.ret)

    def _of_another(self, name: str, stem: str, value: TermValue, type: Type) -> TermValue:
        """A fact about a value of this thread and of another one."""
        if stem == OLD:
            return value  # what stands in a contract is evaluated where it stands
        other = self._other(value, type)
        if stem == OTHER:
            return other
        holds = terms.land(value, other) if name in BOTH or name in NOT_BOTH else terms.equal(value, other, type)
        return holds if name in BOTH or SAME.get(stem) else terms.lnot(holds)

    def _statement(self, i: Call, name: str) -> None:
        if name in (RETURNING, PROMISED):
            first, end = (int(a.value) for a in i.args[1:] if isinstance(a, Const))
            promised = (one for one in self._region.contracts.repeated if one.kind is ContractKind.ENSURES)
            ours = (one for one in promised if one.is_of(first, end))
            result = self._thread.value(i.args[0]), i.types[0]
            self._claim_again(ours, self._thread.index, result, known=name == PROMISED)
        elif KINDS[name] is ContractKind.BARRIER:
            self._barrier_invariant(i)
        elif KINDS[name] is ContractKind.OF_KERNEL:
            self._of_kernel(i)
        elif KINDS[name].is_permission:
            self._permit(i, KINDS[name])
        elif not KINDS[name].is_repeated:
            self.claim(KINDS[name], self._thread.number(i.args[0], BOOL), i.loc)

    def _of_kernel(self, i: Call) -> None:
        """What holds for all indices of the last range when the kernel has ended. Where it is said by some threads
        alone, it is shown anyway."""
        named = list(self._at_ends.items())
        (index,), (cond, *offsets) = self._unbound(
            1, self._thread.number(i.args[0], BOOL), *(offset for _, (_, offset) in named)
        )
        if self._who_shares([cond, *offsets, index.low, index.high], [index]) is not Shared.GRID:
            self._lose(UNKNOWN_RESULT, i.loc)
            return
        parts = terms.conjuncts(self._thread.state.reach)
        where = terms.land(*(part for part in parts if self._who_shares([part], []) is Shared.GRID))
        used = terms.free_vars(cond) if isinstance(cond, Term) else frozenset()
        ends = {
            element: (base, offset) for (element, (base, _)), offset in zip(named, offsets, strict=True)
            if element in used
        }  # fmt: skip
        self._thread.trace.said.results.append(KernelResult(where, index, cond, ends, i.loc))

    def _permit(self, i: Call, kind: ContractKind) -> None:
        """The thread may access elements of an array, for indices of the last range."""
        thread = self._thread
        place, size, cond = thread.place(i.args[0]), thread.number(i.args[1], I64), thread.number(i.args[2], BOOL)
        index, at = self._bound.pop(), (thread.block, thread.index)
        if at not in self._region.contracts.permissions:
            return  # it is refused
        if place.lost or len(place.targets) != 1 or isinstance(size, Term) or place.targets[0].base[0] == "local":
            self._lose(UNKNOWN_ARRAY, i.loc)
            return
        (target,) = place.targets
        values = (thread.state.reach, target.offset, index.low, index.high, cond)
        unknowns = {one for value in values if isinstance(value, Term) for one in terms.free_vars(value)}
        made = (thread.made.get(one) for one in unknowns)
        loops = any(at is not None and self._region.loop_of(at) is not None for at in made)
        writes = kind in (ContractKind.MAY_WRITE, ContractKind.BARRIER_MAY_WRITE)
        thread.trace.said.permissions.append(Permission(
            thread.state.reach, target.base, target.offset, int(size), index, cond, writes, i.loc,
            self._region.contracts.permissions[at], target.scaled, not loops,
        ))  # fmt: skip

    def _condition(self, i: Call) -> TermValue:
        """What a statement says: a truth, or a number that is not 0."""
        cond = self._thread.number(i.args[0], i.types[0])
        return cond if i.types[0] == BOOL else terms.lnot(terms.equal(cond, 0, i.types[0]))

    def _assume(self, name: str, cond: TermValue, i: Call) -> None:
        self._thread.trace.assumed.append(Assumed(self._thread.state.reach, cond, name in REQUIRING, i.loc))
        if self._of_others(cond):
            self.claim(ContractKind.ASSUMED, cond, i.loc)
        else:
            self._thread.state.reach = terms.land(self._thread.state.reach, cond)

    def claim(self, kind: ContractKind | None, cond: TermValue, loc: Location) -> None:
        """The condition holds here, and is known from here on."""
        if cond is True or (kind and kind.is_candidate and (self._rejected is None or loc in self._rejected)):
            return
        others = self._of_others(cond)
        at = self._standing if self._claiming else self._thread.index
        reach, block = self._thread.state.reach, self._thread.block
        self._thread.trace.claims.append(ContractClaim(kind, reach, cond, others, loc, block, at))
        if not others:
            self._know(cond)

    def _claim_again(
        self, wanted: Iterable[RepeatedContract], standing: int, result: tuple[RegisterValue, Type] | None = None,
        *, known: bool = False,
    ) -> None:  # fmt: skip
        """Evaluate contracts here, `standing` at an index of the block. They may be `known` to hold."""
        for one in wanted:
            registers, outer = dict(self._thread.state.registers), self._result
            self._claiming, self._standing, self._result = True, standing, result
            self._evaluate(one)
            cond = self._thread.number(one.call.args[0], BOOL)
            if not known:
                self.claim(one.kind, cond, one.call.loc)
            elif not self._of_others(cond):
                self._know(cond)
            self._claiming, self._thread.index, self._result = False, standing, outer
            self._thread.state.registers = registers

    def _evaluate(self, contract: RepeatedContract) -> None:
        """Take the instructions of a condition, on all its ways, up to the last one."""
        every = [id(one) for one in self._region.contracts.repeated]  # an index is that of one instruction of them all
        state, index = self._thread.state, count(-1 - every.index(id(contract)) * _APART, -1)
        ways: dict[int, list[tuple[TermValue, dict[int, RegisterValue]]]] = {}
        ways[contract.blocks[0].number] = [(True, dict(state.registers))]
        for block in contract.blocks:
            state.registers = self._where_ways_meet(ways.get(block.number, []))
            reach = terms.lor(*(cond for cond, _ in ways.get(block.number, [])))
            for i in block.code if block.end is not None else block.code[:-1]:
                self._thread.index = next(index)
                self._thread.step(i)
            if isinstance(block.end, Goto):
                ways.setdefault(block.end.target, []).append((reach, dict(state.registers)))
            elif isinstance(block.end, Branch):
                cond = self._thread.number(block.end.cond, BOOL)
                for target, holds in ((block.end.then, cond), (block.end.orelse, terms.lnot(cond))):
                    ways.setdefault(target, []).append((terms.land(reach, holds), dict(state.registers)))

    def _where_ways_meet(self, ways: Sequence[tuple[TermValue, dict[int, RegisterValue]]]) -> dict[int, RegisterValue]:
        """What registers hold that all ways set."""
        if len(ways) < 2:
            return dict(ways[0][1]) if ways else {}
        common = set.intersection(*(set(registers) for _, registers in ways))
        types = self._region.graph.types
        return {
            register: chosen([(cond, registers[register]) for cond, registers in ways], types[register])
            for register in sorted(common)
        }

    def _barrier_invariant(self, i: Call) -> None:
        """The condition is known of each thread behind the barrier; in an interval it is to be shown in front of it."""
        cond, reads = self._thread.number(i.args[0], BOOL), self._at_barrier
        self._at_barrier = []
        if self._region.interval:
            for base, offset in reads:
                self._claim_access(base, offset, i.loc)
        reach = self._thread.state.reach
        self.claim(ContractKind.BARRIER, cond, i.loc)
        if self._region.interval:
            return
        coordinate = self._thread.shape.values[Builtin.THREAD_IDX, 0]
        unknowns = terms.free_vars(cond) if isinstance(cond, Term) else frozenset()
        own = {one for one in unknowns if self._unknowns.shared(one) < Shared.BLOCK}
        threads = self._thread.shape.values[Builtin.BLOCK_DIM, 0]
        if own <= {coordinate} and isinstance(coordinate, Term):
            fact = FactOfAll(reach, cond, coordinate, threads, self._thread.block)
            self._of_all.append((fact, self._thread.block))
            self._thread.trace.of_all.append(fact)
        for operand in i.args[1:]:
            thread = self._thread.number(operand, I32)
            if self._of_others(thread):  # what another thread claims is known of it
                continue
            if not own <= {coordinate} or not isinstance(coordinate, Term):
                why = "a barrier invariant of other threads may depend on threadIdx.x and on what all of them share"
                self._thread.trace.lost.append(LostThread(reach, why, i.loc))
                return
            self._know(FactOfAll(True, cond, coordinate, threads, self._thread.block).of(thread))

    def _claim_access(self, base: PointedObject, offset: TermValue, loc: Location) -> None:
        """What others may have written since the last barrier is not what the thread sees."""
        if self._memory.is_changed(base):
            places = ((a.where, a.offset) for a in self._thread.trace.accesses if a.base == base)
            size, held = self._memory.sizes[base], (one for one in self._held_now() if one.base == base)
            mine = (one.covers(offset, size, scaled=False) for one in held)
            cond = terms.lor(accessed(offset, places), *mine)
            reach, block, at = self._thread.state.reach, self._thread.block, self._thread.index
            claim = ContractClaim(ContractKind.BARRIER, reach, cond, {}, loc, block, at, NOT_ACCESSED)
            self._thread.trace.claims.append(claim)

    def _held_now(self) -> Iterator[Permission]:
        """What the thread may access in the interval at hand. Nobody else writes that meanwhile."""
        yield from self._held
        if self._region.start is None:
            yield from (one for one in self._thread.trace.said.permissions if one.start is None)

    def _of_others(self, value: TermValue) -> dict[Term, TermValue]:
        """The values of another thread in a term."""
        unknowns = terms.free_vars(value) if isinstance(value, Term) else frozenset()
        return {unknown: mine for unknown, mine in self._others.items() if unknown in unknowns}

    def seen(self, base: PointedObject, offset: TermValue, type: IntType | FloatType) -> TermValue | None:
        """The bits that the thread sees in an object that is watched, for a value of a type; None if that is not told.
        A barrier invariant is about what there is behind the barrier."""
        size = type.size
        if (self._thread.block, self._thread.index) in self._region.contracts.of_kernel:
            return self._at_end(base, offset, type)
        if self._memory.sizes.get(base) != size:
            return None
        if self._bound and self._region.interval and self._memory.is_changed(base):
            return None  # others may have written elements that this thread has not accessed
        at = self._thread.block
        barrier = self._region.contracts.code.get((at, self._thread.index))
        if barrier is None or self._claiming:
            if self.is_at_hand and self._contents(base, at) is None:  # others may write what no access looks at
                return self._read_own(base, offset)
            return self._read(base, offset)
        if self._region.interval:
            self._at_barrier.append((base, offset))
            return self._read(base, offset)
        return self._memory.read_behind(base, at, barrier, offset)

    def _at_end(self, base: PointedObject, offset: TermValue, type: IntType | FloatType) -> TermValue | None:
        """What an object holds when the kernel has ended, or as it starts; None if that is not told, or if nobody
        writes there."""
        if self._contents(base, self._thread.block) is not None:
            return None
        if self._memory.sizes.get(base) != type.size:
            if self._memory.is_told:
                self._lose(UNKNOWN_END, self._region.graph.blocks[self._thread.block].code[self._thread.index].loc)
            return None
        if self._starting:
            return self._memory.at_start(base, offset)
        found = next((one for one, place in self._at_ends.items() if place == (base, offset)), None)
        if found is None:
            fresh = self._thread.fresh("end", type, Shared.GRID)
            assert isinstance(fresh, Term)
            found = fresh
            self._at_ends[found] = base, offset
        bits, of = IntType(8 * type.size), type_of(found.sort)
        return terms.apply(Op.BITCAST, bits, of, (found,)) if isinstance(of, FloatType) else found

    def _read_own(self, base: PointedObject, offset: TermValue) -> TermValue | None:
        """What the thread sees, if it has accessed the element itself since the last barrier, and else anything."""
        ours = (access for access in self._thread.trace.accesses if access.base == base)
        made = since_barrier(self._region, ours, self._thread.block)
        is_own = accessed(offset, ((access.where, access.offset) for access in made))
        seen = self._read(base, offset) if is_own is not False and not self._bound else None
        if seen is None or is_own is True:
            return seen
        type = IntType(8 * self._memory.sizes[base])
        return terms.ite(is_own, seen, number_of(self._thread.fresh("load", type)), type)

    def _read(self, base: PointedObject, offset: TermValue) -> TermValue | None:
        """What the thread sees, of which barrier invariants may have told something."""
        value = self._memory.read(base, self._thread.block, offset)
        if value is not None and self._of_all and not self._bound:
            for fact, block in self._of_all:
                for known in known_of(value, offset, fact):
                    self._know(known)
                    self._told[known] = block
        return value

    def told_before(self, block: int) -> list[TermValue]:
        """What barrier invariants that a thread has come to before a block have told of elements, wherever it read
        them."""
        flow = self._region.flow
        return [known for known, at in self._told.items() if at is None or flow.dominates(at, block)]

    def _know(self, fact: TermValue) -> None:
        """It holds of the thread from here on."""
        self._thread.trace.said.known.append(terms.implies(self._thread.state.reach, fact))
        self._thread.state.reach = terms.land(self._thread.state.reach, fact)

    def _other(self, value: TermValue, type: Type) -> TermValue:
        """The value of another thread."""
        found = self._thread.fresh("other", type)
        assert isinstance(found, Term)
        self._others[found] = value
        return found

    def log(self, place: PlaceSet, how: AccessKind, size: int) -> None:
        """Any byte of any access may be the one that is known of. An atomic function reads, too."""
        registers = self._thread.state.registers
        for number, log in enumerate(self._region.logs):
            for target in place.targets:
                if target.base != log.base or (how.writes != log.writes and not (how.atomic and how.writes)):
                    continue
                this = terms.land(target.cond, number_of(self._thread.fresh(f"logged{number}.", BOOL)))
                name = f"{self._region.name}.byte{number}.{self._thread.block}.{self._thread.index}"
                byte = self._unknowns.value(name, I64, Shared.THREAD, 0, size - 1)
                self._thread.made[byte] = self._thread.block
                at = terms.apply(Op.ADD, I64, I64, (target.offset, byte))
                registers[log.flag] = terms.lor(number_of(registers[log.flag]), this)
                registers[log.offset] = terms.ite(this, at, number_of(registers[log.offset]), I64)

    def _logged(self, i: Call, name: str) -> TermValue:
        """What is known of accesses since the last barrier."""
        place, writes = self._thread.place(i.args[0]), LOGGED[name]
        found: TermValue = number_of(self._thread.fresh("word", I64 if name.endswith("bytes") else BOOL))
        if name.endswith("bytes") and (len(place.targets) != 1 or place.targets[0].offset != 0):
            why = f"{name} of a pointer that does not lead to the start of an array"
            self._lose(why, i.loc)
        if len(place.targets) == 1 and not place.lost:
            wanted = place.targets[0].base, writes
            self._thread.trace.logged.add(wanted)
            for log in self._region.logs:
                if (log.base, log.writes) == wanted:
                    at = log.offset if name.endswith("bytes") else log.flag
                    found = number_of(self._thread.state.registers[at])
        if name.startswith("__no_"):
            return terms.lnot(found)
        return terms.implies(found, self._thread.number(i.args[1], BOOL)) if name.endswith("implies") else found

    def behind_barrier(self, state: ThreadState) -> ThreadState:
        """A state behind a barrier: there are no accesses yet."""
        logs = self._region.logs
        none = {register: value for log in logs for register, value in ((log.flag, False), (log.offset, 0))}
        return ThreadState(state.reach, {**state.registers, **none}) if none else state

    def _lose(self, why: str, loc: Location) -> None:
        self._thread.trace.lost.append(LostThread(self._thread.state.reach, why, loc))

    def at_head(self) -> None:
        """At the head of a loop: what holds in all loops."""
        self._claim_again((one for one in self._region.contracts.repeated if one.kind.is_function_wide), -1)


def number_of(value: RegisterValue) -> TermValue:
    """A value that is no pointer."""
    assert not isinstance(value, PlaceSet)
    return value
