"""One whole block of a kernel, run with any contents of arrays: the extents of blocks are numbers, and nothing else is.

The kernel has no races, so that what the block does is the same in any order of its threads between two barriers: they
run one after the other. Where a condition is not a number, a thread takes both ways up to where they meet, one after
the other (Kuznetsov et al., Efficient State Merging in Symbolic Execution, PLDI 2012). Loops have as many rounds as
numbers tell.

    for (i = t; i < 512; i += blockDim.x)      thread 3 of 256: total = in[3] + in[259]
        total += in[i]
"""

from collections.abc import Callable, Mapping
from itertools import product

from cudabmc import terms
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    Const,
    Dead,
    Goto,
    Load,
    Operand,
    Reg,
    Return,
    Store,
    Symbol,
)
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type, VoidType
from cudabmc.kernel.instructions import (
    Barrier,
    BlockAccess,
    Builtin,
    Coordinate,
    KernelInstruction,
    LoadPart,
    Move,
    Note,
    Require,
    StorePart,
)
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.block_memory import BlockMemory, TurnOfThread, UntoldError
from cudabmc.prover.events import RegisterValue, chosen
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.prover.proof import PROVABLE
from cudabmc.prover.pure_calls import PureCalls
from cudabmc.terms import Kind, Term, TermValue
from cudabmc.terms.term import lower

MOST_STEPS = 1_500_000
"""Instructions that all threads of a block run: some ten seconds."""

MOST_NESTED = 100
"""Conditions that are not numbers, each behind another one."""


@dataclass(frozen=True, slots=True)
class BlockOfLaunch:
    """The block that is run: what built-in variables are for its threads, but for threadIdx. `mark` tells what is
    unknown of one kernel alone, such as what lies in shared memory at the start."""

    values: Mapping[tuple[Builtin, int], TermValue]
    calls: PureCalls
    mark: str

    @property
    def extents(self) -> tuple[int, int, int]:
        """Those of the block, which are numbers."""
        x, y, z = (self.values[Builtin.BLOCK_DIM, axis] for axis in range(3))
        assert type(x) is type(y) is type(z) is int
        return x, y, z


@dataclass(slots=True)
class _Thread:
    """A thread, and the block of the graph that it comes to next; None if it has ended."""

    number: int
    place: tuple[int, int, int]
    registers: dict[int, RegisterValue]
    next: int | None = 0


