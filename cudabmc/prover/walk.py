"""One way of a thread that is not known through a part of a kernel, on all paths at once.

Blocks are taken in an order in which each comes behind those that lead to it; where paths meet, registers hold what the
path that was taken has put there. Loops are cut: at the head of one, what it changes is what `LoopPlans` say of any
round.
"""

import re
from collections.abc import Callable, Sequence

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
    Reg,
    Return,
    Store,
    Symbol,
    Undef,
    Unreachable,
)
from cudabmc.goto.types import BOOL, I32, I64, I128, BoolType, FloatType, IntType, PtrType, Type, VoidType
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import (
    Approximated,
    AtomicLoad,
    AtomicStore,
    Barrier,
    BlockAccess,
    CommitCopies,
    Computed,
    Coordinate,
    CopyAsync,
    CopyBlock,
    FillBytes,
    GiveUp,
    KernelInstruction,
    LoadPart,
    Move,
    Note,
    Rendezvous,
    Require,
    StorePart,
    WaitForCopies,
)
from cudabmc.prover import copies, places
from cudabmc.prover.contract_words import NOTHING_BELIEVED, Believed, ContractWords, number_of
from cudabmc.prover.contracts import is_word
from cudabmc.prover.events import (
    LOST_ACCESS,
    READ,
    WRITE,
    AccessKind,
    Arithmetic,
    ArithmeticKind,
    AtomicAddition,
    ContentsOf,
    CopyUnderWay,
    LostThread,
    MemoryAccess,
    RegisterValue,
    Requirement,
    ThreadState,
    ThreadTrace,
    chosen,
)
from cudabmc.prover.integers import LARGEST_OBJECT
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.memory_view import SeenMemory, bits_of
from cudabmc.prover.places import PlaceSet, PointedPlace
from cudabmc.prover.short_products import ShortFactors, ShortProducts
from cudabmc.prover.surfaces import is_surface_access, place_in_surface, writes_surface
from cudabmc.prover.tables import Table, Tables, any_element, at_known_place, is_element
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

_WRAPPING = (Op.ADD, Op.SUB, Op.MUL, Op.NEG)
_CHECKED = Checks.SIGNED_OVERFLOW | Checks.UNSIGNED_OVERFLOW
"""Operators that may overflow, as far as that is told."""

RESULT = re.compile(r"\((?:void|\w+) \*result\b")
"""The first parameter of models that write a variable of the thread."""

GROUPS = ("__activemask", "__cudabmc_coalesced_lanes")
"""Models that tell each thread which ones of its warp come there with it, and those the same."""

EnterLoop = Callable[[int, ThreadState], ThreadState]
"""The state in any round of the loop with this head, from that in front of it."""


