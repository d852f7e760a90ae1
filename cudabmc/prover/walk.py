"""One way of a thread that is not known through a part of a kernel, on all paths at once.

Blocks are taken in an order in which each comes behind those that lead to it; where paths meet, registers hold what the
path that was taken has put there. Loops are cut: at the head of one, what it changes is what `LoopPlans` say of any
round.
"""

import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto import alignment
from cudabmc.goto.op import DIVISIONS, Checks, Op
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    Const,
    CopyBytes,
    Dead,
    Goto,
    Load,
    Operand,
    Program,
    Reg,
    Space,
    Store,
    Symbol,
    Undef,
    Unreachable,
)
from cudabmc.goto.types import BOOL, I32, I64, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.kernel.graph import Block
from cudabmc.kernel.inlining import RETURNING
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    Barrier,
    BlockAccess,
    Builtin,
    Computed,
    Coordinate,
    FillBytes,
    GiveUp,
    KernelInstruction,
    LoadPart,
    Move,
    Note,
    Rendezvous,
    Require,
    StorePart,
)
from cudabmc.prover import places
from cudabmc.prover.contracts import (
    ASSUMPTIONS,
    BEGINNING,
    BOTH,
    KINDS,
    LOGGED,
    NOT_BOTH,
    OLD,
    OTHER,
    POINTER_OFFSET,
    REQUIRING,
    RETURNED,
    SAME,
    ContractClaim,
    ContractKind,
    RepeatedContract,
    is_word,
)
from cudabmc.prover.events import (
    LOST_ACCESS,
    READ,
    WRITE,
    AccessKind,
    Arithmetic,
    Assumed,
    ContentsOf,
    LostThread,
    MemoryAccess,
    RegisterValue,
    Requirement,
    ThreadState,
    ThreadTrace,
)
from cudabmc.prover.integers import LARGEST_OBJECT
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.memory_view import MemoryView, accessed
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue
from cudabmc.terms.evaluate import type_of

_WRAPPING = (Op.ADD, Op.SUB, Op.MUL, Op.NEG)
_CHECKED = Checks.SIGNED_OVERFLOW | Checks.UNSIGNED_OVERFLOW
"""Operators that may overflow, as far as that is told."""

RESULT = re.compile(r"\((?:void|\w+) \*result\b")
"""The first parameter of models that write a variable of the thread."""

GROUPS = ("__activemask", "__cudabmc_coalesced_lanes")
"""Models that tell each thread which ones of its warp come there with it, and those the same."""

EnterLoop = Callable[[int, ThreadState], ThreadState]
"""The state in any round of the loop with this head, from that in front of it."""


NOT_ACCESSED = "a barrier invariant may be about memory that its thread has not accessed since the last barrier"