class BlockRun:
    """Runs the block, once."""

    def __init__(self, kernel: LeftByKernel, block: BlockOfLaunch) -> None:
        self.memory: dict[PointedObject, BlockMemory] = {}
        """What lies in objects that are accessed."""
        self._kernel = kernel
        self._block = block
        self._flow = kernel.walked.region.flow
        self._live = kernel.walked.region.live
        self._types = kernel.walked.region.graph.types
        self._barriers = 0
        self._steps = 0
        self._fresh = 0
        self._own: dict[tuple[int, int], BlockMemory] = {}  # the variables of threads that lie in memory
        self._floats: dict[Term, TermValue] = {}  # that bits were made of
        self._thread = _Thread(0, (0, 0, 0), {})
        self._cond: TermValue = True  # under which the thread comes to where it is
        self._known = terms.Assumption(terms.NO_FACTS)  # that it holds
        self._nested = 0

    def run(self) -> None:
        """Run all threads to their ends. Raises UntoldError."""
        width, height, depth = self._block.extents
        threads = [
            _Thread(number, (x, y, z), dict(self._kernel.given))
            for number, (z, y, x) in enumerate(product(range(depth), range(height), range(width)))
        ]
        while any(thread.next is not None for thread in threads):
            for thread in threads:
                self._thread = thread
                thread.next = self._to_barrier(thread.next)
            if len({thread.next for thread in threads}) > 1:
                raise UntoldError("threads of a block may wait at different barriers")
            self._barriers += 1

    @property
    def left(self) -> dict[PointedObject, BlockMemory]:
        """What has been written that lies in memory behind the kernel."""
        return {base: memory for base, memory in self.memory.items() if base[0] != "shared" and memory.left}

    # ------------------------------------------------------------ control

    def _to_barrier(self, number: int | None) -> int | None:
        """The block behind the next barrier; None if the thread ends before."""
        while number is not None:
            block = self._flow.blocks[number]
            if block.code and isinstance(block.code[-1], Barrier):
                self._take(number, block.code[:-1])
                assert isinstance(block.end, Goto), "so a barrier ends its block"
                return block.end.target
            self._take(number, block.code)
            number = self._behind(number)
        return None

    def _up_to(self, number: int | None, end: int | None) -> None:
        """The thread goes from one block to another one, under a condition."""
        while number != end and number is not None:
            code = self._flow.blocks[number].code
            self._take(number, code)
            number = self._behind(number)

    def _behind(self, number: int) -> int | None:
        """The block that comes next, or the one where all ways from here meet; None behind the end."""
        end = self._flow.blocks[number].end
        match end:
            case Goto():
                return end.target
            case Return():
                return None
            case Branch():
                cond = self._known.value(self._number(end.cond))
                if isinstance(cond, Term):
                    return self._both_ways(number, end, cond)
                return end.then if cond else end.orelse
        raise UntoldError("nothing is known of what a thread does")

    def _both_ways(self, number: int, end: Branch, cond: Term) -> int | None:
        if self._nested >= MOST_NESTED:
            raise UntoldError(f"{end.loc}: a loop whose rounds no number tells")
        meet = self._flow.postdominator[number]
        before, known, thread = self._cond, self._known, self._thread
        registers = thread.registers
        left = list[dict[int, RegisterValue]]()
        self._nested += 1
        for target, holds in ((end.then, cond), (end.orelse, terms.lnot(cond))):
            thread.registers, self._cond = dict(registers), terms.land(before, holds)
            self._known = terms.Assumption(known.facts.holding(holds))
            if self._cond is not False:
                self._up_to(target, meet)
            left.append(thread.registers)
        self._nested -= 1
        self._cond, self._known = before, known
        thread.registers = {} if meet is None else self._joined(meet, cond, *left)
        return meet

    def _joined(
        self, meet: int, cond: Term, then: dict[int, RegisterValue], orelse: dict[int, RegisterValue]
    ) -> dict[int, RegisterValue]:  # fmt: skip
        """What registers hold where two ways meet."""
        found = dict[int, RegisterValue]()
        for register in self._live.get(meet, ()):
            if register not in then and register not in orelse:
                continue
            type = self._types[register]
            a, b = (one[register] if register in one else self._anything(type) for one in (then, orelse))
            found[register] = a if a is b else chosen([(cond, a), (terms.lnot(cond), b)], type)
        return found

    # ------------------------------------------------------------ instructions

    def _take(self, number: int, code: list[KernelInstruction]) -> None:
        self._steps += len(code) + 1
        if self._steps > MOST_STEPS:
            raise UntoldError("a block of the kernel runs too many instructions")
        for i in code:
            step = _STEPS.get(i.__class__)
            if step is None:
                raise UntoldError(f"{i.loc}: what this does is not told of a whole block")
            step(self, i)

    def assign(self, i: Assign) -> None:
        """dst = an operation."""
        if i.op is Op.PTRADD:
            result: RegisterValue = self._place(i.args[0]).moved(self._number(i.args[1]))
        elif i.op is Op.COPY:
            result = self._value(i.args[0])
        elif isinstance(i.type, PtrType) and i.op is Op.SELECT:
            cond = self._number(i.args[0])
            if not isinstance(cond, Term):
                result = self._value(i.args[1 if cond else 2])
            else:
                both = (cond, self._place(i.args[1])), (terms.lnot(cond), self._place(i.args[2]))
                result = places.either(both)
        elif isinstance(i.of, PtrType) or isinstance(i.type, PtrType):
            raise UntoldError(f"{i.loc}: an operation on pointers")
        else:
            values = [self._number(arg) for arg in i.args]
            if i.op in DIVISIONS and values[1] == 0:
                result = self._anything(i.type)  # which is done nowhere, since the kernel divides by 0 nowhere
            else:
                result = terms.apply(i.op, i.type, i.of, values)
        self._thread.registers[i.dst] = result

    def coordinate(self, i: Coordinate) -> None:
        """dst = a component of a built-in variable."""
        if i.variable is Builtin.THREAD_IDX:
            self._thread.registers[i.dst] = self._thread.place[i.axis]
        else:
            self._thread.registers[i.dst] = self._block.values[i.variable, i.axis]

    def move(self, i: Move) -> None:
        """dst = what another register holds."""
        self._thread.registers[i.dst] = self._value(i.source)

    def alloca(self, i: Alloca) -> None:
        """dst = a variable of the thread, in which anything lies."""
        self._own.pop((self._thread.number, i.dst), None)
        self._thread.registers[i.dst] = places.to(("local", i.dst))

    def dead(self, i: Dead) -> None:
        """Variables of the thread are gone."""
        for register in i.regs:
            self._own.pop((self._thread.number, register), None)

    def call(self, i: Call) -> None:
        """dst = a function of arguments alone."""
        if i.dst is None:
            raise UntoldError(f"{i.loc}: what {i.callee} does is not told of a whole block")
        self._thread.registers[i.dst] = self._block.calls.result(i, [self._number(arg) for arg in i.args])

    def load(self, i: Load) -> None:
        """dst = what lies in memory."""
        self._thread.registers[i.dst] = self._read(self._place(i.addr), i.type, i)

    def store(self, i: Store) -> None:
        """Write to memory."""
        self._write(self._place(i.addr), self._value(i.value), i.type, i)

    def load_part(self, i: LoadPart) -> None:
        """dst = a part of what lies in memory."""
        self._thread.registers[i.dst] = self._read(self._place(i.addr).moved(i.offset), i.type, i)

    def store_part(self, i: StorePart) -> None:
        """Write a part of an access."""
        self._write(self._place(i.addr).moved(i.offset), self._value(i.value), i.type, i)

    def check(self, i: Check | Require) -> None:
        """A condition holds, which the proof of the kernel by itself has shown, or which is seen."""
        if i.prop not in PROVABLE and self._number(i.cond) is not True:
            raise UntoldError(f"{i.loc}: {i.text}")

    def nothing(self, i: KernelInstruction) -> None:
        """What does nothing by itself."""

    # ------------------------------------------------------------ values

    def _value(self, operand: Operand) -> RegisterValue:
        match operand:
            case Reg(index=index):
                found = self._thread.registers.get(index)
                return self._anything(self._types[index]) if found is None else found
            case Const(value=value, type=type):
                if not isinstance(type, PtrType):
                    return value
                return places.to(places.NULL) if not value else places.anywhere("an address that is a number")
            case Symbol(name=name, offset=offset):
                return places.of_symbol(name, offset, self._kernel.variables)
        return self._anything(operand.type)

    def _number(self, operand: Operand) -> TermValue:
        value = self._value(operand)
        if isinstance(value, PlaceSet):
            raise UntoldError("a pointer is taken for a number")
        return value

    def _place(self, operand: Operand) -> PlaceSet:
        value = self._value(operand)
        return value if isinstance(value, PlaceSet) else places.anywhere("a pointer made of a number")

    def _anything(self, type: Type) -> RegisterValue:
        """A value of which nothing is known."""
        if isinstance(type, PtrType | VoidType):
            return places.anywhere("an unknown pointer")
        self._fresh += 1
        return terms.var(f"{self._block.mark}anything {self._fresh}", type)

    # ------------------------------------------------------------ memory

    def _read(self, place: PlaceSet, type: Type, i: Load | LoadPart) -> TermValue:
        memory, offset = self._at(place, type, i)
        bits = self._known.value(memory.read(offset, self._turn))
        return self._float(bits, type) if isinstance(type, FloatType) else bits

    def _write(self, place: PlaceSet, value: RegisterValue, type: Type, i: Store | StorePart) -> None:
        memory, offset = self._at(place, type, i)
        bits = None if isinstance(value, PlaceSet) else bits_of(value, type.size)
        if bits is None:
            raise UntoldError(f"{i.loc}: what is written here is not told")
        if isinstance(type, FloatType) and isinstance(bits, Term):
            assert not isinstance(value, PlaceSet), "a pointer has no bits"
            self._floats[bits] = value
        memory.write(offset, bits, self._cond, self._turn, i.loc)

    def _float(self, bits: TermValue, type: FloatType) -> TermValue:
        """The float that bits stand for. It is the one that was written, and not made of bits that were made of it: of
        a NaN, these may be others."""
        known = self._floats.get(bits) if isinstance(bits, Term) else None
        if known is not None:
            return known
        if isinstance(bits, Term) and bits.kind is Kind.ITE:
            cond, then, orelse = map(lower, bits.args)
            made = terms.ite(cond, self._float(then, type), self._float(orelse, type), type)
            self._floats[bits] = made
            return made
        return terms.apply(Op.BITCAST, type, IntType(type.width), (bits,))

    @property
    def _turn(self) -> TurnOfThread:
        return TurnOfThread(self._barriers, self._thread.number)

    def _at(self, place: PlaceSet, type: Type, i: Load | LoadPart | Store | StorePart) -> tuple[BlockMemory, TermValue]:
        if place.lost or len(place.targets) != 1 or isinstance(type, PtrType | BoolType | VoidType):
            raise UntoldError(f"{i.loc}: what is accessed here is not told of a whole block")
        if isinstance(i, Load | Store) and (i.volatile or i.atomic):
            raise UntoldError(f"{i.loc}: what an atomic or volatile access leaves or finds is not told")
        (target,) = place.targets
        memory = self._object(target.base, type.size)
        if memory.size != type.size:
            raise UntoldError(f"{i.loc}: elements of several sizes lie in one array")
        return memory, target.offset

    def _object(self, base: PointedObject, size: int) -> BlockMemory:
        kind, name = base
        width = 8 * size
        if kind == "local":
            assert isinstance(name, int)
            number, what = self._thread.number, f"{self._block.mark}variable {self._fresh}"
            if (number, name) not in self._own:
                self._fresh += 1
                self._own[number, name] = BlockMemory("a variable", size, terms.array_var(what, 64, width))
            return self._own[number, name]
        if kind not in ("parameter", "shared", "global"):
            raise UntoldError(f"an access to {kind} memory is not told of a whole block")
        if base not in self.memory:
            mark = "" if kind == "parameter" else self._block.mark
            before = terms.array_var(f"{mark}{kind} {name} at the start.{width}", 64, width)
            self.memory[base] = BlockMemory("an array" if kind == "parameter" else str(name), size, before)
        return self.memory[base]


_STEPS: dict[type, Callable[..., None]] = {
    Assign: BlockRun.assign,
    Coordinate: BlockRun.coordinate,
    Move: BlockRun.move,
    Alloca: BlockRun.alloca,
    Dead: BlockRun.dead,
    Call: BlockRun.call,
    Load: BlockRun.load,
    Store: BlockRun.store,
    LoadPart: BlockRun.load_part,
    StorePart: BlockRun.store_part,
    BlockAccess: BlockRun.nothing,
    Check: BlockRun.check,
    Require: BlockRun.check,
    Note: BlockRun.nothing,
}
"""What is not here is not told of a whole block. Barriers end blocks of the graph; none is run under a condition."""