class Walk:
    """Takes a thread through a region, once."""

    def __init__(
        self, tables: Tables, region: KernelPart, shape: AnyLaunch, unknowns: Unknowns, contents: ContentsOf,
        enter_loop: EnterLoop, made: dict[Term, int], votes: frozenset[int] = frozenset(),
        believed: Believed = NOTHING_BELIEVED,
    ) -> None:  # fmt: skip
        """At the end of the blocks `votes` all threads of a warp, which come there together, are told the same."""
        self._votes = votes
        self.made = made
        self._tables = tables
        self.region = region
        self.shape = shape
        self.unknowns = unknowns
        self._contents = contents
        self._enter_loop = enter_loop
        self.trace = ThreadTrace()
        self.back: dict[int, list[ThreadState]] = {head: [] for head in region.loops}
        self._states: dict[int, list[ThreadState]] = {}
        self._reach: dict[int, TermValue] = {}
        self.state = ThreadState(True)
        self.block = 0
        self.index = 0
        self._exact: Term | None = None  # the result of the operation at hand, if it is noted
        self._memory = SeenMemory(believed.watched, region, unknowns, made)
        self.trace.contents = self._memory.arrays
        self._contracts = ContractWords(self, believed, self._memory, contents)
        self._scalings: set[int] = set()  # registers of the block at hand that hold an index times a size
        self._short_products = ShortProducts()

    def run(self, entry: ThreadState) -> ThreadTrace:
        """All paths from the entry of the region on."""
        flow = self.region.flow
        begun = ThreadState(entry.reach, dict(entry.registers))  # a walk goes on in the state that it has
        start = self.region.start
        if start is None or is_barrier(self.region.graph.blocks[start]):
            begun = self._contracts.behind_barrier(begun)
        self._states[self.region.entry] = [begun]
        self._memory.begin()
        for number in flow.order:
            arrived = self._states.pop(number, [])
            if not arrived:
                continue
            state = self._joined(number, arrived)
            if state.reach is False:
                continue
            if number in self.region.loops:
                state = self._entered(number, state)
                if state.reach is False:
                    continue
            self.state, self.block = state, number
            self._scalings.clear()
            self._short_products.clear()
            if number in self.region.loops:
                self._memory.forget(number, state.reach)
                self._contracts.at_head()
            self._take(flow.blocks[number])
        return self.trace

    def _entered(self, head: int, before: ThreadState) -> ThreadState:
        """The state at the head of a loop, in any of its rounds. None that starts copies begins with others under way:
        they are those of one round."""
        state = self._enter_loop(head, before)
        state.copies = before.copies
        if self._starts_copies(head):
            self.trace.lost += copies.left_under_way(before, "in front of a loop with others")
            state.copies = ()
        return state

    def _starts_copies(self, head: int) -> bool:
        return copies.starts_copies(self.region.flow.blocks[number] for number in self.region.loops[head].blocks)

    # ------------------------------------------------------------ control

    def _take(self, block: Block) -> None:
        for index, instruction in enumerate(block.code):
            self.index = index
            self.step(instruction)
        state, end = self.state, block.end
        self._reach[self.block] = state.reach  # with what has become known here
        if block.waits:
            self.trace.barriers[self.block] = ThreadState(state.reach, dict(state.registers))
        if isinstance(end, Return):
            self.trace.said.ended.append(state.reach)
            self.trace.lost += copies.left_under_way(state, "when the thread ends or waits for others")
        if is_barrier(block):
            self.state = state = self._contracts.behind_barrier(state)
            self._memory.behind(self.block, state.reach)
        if isinstance(end, Goto):
            self._go(end.target, state.reach)
        elif isinstance(end, Branch):
            cond = self.number(end.cond, BOOL)
            self.trace.branches[self.block] = state.reach, cond
            if end.then == end.orelse:
                self._go(end.then, state.reach)
                return
            self._go(end.then, terms.land(state.reach, cond))
            self._go(end.orelse, terms.land(state.reach, terms.lnot(cond)))
        elif isinstance(end, GiveUp):
            self.trace.said.ended.append(state.reach)
            self.trace.lost.append(LostThread(state.reach, end.why, end.loc))
        elif isinstance(end, Unreachable) and not self._fails_before(block):
            self._require(False, "assertion", "code is reached that the compiler may assume to be unreachable", end.loc)

    def _fails_before(self, block: Block) -> bool:
        """Does a block end in an assertion that fails whenever it is reached?"""
        return any(isinstance(i, Check | Require) and self.number(i.cond, BOOL) is False for i in block.code[-2:])

    def _go(self, target: int, reach: TermValue) -> None:
        if reach is False:
            return
        state = ThreadState(reach, dict(self.state.registers), self.state.copies)
        flow = self.region.flow
        if target in self.back and flow.number[target] <= flow.number[self.block]:
            self.back[target].append(state)
            if state.copies and self._starts_copies(target):
                self.trace.lost += copies.left_under_way(state, "when a loop begins again")
        else:
            self._states.setdefault(target, []).append(state)

    def _joined(self, number: int, arrived: Sequence[ThreadState]) -> ThreadState:
        """The state where paths meet."""
        if len(arrived) == 1:
            return arrived[0]
        reach = terms.land(self._reach_of(number, arrived), *self._contracts.told_before(number))
        arrived = [ThreadState(without(s.reach, reach), s.registers, s.copies) for s in arrived]
        live = self.region.live.get(number, frozenset())
        registers: dict[int, RegisterValue] = {}
        for register in live:
            choices = [(s.reach, s.registers[register]) for s in arrived if register in s.registers]
            if not choices:
                continue
            if len(choices) < len(arrived):
                unset = self._anything(f"unset{number}.{register}", self.region.graph.types[register])
                choices.append((terms.lnot(terms.lor(*(reach for reach, _ in choices))), unset))
            registers[register] = chosen(choices, self.region.graph.types[register])
        return ThreadState(reach, registers, copies.joined(arrived))

    def _reach_of(self, number: int, arrived: Sequence[ThreadState]) -> TermValue:
        """Where paths that part at one block all meet, what parted them is forgotten."""
        flow = self.region.flow
        parted = flow.dominator[number]
        if parted in self._reach and parted != number and self._meets(parted, number):
            return self._reach[parted]
        return terms.lor(*(state.reach for state in arrived))

    def _meets(self, parted: int, number: int) -> bool:
        """Do all ways from one block come to another, without a loop between them?"""
        flow = self.region.flow
        between = flow.order[flow.number[parted] + 1 : flow.number[number] + 1]
        if any(block in self.region.loops for block in between):
            return False
        at: int | None = parted
        while at is not None and flow.number[at] < flow.number[number]:
            at = flow.postdominator[at]
        return at == number and self.region.loop_of(parted) == self.region.loop_of(number)

    # ------------------------------------------------------------ values

    def value(self, operand: Operand) -> RegisterValue:
        match operand:
            case Reg(index=index):
                found = self.state.registers.get(index)
                if found is None:
                    found = self._anything(f"unset{self.block}.{index}", self.region.graph.types[index])
                return found
            case Const(value=value, type=type):
                if not isinstance(type, PtrType):
                    return value
                return places.to(places.NULL) if not value else places.anywhere("an address that is a number")
            case Symbol(name=name, offset=offset):
                return places.of_symbol(name, offset, self._tables.program.globals)
            case Undef(type=type):
                return self.fresh("undefined", type)

    def number(self, operand: Operand, type: Type) -> TermValue:
        value = self.value(operand)
        if isinstance(value, PlaceSet):
            value = self.fresh("address", type)
            assert not isinstance(value, PlaceSet)
        return value

    def place(self, operand: Operand) -> PlaceSet:
        value = self.value(operand)
        return value if isinstance(value, PlaceSet) else places.anywhere("a pointer made of a number")

    def fresh(self, what: str, type: Type, shared: Shared = Shared.THREAD) -> RegisterValue:
        return self._anything(f"{what}{self.block}.{self.index}", type, shared)

    def _anything(self, name: str, type: Type, shared: Shared = Shared.THREAD) -> RegisterValue:
        if isinstance(type, PtrType):
            return places.anywhere("a pointer out of memory" if name.startswith("load") else "an unknown pointer")
        found = self.unknowns.value(f"{self.region.name}.{name}", type, shared)
        self.made[found] = self.block
        return found

    # ------------------------------------------------------------ instructions

    def step(self, i: KernelInstruction) -> None:
        if isinstance(i, Call) and isinstance(i.callee, str) and is_word(i.callee):
            value = self._contracts.word(i, i.callee)
            if i.dst is not None:
                self._set(i.dst, value)
            return
        match i:
            case Assign():
                scaling, short = self._is_scaling(i), self._short_products.made(i, self.number)
                self._set(i.dst, self._noted(i, self._assigned(i)))
                if scaling:
                    self._scalings.add(i.dst)
                self._short_products.hold(i.dst, short)
            case Coordinate():
                self._set(i.dst, self.shape.values[i.variable, i.axis])
            case Alloca():
                self._set(i.dst, places.to(("local", i.dst)))
            case Move():
                self._set(i.dst, self.value(i.source))
            case Check() | Require():
                self._require(self.number(i.cond, BOOL), i.prop, i.text, i.loc)
            case Computed() | Call():
                self._computed(i)
                if isinstance(i, Call):
                    self._besides(i)
            case Approximated():
                self._set(i.dst, self.fresh("approximated", i.type))
            case Barrier() | Rendezvous():
                self._wait(i)
            case Dead() | Note():
                pass
            case _:
                self._memory_step(i)

    def _wait(self, i: Barrier | Rendezvous) -> None:
        """If others may rely on what the thread has done, its copies must be over."""
        if isinstance(i, Barrier) or i.orders or i.scope == "block":
            self.trace.lost += copies.left_under_way(self.state, "when the thread waits for others")
            self.state.copies = ()
        if isinstance(i, Rendezvous):
            self._meet(i)

    def _meet(self, i: Rendezvous) -> None:
        if i.mask is not None:
            self.trace.masks[self.block] = self.number(i.mask, I32)
        if i.dst is None:
            return
        told = self.fresh("told", i.type, self._who_is_told(i))
        self._set(i.dst, told)
        if not isinstance(told, Term):
            return
        if i.what[0] in GROUPS:
            self.trace.groups.add(told)
        if self.block in self._votes and i.what[0] == "__ballot_sync":
            self.trace.ballots[told] = terms.apply(Op.NE, BOOL, I32, (self.number(i.payload[0], I32), 0))

    def _who_is_told(self, i: Rendezvous) -> Shared:
        """Who is told the same: between two barriers, threads may be in different rounds of a loop."""
        if i.scope == "block":
            return Shared.BLOCK
        together = not self.region.interval or self.region.loop_of(self.block) is None
        return Shared.WARP if self.block in self._votes and together else Shared.THREAD

    def _memory_step(self, i: KernelInstruction) -> None:
        match i:
            case Load():
                self._set(i.dst, self._loaded(i))
            case Store():
                value = self.value(i.value)
                stored = None if isinstance(value, PlaceSet) else value
                how = AccessKind(True, i.atomic or i.volatile, stored)
                self._access(i.addr, i.type.size, i.loc, how, alignment.required(i))
            case CopyBytes():
                self._access(i.src, i.size, i.loc, READ, i.src_align)
                self._access(i.dst, i.size, i.loc, WRITE, i.dst_align)
            case FillBytes():
                self._access(i.addr, i.size, i.loc, WRITE)
            case CopyBlock():
                self._accesses_of_copy(self.number(i.size, I64), self.place(i.dst), self.place(i.src), i.loc)
            case CopyAsync():
                self._copy(i)
            case CommitCopies():
                copies.committed(self.state)
            case WaitForCopies():
                copies.waited(self.state, self.number(i.prior, I64))
            case BlockAccess():
                self._access(i.addr, i.size, i.loc, WRITE if i.writes else READ, i.align)
            case StorePart() | AtomicStore():  # stand for a part of the access before them
                self._touch(self.place(i.addr))
                if isinstance(i, AtomicStore):
                    self._note_addition(i)
            case LoadPart():
                self._touch(self.place(i.addr))
                self._set(i.dst, self._contents_at(self.place(i.addr).moved(i.offset), i.type))
            case AtomicLoad():  # with the AtomicStore behind it
                how = AccessKind(True, True, None, i.scope != "block")
                self._access(i.addr, i.type.size, i.loc, how, alignment.natural(i.type))
                self._set(i.dst, self.fresh("atomic", i.type))

    def _note_addition(self, i: AtomicStore) -> None:
        """The atomic function that ends here may be an addition."""
        code = self.region.flow.blocks[self.block].code
        begun = next(n for n in range(self.index, -1, -1) if isinstance(code[n], AtomicLoad))
        read = code[begun]
        assert isinstance(read, AtomicLoad)
        place, value, type = self.place(read.addr), self.value(Reg(read.dst)), read.type
        if not isinstance(value, Term) or not isinstance(type, IntType) or place.lost or len(place.targets) != 1:
            return
        (target,) = place.targets
        step = terms.apply(Op.SUB, type, type, (self.number(i.value, type), value))
        if not isinstance(step, int) or not 0 < step < 1 << (type.width - 1):
            return
        if i.where == Const(True, BOOL) and target.cond is True:
            self.trace.additions.append(
                AtomicAddition(value, target.base, target.offset, type, step, read.scope != "block",
                       (self.block, begun), read.loc)
            )  # fmt: skip

    def _set(self, register: int, value: RegisterValue) -> None:
        self.state.registers[register] = value
        self._scalings.discard(register)
        self._short_products.forget(register)

    def _besides(self, i: Call) -> None:
        """What the model of a call does besides having a value."""
        if RESULT.search(i.signature):
            self._write_result(i)
        if is_surface_access(i.signature):
            arguments = [self.number(arg, type) for arg, type in zip(i.args[1:], i.types[1:], strict=True)]
            place, size = place_in_surface(i, arguments, self.unknowns)
            self._access_to(place, size, i.loc, WRITE if writes_surface(i) else READ)

    def _write_result(self, i: Call) -> None:
        """The model of a call writes what its first argument points to, which is a variable of the thread."""
        place = self.place(i.args[0])
        if place.lost or any(target.base[0] != "local" for target in place.targets):
            self.trace.lost.append(LostThread(self.state.reach, f"{LOST_ACCESS} the result of {i.callee}", i.loc))

    def _computed(self, i: Computed | Call) -> None:
        """A function of its arguments alone: the same for all threads if these are."""
        if i.dst is None:
            return
        type = i.type if isinstance(i, Computed) else i.ret
        values = [self.value(arg) for arg in i.args]
        common = min((self._common(value) for value in values), default=Shared.THREAD)
        inside = self.region.loop_of(self.block) is not None
        self._set(i.dst, self.fresh("computed", type, Shared.THREAD if inside else common))

    def _common(self, value: RegisterValue) -> Shared:
        return Shared.THREAD if isinstance(value, PlaceSet) else self.unknowns.common(value)

    def _require(self, cond: TermValue, prop: str, text: str, loc: Location) -> None:
        if prop == "assertion" and self.block in self.region.loops:  # it is an invariant (GPUVerify, "Loop invariants")
            self._contracts.claim(None, cond, loc)
        elif cond is not True and not self._contracts.is_at_hand:
            self.trace.requirements.append(Requirement(self.state.reach, cond, prop, text, loc))

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
            return self.value(i.args[0])
        if i.op is Op.SELECT and isinstance(i.type, PtrType):
            cond = self.number(i.args[0], BOOL)
            return places.either([(cond, self.place(i.args[1])), (terms.lnot(cond), self.place(i.args[2]))])
        if i.op is Op.PTRADD:
            step = i.args[1]
            scaled = isinstance(step, Const) or (isinstance(step, Reg) and step.index in self._scalings)
            return self.place(i.args[0]).moved(self.number(step, I64), scaled=scaled)
        if isinstance(i.of, PtrType) or isinstance(i.type, PtrType):
            return self._of_pointers(i)
        values = [self.number(arg, BOOL if i.op is Op.SELECT and n == 0 else i.of) for n, arg in enumerate(i.args)]
        if i.op in DIVISIONS:
            nonzero = terms.apply(Op.NE, BOOL, i.of, (values[1], 0))
            self._require(nonzero, "division-by-zero", "an integer is divided by zero", i.loc)
        result = terms.apply(i.op, i.type, i.of, values)
        if any(result is value for value in values):
            self._exact = result if isinstance(result, Term) else None  # a copy of what was computed before
        elif i.op in _WRAPPING and isinstance(result, Term) and isinstance(i.of, IntType) and 32 <= i.of.width <= 64:
            factors = self._short_products.factors(i)
            if factors is not None:
                self._short_product(i, factors, result)
            else:
                self._arithmetic(i, i.of, values, result)
        elif i.op is Op.TRUNC and isinstance(result, Term) and (i.of, i.type) == (I64, I32):
            self._cut(i, values[0], result)
        return result

    def _cut(self, i: Assign, value: TermValue, result: Term) -> None:
        """Note what must hold for a number with 64 bits to be the same as an int."""
        fits = terms.apply(Op.EQ, BOOL, I64, (value, terms.apply(Op.SEXT, I64, I32, (result,))))
        if fits is not True and not self._contracts.is_binding:
            self._exact = result
            exact = terms.apply(Op.SEXT, I128, I64, (value,))  # which has room for a value
            cut = Arithmetic(self.state.reach, fits, result, exact, True, i.loc, self.block, ArithmeticKind.CUT)
            self.trace.arithmetic.append(cut)

    def _arithmetic(self, i: Assign, type: IntType, values: Sequence[TermValue], result: Term) -> None:
        """Note what must hold for the result to be that of mathematics."""
        signed = Checks.SIGNED_OVERFLOW in i.checks
        if not signed and (Checks.UNSIGNED_OVERFLOW not in i.checks or i.op not in (Op.ADD, Op.MUL)):
            return  # below 0 is a mistake more often than a size that is too large
        wide, widen = IntType(2 * type.width), Op.SEXT if signed else Op.ZEXT
        exact = terms.apply(i.op, wide, wide, [terms.apply(widen, wide, type, (value,)) for value in values])
        fits = terms.apply(Op.EQ, BOOL, wide, (exact, terms.apply(widen, wide, type, (result,))))
        if fits is not True and not self._contracts.is_binding:
            self._exact = result
            self.trace.arithmetic.append(Arithmetic(self.state.reach, fits, result, exact, signed, i.loc, self.block))

    def _short_product(self, i: Assign, factors: ShortFactors, result: Term) -> None:
        """Note what must hold for a product of the low bits of numbers to be that of the numbers."""
        widen = Op.SEXT if factors.signed else Op.ZEXT
        exact = terms.apply(Op.MUL, I64, I64, [terms.apply(widen, I64, I32, (one,)) for one in factors.numbers])
        fits = terms.apply(Op.EQ, BOOL, I64, (exact, terms.apply(widen, I64, I32, (result,))))
        if fits is not True and not self._contracts.is_binding:
            self._exact = result
            of = self.state.reach, fits, result, exact, factors.signed, i.loc, self.block
            self.trace.arithmetic.append(Arithmetic(*of, ArithmeticKind.SHORT))

    def _of_pointers(self, i: Assign) -> RegisterValue:
        """Comparisons and differences of pointers to one object."""
        if i.op is Op.INTTOPTR or len(i.args) < 2:
            return self.fresh("address", i.type)
        a, b = self.place(i.args[0]), self.place(i.args[1])
        if a.lost or b.lost or len(a.targets) != 1 or len(b.targets) != 1:
            return self.fresh("compared", i.type)
        x, y = a.targets[0], b.targets[0]
        if x.base != y.base:
            if i.op in (Op.PTREQ, Op.PTRNE) and places.NULL in (x.base, y.base):
                return i.op is Op.PTRNE  # arrays are there
            return self.fresh("compared", i.type)
        for offset in (x.offset, y.offset):
            # C++17 [expr.add]/4: they point into the array, or behind its end; loops that go down end in front of it.
            near = terms.apply(Op.ADD, I64, I64, (offset, LARGEST_OBJECT))
            inside = terms.apply(Op.ULE, BOOL, I64, (near, 2 * LARGEST_OBJECT))
            self._require(inside, "invalid-pointer", "a pointer that is compared leads far out of its object", i.loc)
            if not self._contracts.is_at_hand:  # which nothing evaluates
                self.state.reach = terms.land(self.state.reach, inside)
        operators = {Op.PTREQ: Op.EQ, Op.PTRNE: Op.NE, Op.PTRLT: Op.SLT, Op.PTRLE: Op.SLE}
        if i.op is Op.PTRDIFF:
            return terms.apply(Op.SUB, I64, I64, (x.offset, y.offset))
        return terms.apply(operators[i.op], BOOL, I64, (x.offset, y.offset))

    # ------------------------------------------------------------ memory

    def _loaded(self, i: Load) -> RegisterValue:
        atomic = i.atomic or i.volatile
        self._access(i.addr, i.type.size, i.loc, AccessKind(False, atomic), alignment.required(i))
        return self.fresh("load", i.type) if atomic else self._contents_at(self.place(i.addr), i.type)

    def _contents_at(self, place: PlaceSet, type: Type) -> RegisterValue:
        """What lies there: a function of the place, if nobody writes the object."""
        if isinstance(type, PtrType | BoolType | VoidType) or place.lost or len(place.targets) != 1:
            return self.fresh("load", type)
        target = place.targets[0]
        width = 8 * type.size
        seen = self._contracts.seen(target.base, target.offset, type)
        if seen is not None:
            return terms.apply(Op.BITCAST, type, IntType(width), (seen,)) if isinstance(type, FloatType) else seen
        element = self._tables.element(target, type, (self.block, self.index))
        if element is not None and isinstance(type, IntType):
            return self._element(*element, target, type)
        name = self._contents(target.base, self.block)
        if name is None:
            return self.fresh("load", type)
        shared = Shared.BLOCK if target.base[0] == "shared" else Shared.GRID
        array = self.unknowns.array(f"{name}.{width}", width, shared)
        if shared is not Shared.GRID and not self.region.interval:
            self.made[array] = self.block  # what is seen when this block is passed
        bits = terms.select(array, target.offset)
        if isinstance(type, FloatType):
            return terms.apply(Op.BITCAST, type, IntType(width), (bits,))
        known = self._tables.contents.at(target.base, target.offset, type) if isinstance(type, IntType) else None
        if known is not None and isinstance(type, IntType):
            self.state.reach = terms.land(self.state.reach, *known.holds(bits, type))
        return bits

    def _element(self, table: Table, inside: TermValue, target: PointedPlace, type: IntType) -> TermValue:
        """An element of a table, or anything where the load is not `inside`."""
        known = at_known_place(table, target.offset)
        if known is not None:
            return known
        if target.base[0] == "global":  # all threads see the same
            array = self.unknowns.array(f"contents of global {target.base[1]}.{type.width}", type.width, Shared.GRID)
            value = terms.select(array, target.offset)
            is_one = terms.implies(inside, is_element(table, value, type))
            self.state.reach = terms.land(self.state.reach, is_one)
            return value
        name = f"{self.region.name}.element{self.block}.{self.index}"
        which = self.unknowns.value(name, type, Shared.THREAD, 0, table.numbers[2])
        self.made[which] = self.block
        other = 0 if inside is True else number_of(self.fresh("load", type))
        return terms.ite(inside, any_element(table, which, type), other, type)

    def _access(self, addr: Operand, size: int, loc: Location, how: AccessKind, align: int = 1) -> None:
        if not self._contracts.is_at_hand:
            self._access_to(self.place(addr), size, loc, how, align)

    def _access_to(self, place: PlaceSet, size: int, loc: Location, how: AccessKind, align: int = 1) -> None:
        reach = self.state.reach
        self._contracts.log(place, how, size)
        self._touch(place)
        if place.lost:
            self.trace.lost.append(LostThread(reach, f"{LOST_ACCESS} {place.lost}", loc))
        for target in place.targets:
            where = terms.land(reach, target.cond)
            if where is False:
                continue
            accesses = self.trace.own if target.base[0] == "local" else self.trace.accesses
            at, scaled = (self.block, self.index), target.scaled
            access = MemoryAccess(where, target.base, target.offset, size, how, loc, at[0], scaled, align, at[1])
            accesses.append(access)
            self.trace.copied += copies.touched(self.state.copies, access)
            if how.writes and target.base in self._memory.sizes:
                value = self._bits(how.value, size)
                self._memory.write(target.base, self.block, where, target.offset, value)

    def _copy(self, i: CopyAsync) -> None:
        """A copy beside the thread: of its own accesses, those from here on may get in its way."""
        size, reach = self.number(i.size, I64), self.state.reach
        to, source = self.place(i.dst), self.place(i.src)
        if any(base[0] == "local" for base in (*to.bases, *source.bases)):
            self.trace.lost.append(LostThread(reach, "an asynchronous copy of a variable of the thread", i.loc))
            return
        begun = len(self.trace.accesses)
        self._accesses_of_copy(size, to, source, i.loc)
        started = (CopyUnderWay(access.where, access) for access in self.trace.accesses[begun:])
        self.state.copies = (*self.state.copies, *started)

    def _accesses_of_copy(self, size: TermValue, to: PlaceSet, source: PlaceSet, loc: Location) -> None:
        """Of a size that is not known, any byte is accessed."""
        reach, known = self.state.reach, int(size) if not isinstance(size, Term) else None
        if known is None:
            byte = number_of(self.fresh("byte", I64))
            self.state.reach = terms.land(reach, terms.apply(Op.ULT, BOOL, I64, (byte, size)))
            to, source = to.moved(byte), source.moved(byte)
        if known != 0:
            self._access_to(source, known or 1, loc, READ)
            self._access_to(to, known or 1, loc, WRITE)
        self.state.reach = reach

    def _bits(self, value: TermValue | None, size: int) -> TermValue:
        """A value that is stored, as a whole number."""
        told = bits_of(value, size)
        return number_of(self.fresh("stored", IntType(8 * size))) if told is None else told

    def _touch(self, place: PlaceSet) -> None:
        """The instruction is about what a pointer may point to."""
        self.trace.touched.setdefault((self.block, self.index), set()).update(place.bases)


def without(cond: TermValue, known: TermValue) -> TermValue:
    """A condition without those of its parts that are parts of one that is known to hold."""
    if not isinstance(cond, Term) or not isinstance(known, Term):
        return cond
    parts = set(terms.conjuncts(known))
    return terms.land(*(part for part in terms.conjuncts(cond) if part not in parts))