class Walk:
    """Takes a thread through a region, once."""

    def __init__(
        self, program: Program, region: KernelPart, shape: AnyLaunch, unknowns: Unknowns, contents: ContentsOf,
        enter_loop: EnterLoop, made: dict[Term, int], votes: frozenset[int] = frozenset(),
        rejected: Set[Location] | None = frozenset(), watched: MemoryUse | None = None,
    ) -> None:  # fmt: skip
        """At the end of the blocks `votes` all threads of a warp, which come there together, are told the same.
        Candidates for invariants are `rejected` that have been shown to fail; None for all of them. What the thread
        sees in memory is told of the objects that are `watched`."""
        self._votes = votes
        self._watched = watched
        self._view = MemoryView(region.flow, watched.sizes if watched is not None else {})
        self._at_barrier: list[tuple[PointedObject, TermValue]] = []  # read in the barrier invariant at hand
        self._made = made
        self._rejected = rejected
        self._program = program
        self._region = region
        self._types = region.graph.types
        self._shape = shape
        self._unknowns = unknowns
        self._contents = contents
        self._enter_loop = enter_loop
        self.trace = ThreadTrace()
        self.back: dict[int, list[ThreadState]] = {head: [] for head in region.loops}
        self._states: dict[int, list[ThreadState]] = {}
        self._reach: dict[int, TermValue] = {}
        self._state = ThreadState(True)
        self._block = 0
        self._index = 0
        self._exact: Term | None = None  # the result of the operation at hand, if it is noted
        self._others: dict[Term, TermValue] = {}  # values of another thread, and what they are for this one
        self._claiming = False
        self._standing = 0  # where contracts are evaluated that stand elsewhere
        self._result: tuple[RegisterValue, Type] | None = None  # of the function whose postconditions are evaluated
        self._scalings: set[int] = set()  # registers of the block at hand that hold an index times a size

    def run(self, entry: ThreadState) -> ThreadTrace:
        """All paths from the entry of the region on."""
        flow = self._region.flow
        begun = ThreadState(entry.reach, dict(entry.registers))  # a walk goes on in the state that it has
        self._states[self._region.entry] = [self._without_accesses(begun)]
        for base in self._view.sizes:
            self._view.begin(base, self._region.entry, True, self._behind(base, self._region.start))
        for number in flow.order:
            arrived = self._states.pop(number, [])
            if not arrived:
                continue
            state = self._joined(number, arrived)
            if state.reach is False:
                continue
            if number in self._region.loops:
                state = self._enter_loop(number, state)
                if state.reach is False:
                    continue
            self._state, self._block = state, number
            self._scalings.clear()
            if number in self._region.loops:
                self._forget_memory(number)
                wide = (one for one in self._region.contracts.repeated if one.kind.is_function_wide)
                self._claim_again(wide, -1)
            self._take(flow.blocks[number])
        return self.trace

    # ------------------------------------------------------------ control

    def _take(self, block: Block) -> None:
        for index, instruction in enumerate(block.code):
            self._index = index
            self._step(instruction)
        state, end = self._state, block.end
        self._reach[self._block] = state.reach  # with what has become known here
        if block.waits:
            self.trace.barriers[self._block] = ThreadState(state.reach, dict(state.registers))
        if is_barrier(block):
            self._state = state = self._without_accesses(state)
            for base in self._view.sizes:
                if self._begins(base, self._block) == self._block:
                    self._view.begin(base, self._block, state.reach, self._behind(base, self._block))
        if isinstance(end, Goto):
            self._go(end.target, state.reach)
        elif isinstance(end, Branch):
            cond = self._number(end.cond, BOOL)
            self.trace.branches[self._block] = state.reach, cond
            if end.then == end.orelse:
                self._go(end.then, state.reach)
                return
            self._go(end.then, terms.land(state.reach, cond))
            self._go(end.orelse, terms.land(state.reach, terms.lnot(cond)))
        elif isinstance(end, GiveUp):
            self.trace.lost.append(LostThread(state.reach, end.why, end.loc))
        elif isinstance(end, Unreachable) and not self._fails_before(block):
            self._require(False, "assertion", "code is reached that the compiler may assume to be unreachable", end.loc)

    def _fails_before(self, block: Block) -> bool:
        """Does a block end in an assertion that fails whenever it is reached?"""
        return any(isinstance(i, Check | Require) and self._number(i.cond, BOOL) is False for i in block.code[-2:])

    def _go(self, target: int, reach: TermValue) -> None:
        if reach is False:
            return
        state = ThreadState(reach, dict(self._state.registers))
        flow = self._region.flow
        if target in self.back and flow.number[target] <= flow.number[self._block]:
            self.back[target].append(state)
        else:
            self._states.setdefault(target, []).append(state)

    def _joined(self, number: int, arrived: Sequence[ThreadState]) -> ThreadState:
        """The state where paths meet."""
        if len(arrived) == 1:
            return arrived[0]
        reach = self._reach_of(number, arrived)
        arrived = [ThreadState(without(s.reach, reach), s.registers) for s in arrived]
        live = self._region.live.get(number, frozenset())
        registers: dict[int, RegisterValue] = {}
        for register in live:
            choices = [(s.reach, s.registers[register]) for s in arrived if register in s.registers]
            if not choices:
                continue
            if len(choices) < len(arrived):
                unset = self._anything(f"unset{number}.{register}", self._types[register])
                choices.append((terms.lnot(terms.lor(*(reach for reach, _ in choices))), unset))
            registers[register] = chosen(choices, self._types[register])
        return ThreadState(reach, registers)

    def _reach_of(self, number: int, arrived: Sequence[ThreadState]) -> TermValue:
        """Where paths that part at one block all meet, what parted them is forgotten."""
        flow = self._region.flow
        parted = flow.dominator[number]
        if parted in self._reach and parted != number and self._meets(parted, number):
            return self._reach[parted]
        return terms.lor(*(state.reach for state in arrived))

    def _meets(self, parted: int, number: int) -> bool:
        """Do all ways from one block come to another, without a loop between them?"""
        flow = self._region.flow
        between = flow.order[flow.number[parted] + 1 : flow.number[number] + 1]
        if any(block in self._region.loops for block in between):
            return False
        at: int | None = parted
        while at is not None and flow.number[at] < flow.number[number]:
            at = flow.postdominator[at]
        return at == number and self._region.loop_of(parted) == self._region.loop_of(number)

    # ------------------------------------------------------------ values

    def _value(self, operand: Operand) -> RegisterValue:
        match operand:
            case Reg(index=index):
                found = self._state.registers.get(index)
                if found is None:
                    found = self._anything(f"unset{self._block}.{index}", self._types[index])
                return found
            case Const(value=value, type=type):
                if not isinstance(type, PtrType):
                    return value
                return places.to(places.NULL) if not value else places.anywhere("an address that is a number")
            case Symbol(name=name, offset=offset):
                return self._symbol(name, offset)
            case Undef(type=type):
                return self._fresh("undefined", type)

    def _number(self, operand: Operand, type: Type) -> TermValue:
        value = self._value(operand)
        if isinstance(value, PlaceSet):
            value = self._fresh("address", type)
            assert not isinstance(value, PlaceSet)
        return value

    def _place(self, operand: Operand) -> PlaceSet:
        value = self._value(operand)
        return value if isinstance(value, PlaceSet) else places.anywhere("a pointer made of a number")

    def _symbol(self, name: str, offset: int) -> PlaceSet:
        found = self._program.globals.get(name)
        if found is None:
            return places.anywhere(f"the address of {name}")
        if found.space is not Space.SHARED:
            return places.to(("global", name), offset & (1 << 64) - 1)
        if found.dynamic_shared:
            name = next(n for n, one in self._program.globals.items() if one.dynamic_shared)
        return places.to(("shared", name), offset & (1 << 64) - 1)

    def _fresh(self, what: str, type: Type, shared: Shared = Shared.THREAD) -> RegisterValue:
        return self._anything(f"{what}{self._block}.{self._index}", type, shared)

    def _anything(self, name: str, type: Type, shared: Shared = Shared.THREAD) -> RegisterValue:
        if isinstance(type, PtrType):
            return places.anywhere("a pointer out of memory" if name.startswith("load") else "an unknown pointer")
        found = self._unknowns.value(f"{self._region.name}.{name}", type, shared)
        self._made[found] = self._block
        return found

    # ------------------------------------------------------------ instructions

    def _step(self, i: KernelInstruction) -> None:
        if isinstance(i, Call) and isinstance(i.callee, str) and is_word(i.callee):
            value = self._word(i, i.callee)
            if i.dst is not None:
                self._set(i.dst, value)
            return
        match i:
            case Assign():
                scaling = self._is_scaling(i)
                self._set(i.dst, self._noted(i, self._assigned(i)))
                if scaling:
                    self._scalings.add(i.dst)
            case Coordinate():
                self._set(i.dst, self._shape.values[i.variable, i.axis])
            case Alloca():
                self._set(i.dst, places.to(("local", i.dst)))
            case Move():
                self._set(i.dst, self._value(i.source))
            case Check() | Require():
                self._require(self._number(i.cond, BOOL), i.prop, i.text, i.loc)
            case Computed() | Call():
                self._computed(i)
                if isinstance(i, Call) and RESULT.search(i.signature):
                    self._write_result(i)
            case Rendezvous():
                self._meet(i)
            case Barrier() | Dead() | Note():
                pass
            case _:
                self._memory_step(i)

    def _meet(self, i: Rendezvous) -> None:
        if i.mask is not None:
            self.trace.masks[self._block] = self._number(i.mask, I32)
        if i.dst is None:
            return
        told = self._fresh("told", i.type, self._who_is_told(i))
        self._set(i.dst, told)
        if not isinstance(told, Term):
            return
        if i.what[0] in GROUPS:
            self.trace.groups.add(told)
        if self._block in self._votes and i.what[0] == "__ballot_sync":
            self.trace.ballots[told] = terms.apply(Op.NE, BOOL, I32, (self._number(i.payload[0], I32), 0))

    def _who_is_told(self, i: Rendezvous) -> Shared:
        """Who is told the same: between two barriers, threads may be in different rounds of a loop."""
        if i.scope == "block":
            return Shared.BLOCK
        together = not self._region.interval or self._region.loop_of(self._block) is None
        return Shared.WARP if self._block in self._votes and together else Shared.THREAD

    def _memory_step(self, i: KernelInstruction) -> None:
        match i:
            case Load():
                self._set(i.dst, self._loaded(i))
            case Store():
                value = self._value(i.value)
                stored = None if isinstance(value, PlaceSet) else value
                how = AccessKind(True, i.atomic or i.volatile, stored)
                self._access(i.addr, i.type.size, i.loc, how, alignment.required(i))
            case CopyBytes():
                self._access(i.src, i.size, i.loc, READ, i.src_align)
                self._access(i.dst, i.size, i.loc, WRITE, i.dst_align)
            case FillBytes():
                self._access(i.addr, i.size, i.loc, WRITE)
            case BlockAccess():
                self._access(i.addr, i.size, i.loc, WRITE if i.writes else READ, i.align)
            case StorePart() | AtomicStore():  # stand for a part of the access before them
                self._touch(self._place(i.addr))
            case LoadPart():
                self._touch(self._place(i.addr))
                self._set(i.dst, self._contents_at(self._place(i.addr).moved(i.offset), i.type))
            case AtomicLoad():  # with the AtomicStore behind it
                how = AccessKind(True, True, None, i.scope != "block")
                self._access(i.addr, i.type.size, i.loc, how, alignment.natural(i.type))
                self._set(i.dst, self._fresh("atomic", i.type))

    # ------------------------------------------------------------ contracts

    @property
    def _is_contract(self) -> bool:
        """Is the instruction at hand none of the program?"""
        return self._claiming or (self._block, self._index) in self._region.contracts.code

    def _word(self, i: Call, name: str) -> RegisterValue:
        """What a word of a contract stands for."""
        stem = name.rpartition("_")[0]
        if name in ASSUMPTIONS:
            cond = self._number(i.args[0], i.types[0])
            self._assume(name, cond if i.types[0] == BOOL else terms.lnot(terms.equal(cond, 0, i.types[0])), i)
        elif name in KINDS or name == RETURNING:
            self._statement(i, name)
        elif name in LOGGED:
            return self._logged(i, name)
        elif name == POINTER_OFFSET:
            place = self._place(i.args[0])
            return place.targets[0].offset if len(place.targets) == 1 and not place.lost else self._fresh("word", I64)
        elif stem == RETURNED:  # where it stands it has no value, but at the returns of the function
            return self._returned(i)
        elif name != BEGINNING:
            word = name if name in (*SAME, OTHER) else stem
            return self._of_another(name, word, self._number(i.args[0], i.types[0]), i.types[0])
        return True

    def _returned(self, i: Call) -> RegisterValue:
        """The result of a function. Where the word stands it has none, but at the returns."""
        if self._result is None:
            return self._fresh("word", i.ret)
        value, type = self._result
        if type == i.ret:
            return value
        if isinstance(type, BoolType) and isinstance(i.ret, IntType) and not isinstance(value, PlaceSet):
            return terms.apply(Op.ZEXT, i.ret, type, (value,))
        self.trace.lost.append(LostThread(self._state.reach, f"{i.callee} of a result of another type", i.loc))
        return self._fresh("word", i.ret)

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
        if name == RETURNING:
            first, end = (int(a.value) for a in i.args[1:] if isinstance(a, Const))
            promised = (one for one in self._region.contracts.repeated if one.kind is ContractKind.ENSURES)
            ours = (one for one in promised if one.is_of(first, end))
            self._claim_again(ours, self._index, (self._value(i.args[0]), i.types[0]))
        elif KINDS[name] is ContractKind.BARRIER:
            self._barrier_invariant(i)
        elif not KINDS[name].is_repeated:
            self._claim(KINDS[name], self._number(i.args[0], BOOL), i.loc)

    def _assume(self, name: str, cond: TermValue, i: Call) -> None:
        """What a function requires of its callers is shown for those that are seen."""
        if name in REQUIRING and not self._is_of_kernel(i):
            self._claim(ContractKind.INVARIANT, cond, i.loc)
            return
        self.trace.assumed.append(Assumed(self._state.reach, cond, name in REQUIRING, i.loc))
        if self._of_others(cond):
            self._claim(ContractKind.ASSUMED, cond, i.loc)
        else:
            self._state.reach = terms.land(self._state.reach, cond)

    def _is_of_kernel(self, call: Call) -> bool:
        """Does a call stand in the kernel itself, and in no function that it calls?"""
        body = self._region.graph.kernel.body
        return any(isinstance(i, Call) and i.callee == call.callee and i.loc == call.loc for i in body)

    def _claim(self, kind: ContractKind | None, cond: TermValue, loc: Location) -> None:
        """The condition holds here, and is known from here on."""
        if cond is True or (kind and kind.is_candidate and (self._rejected is None or loc in self._rejected)):
            return
        others = self._of_others(cond)
        at = self._standing if self._claiming else self._index
        self.trace.claims.append(ContractClaim(kind, self._state.reach, cond, others, loc, self._block, at))
        if not others:
            self._state.reach = terms.land(self._state.reach, cond)

    def _claim_again(
        self, wanted: Iterable[RepeatedContract], standing: int, result: tuple[RegisterValue, Type] | None = None
    ) -> None:  # fmt: skip
        """Evaluate contracts here, `standing` at an index of the block."""
        for one in wanted:
            registers, outer = dict(self._state.registers), self._result
            self._claiming, self._standing, self._result = True, standing, result
            for index, i in enumerate(one.code[:-1]):
                self._index = -1 - index
                self._step(i)
            self._claim(one.kind, self._number(one.call.args[0], BOOL), one.call.loc)
            self._claiming, self._index, self._result = False, standing, outer
            self._state.registers = registers

    def _barrier_invariant(self, i: Call) -> None:
        """The condition is known of each thread behind the barrier; in an interval it is to be shown in front of it."""
        cond, reads = self._number(i.args[0], BOOL), self._at_barrier
        self._at_barrier = []
        if self._region.interval:
            for base, offset in reads:
                self._claim_access(base, offset, i.loc)
        reach = self._state.reach
        self._claim(ContractKind.BARRIER, cond, i.loc)
        if self._region.interval:
            return
        coordinate = self._shape.values[Builtin.THREAD_IDX, 0]
        unknowns = terms.free_vars(cond) if isinstance(cond, Term) else frozenset()
        own = {one for one in unknowns if self._unknowns.shared(one) is Shared.THREAD}
        for operand in i.args[1:]:
            thread = self._number(operand, I32)
            if self._of_others(thread):  # what another thread claims is known of it
                continue
            if not own <= {coordinate} or not isinstance(coordinate, Term):
                why = "a barrier invariant of other threads may depend on threadIdx.x and on what all of them share"
                self.trace.lost.append(LostThread(reach, why, i.loc))
                return
            there = terms.apply(Op.ULT, BOOL, I32, (thread, self._shape.values[Builtin.BLOCK_DIM, 0]))
            of_it = terms.substitute(cond, {coordinate: thread})
            self._state.reach = terms.land(self._state.reach, terms.implies(there, of_it))

    def _claim_access(self, base: PointedObject, offset: TermValue, loc: Location) -> None:
        """What others may have written since the last barrier is not what the thread sees."""
        assert self._watched is not None
        if self._watched.is_written_in(base, self._region.start):
            places = ((a.where, a.offset) for a in self.trace.accesses if a.base == base)
            cond = accessed(offset, places)
            claim = ContractClaim(ContractKind.BARRIER, self._state.reach, cond, {}, loc, self._block, self._index)
            self.trace.claims.append(replace(claim, text=NOT_ACCESSED))

    def _of_others(self, value: TermValue) -> dict[Term, TermValue]:
        """The values of another thread in a term."""
        unknowns = terms.free_vars(value) if isinstance(value, Term) else frozenset()
        return {unknown: mine for unknown, mine in self._others.items() if unknown in unknowns}

    def _begins(self, base: PointedObject, start: int | None) -> int | None:
        assert self._watched is not None
        return self._watched.begins_at(base, start)

    def _behind(self, base: PointedObject, start: int | None) -> Term:
        """What an object holds behind a barrier."""
        start = self._begins(base, start)
        width = 8 * self._view.sizes[base]
        name = f"contents of {base[1]} behind {'the start' if start is None else start}"
        array = self._unknowns.array(f"{name}.{width}", width, Shared.BLOCK)
        if start is not None and not self._region.interval:
            self._made[array] = start
        return array

    def _forget_memory(self, head: int) -> None:
        """In any round of a loop memory that it changes holds what nothing is known of."""
        assert self._watched is not None or not self._view.sizes
        for base, size in self._view.sizes.items():
            if self._watched is not None and self._watched.may_change_in(base, self._region.loops[head].blocks):
                name = f"{self._region.name}.contents of {base[1]} in loop {head}.{8 * size}"
                array = self._unknowns.array(name, 8 * size, Shared.THREAD)
                self._made[array] = head
                self._view.begin(base, head, self._state.reach, array)

    def _seen(self, base: PointedObject, offset: TermValue, size: int) -> TermValue | None:
        """What the thread sees in an object that is watched. A barrier invariant is about what there is behind it."""
        if self._view.sizes.get(base) != size:
            return None
        barrier = self._region.contracts.code.get((self._block, self._index))
        if barrier is None or self._claiming:
            return self._view.read(base, self._block, offset)
        if self._region.interval:
            self._at_barrier.append((base, offset))
            return self._view.read(base, self._block, offset)
        if self._begins(base, barrier) != barrier:
            return self._view.read(base, self._block, offset)
        return terms.select(self._behind(base, barrier), offset)

    def _other(self, value: TermValue, type: Type) -> TermValue:
        """The value of another thread."""
        found = self._fresh("other", type)
        assert isinstance(found, Term)
        self._others[found] = value
        return found

    def _log(self, place: PlaceSet, how: AccessKind, size: int) -> None:
        """Any byte of any access may be the one that is known of. An atomic function reads, too."""
        registers = self._state.registers
        for number, log in enumerate(self._region.logs):
            for target in place.targets:
                if target.base != log.base or (how.writes != log.writes and not (how.atomic and how.writes)):
                    continue
                this = terms.land(target.cond, self._number_of(self._fresh(f"logged{number}.", BOOL)))
                name = f"{self._region.name}.byte{number}.{self._block}.{self._index}"
                byte = self._unknowns.value(name, I64, Shared.THREAD, 0, size - 1)
                self._made[byte] = self._block
                at = terms.apply(Op.ADD, I64, I64, (target.offset, byte))
                registers[log.flag] = terms.lor(self._number_of(registers[log.flag]), this)
                registers[log.offset] = terms.ite(this, at, self._number_of(registers[log.offset]), I64)

    def _logged(self, i: Call, name: str) -> TermValue:
        """What is known of accesses since the last barrier."""
        place, writes = self._place(i.args[0]), LOGGED[name]
        found: TermValue = self._number_of(self._fresh("word", I64 if name.endswith("bytes") else BOOL))
        if name.endswith("bytes") and (len(place.targets) != 1 or place.targets[0].offset != 0):
            why = f"{name} of a pointer that does not lead to the start of an array"
            self.trace.lost.append(LostThread(self._state.reach, why, i.loc))
        if len(place.targets) == 1 and not place.lost:
            wanted = place.targets[0].base, writes
            self.trace.logged.add(wanted)
            for log in self._region.logs:
                if (log.base, log.writes) == wanted:
                    at = log.offset if name.endswith("bytes") else log.flag
                    found = self._number_of(self._state.registers[at])
        if name.startswith("__no_"):
            return terms.lnot(found)
        return terms.implies(found, self._number(i.args[1], BOOL)) if name.endswith("implies") else found

    def _without_accesses(self, state: ThreadState) -> ThreadState:
        """A state behind a barrier: there are no accesses yet."""
        logs = self._region.logs
        none = {register: value for log in logs for register, value in ((log.flag, False), (log.offset, 0))}
        return ThreadState(state.reach, {**state.registers, **none}) if none else state

    @staticmethod
    def _number_of(value: RegisterValue) -> TermValue:
        assert not isinstance(value, PlaceSet)
        return value

    def _set(self, register: int, value: RegisterValue) -> None:
        self._state.registers[register] = value
        self._scalings.discard(register)

    def _write_result(self, i: Call) -> None:
        """The model of a call writes what its first argument points to, which is a variable of the thread."""
        place = self._place(i.args[0])
        if place.lost or any(target.base[0] != "local" for target in place.targets):
            self.trace.lost.append(LostThread(self._state.reach, f"{LOST_ACCESS} the result of {i.callee}", i.loc))

    def _computed(self, i: Computed | Call) -> None:
        """A function of its arguments alone: the same for all threads if these are."""
        if i.dst is None:
            return
        type = i.type if isinstance(i, Computed) else i.ret
        values = [self._value(arg) for arg in i.args]
        common = min((self._common(value) for value in values), default=Shared.THREAD)
        inside = self._region.loop_of(self._block) is not None
        self._set(i.dst, self._fresh("computed", type, Shared.THREAD if inside else common))

    def _common(self, value: RegisterValue) -> Shared:
        return Shared.THREAD if isinstance(value, PlaceSet) else self._unknowns.common(value)

    def _require(self, cond: TermValue, prop: str, text: str, loc: Location) -> None:
        if prop == "assertion" and self._block in self._region.loops:
            self._claim(None, cond, loc)  # GPUVerify, "Loop invariants": so is an assertion at the head of a loop
        elif cond is not True and not self._is_contract:
            self.trace.requirements.append(Requirement(self._state.reach, cond, prop, text, loc))

    def _is_scaling(self, i: Assign) -> bool:
        """Is it an index times the size of an element, as front ends multiply? No rule of a language checks that."""
        if i.op is Op.NEG and isinstance(i.args[0], Reg):
            return i.args[0].index in self._scalings
        return i.op is Op.MUL and i.type == I64 and not i.checks & _CHECKED

    def _noted(self, i: Assign, value: RegisterValue) -> RegisterValue:
        """The result of an operation. What is computed otherwise than by arithmetic that is noted may wrap around, and
        may be the same term as the result of such arithmetic elsewhere (x << 2 is 4 * x)."""
        exact, self._exact = self._exact, None
        if i.op is Op.COPY:
            return value
        parts = [target.offset for target in value.targets] if isinstance(value, PlaceSet) else [value]
        self.trace.wrapping.update(part for part in parts if isinstance(part, Term) and part is not exact)
        return value

    def _assigned(self, i: Assign) -> RegisterValue:
        if i.op is Op.COPY:
            return self._value(i.args[0])
        if i.op is Op.SELECT and isinstance(i.type, PtrType):
            cond = self._number(i.args[0], BOOL)
            return places.either([(cond, self._place(i.args[1])), (terms.lnot(cond), self._place(i.args[2]))])
        if i.op is Op.PTRADD:
            step = i.args[1]
            scaled = isinstance(step, Const) or (isinstance(step, Reg) and step.index in self._scalings)
            return self._place(i.args[0]).moved(self._number(step, I64), scaled=scaled)
        if isinstance(i.of, PtrType) or isinstance(i.type, PtrType):
            return self._of_pointers(i)
        values = [self._number(arg, BOOL if i.op is Op.SELECT and n == 0 else i.of) for n, arg in enumerate(i.args)]
        if i.op in DIVISIONS:
            nonzero = terms.apply(Op.NE, BOOL, i.of, (values[1], 0))
            self._require(nonzero, "division-by-zero", "an integer is divided by zero", i.loc)
        result = terms.apply(i.op, i.type, i.of, values)
        if any(result is value for value in values):
            self._exact = result if isinstance(result, Term) else None  # a copy of what was computed before
        elif i.op in _WRAPPING and isinstance(result, Term) and isinstance(i.of, IntType) and 32 <= i.of.width <= 64:
            self._arithmetic(i, i.of, values, result)
        return result

    def _arithmetic(self, i: Assign, type: IntType, values: Sequence[TermValue], result: Term) -> None:
        """Note what must hold for the result to be that of mathematics."""
        signed = Checks.SIGNED_OVERFLOW in i.checks
        if not signed and (Checks.UNSIGNED_OVERFLOW not in i.checks or i.op not in (Op.ADD, Op.MUL)):
            return  # below 0 is a mistake more often than a size that is too large
        wide, widen = IntType(2 * type.width), Op.SEXT if signed else Op.ZEXT
        exact = terms.apply(i.op, wide, wide, [terms.apply(widen, wide, type, (value,)) for value in values])
        fits = terms.apply(Op.EQ, BOOL, wide, (exact, terms.apply(widen, wide, type, (result,))))
        if fits is not True:
            self._exact = result
            self.trace.arithmetic.append(Arithmetic(self._state.reach, fits, result, exact, signed, i.loc, self._block))

    def _of_pointers(self, i: Assign) -> RegisterValue:
        """Comparisons and differences of pointers to one object."""
        if i.op is Op.INTTOPTR or len(i.args) < 2:
            return self._fresh("address", i.type)
        a, b = self._place(i.args[0]), self._place(i.args[1])
        if a.lost or b.lost or len(a.targets) != 1 or len(b.targets) != 1:
            return self._fresh("compared", i.type)
        x, y = a.targets[0], b.targets[0]
        if x.base != y.base:
            if i.op in (Op.PTREQ, Op.PTRNE) and places.NULL in (x.base, y.base):
                return i.op is Op.PTRNE  # arrays are there
            return self._fresh("compared", i.type)
        for offset in (x.offset, y.offset):
            # C++17 [expr.add]/4: they point into the array, or behind its end; loops that go down end in front of it.
            near = terms.apply(Op.ADD, I64, I64, (offset, LARGEST_OBJECT))
            inside = terms.apply(Op.ULE, BOOL, I64, (near, 2 * LARGEST_OBJECT))
            self._require(inside, "invalid-pointer", "a pointer that is compared leads far out of its object", i.loc)
            self._state.reach = terms.land(self._state.reach, inside)
        operators = {Op.PTREQ: Op.EQ, Op.PTRNE: Op.NE, Op.PTRLT: Op.SLT, Op.PTRLE: Op.SLE}
        if i.op is Op.PTRDIFF:
            return terms.apply(Op.SUB, I64, I64, (x.offset, y.offset))
        return terms.apply(operators[i.op], BOOL, I64, (x.offset, y.offset))

    # ------------------------------------------------------------ memory

    def _loaded(self, i: Load) -> RegisterValue:
        atomic = i.atomic or i.volatile
        self._access(i.addr, i.type.size, i.loc, AccessKind(False, atomic), alignment.required(i))
        return self._fresh("load", i.type) if atomic else self._contents_at(self._place(i.addr), i.type)

    def _contents_at(self, place: PlaceSet, type: Type) -> RegisterValue:
        """What lies there: a function of the place, if nobody writes the object."""
        if isinstance(type, PtrType | BoolType) or place.lost or len(place.targets) != 1:
            return self._fresh("load", type)
        target = place.targets[0]
        width = 8 * type.size
        seen = self._seen(target.base, target.offset, type.size)
        if seen is not None:
            return terms.apply(Op.BITCAST, type, IntType(width), (seen,)) if isinstance(type, FloatType) else seen
        name = self._contents(target.base, self._block)
        if name is None:
            return self._fresh("load", type)
        shared = Shared.BLOCK if target.base[0] == "shared" else Shared.GRID
        array = self._unknowns.array(f"{name}.{width}", width, shared)
        if shared is not Shared.GRID and not self._region.interval:
            self._made[array] = self._block  # what is seen when this block is passed
        bits = terms.select(array, target.offset)
        if isinstance(type, FloatType):
            return terms.apply(Op.BITCAST, type, IntType(width), (bits,))
        return bits

    def _access(self, addr: Operand, size: int, loc: Location, how: AccessKind, align: int = 1) -> None:
        if self._is_contract:
            return
        reach, place = self._state.reach, self._place(addr)
        self._log(place, how, size)
        self._touch(place)
        if place.lost:
            self.trace.lost.append(LostThread(reach, f"{LOST_ACCESS} {place.lost}", loc))
        for target in place.targets:
            where = terms.land(reach, target.cond)
            if where is False:
                continue
            accesses = self.trace.own if target.base[0] == "local" else self.trace.accesses
            at, scaled = (self._block, self._index), target.scaled
            accesses.append(
                MemoryAccess(where, target.base, target.offset, size, how, loc, at[0], scaled, align, at[1])
            )
            if how.writes and target.base in self._view.sizes:
                self._view.write(target.base, self._block, where, target.offset, self._bits(how.value, size))

    def _bits(self, value: TermValue | None, size: int) -> TermValue:
        """A value that is stored, as a whole number."""
        if value is None or isinstance(value, bool):
            return self._number_of(self._fresh("stored", IntType(8 * size)))
        if isinstance(value, float) or (isinstance(value, Term) and isinstance(type_of(value.sort), FloatType)):
            return terms.apply(Op.BITCAST, IntType(8 * size), FloatType(8 * size), (value,))
        return value

    def _touch(self, place: PlaceSet) -> None:
        """The instruction is about what a pointer may point to."""
        self.trace.touched.setdefault((self._block, self._index), set()).update(place.bases)


def chosen(choices: Sequence[tuple[TermValue, RegisterValue]], type: Type) -> RegisterValue:
    """The value whose condition holds, which is one."""
    if isinstance(type, PtrType):
        return places.either(
            [(c, v if isinstance(v, PlaceSet) else places.anywhere("a pointer made of a number")) for c, v in choices]
        )
    result = choices[-1][1]
    for cond, value in reversed(choices[:-1]):
        assert not isinstance(value, PlaceSet) and not isinstance(result, PlaceSet)
        result = terms.ite(cond, value, result, type)
    return result


def without(cond: TermValue, known: TermValue) -> TermValue:
    """A condition without those of its parts that are parts of one that is known to hold."""
    if not isinstance(cond, Term) or not isinstance(known, Term):
        return cond
    parts = set(terms.conjuncts(known))
    return terms.land(*(part for part in terms.conjuncts(cond) if part not in parts))
