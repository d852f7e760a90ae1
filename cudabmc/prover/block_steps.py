"""What the instructions of a kernel do in a block that is run with any contents of arrays: one thread takes them."""

from collections.abc import Callable, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import Alloca, Assign, Call, Check, Const, Dead, Load, Operand, Reg, Store, Symbol
from cudabmc.goto.types import PtrType, Type, VoidType
from cudabmc.kernel.instructions import (
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
from cudabmc.prover.block_memory import TurnOfThread, UntoldError
from cudabmc.prover.block_objects import BlockObjects
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.places import PlaceSet
from cudabmc.prover.proof import PROVABLE
from cudabmc.prover.pure_calls import PureCalls
from cudabmc.terms import Term, TermValue

MOST_STEPS = 1_500_000
"""Instructions that all threads of a block run: some ten seconds."""


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
class ThreadOfBlock:
    """A thread, and the block of the graph that it comes to `next`; None if it has ended. At the end of the block in
    which it `waits`, it meets lanes of its warp before."""

    number: int
    place: tuple[int, int, int]
    registers: dict[int, RegisterValue]
    next: int | None = 0
    waits: int | None = None


class ThreadSteps:
    """Runs code, of one `thread` after the other. What it does holds where the condition `cond` does, of which it
    knows."""

    def __init__(self, kernel: LeftByKernel, block: BlockOfLaunch) -> None:
        self.objects = BlockObjects(block.mark)
        self.thread = ThreadOfBlock(0, (0, 0, 0), {})
        self.cond: TermValue = True
        self.known = terms.Assumption(terms.NO_FACTS)
        self.turns = 0
        """How often threads have waited for others."""
        self._block = block
        self._variables = kernel.variables
        self._types = kernel.walked.region.graph.types
        self._steps = 0
        self._fresh = 0

    def take(self, code: Sequence[KernelInstruction]) -> None:
        """The thread runs straight code. Raises UntoldError."""
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
            result: RegisterValue = self._place(i.args[0]).moved(self.number(i.args[1]))
        elif i.op is Op.COPY:
            result = self._value(i.args[0])
        elif isinstance(i.type, PtrType) and i.op is Op.SELECT:
            cond = self.number(i.args[0])
            if not isinstance(cond, Term):
                result = self._value(i.args[1 if cond else 2])
            else:
                both = (cond, self._place(i.args[1])), (terms.lnot(cond), self._place(i.args[2]))
                result = places.either(both)
        elif isinstance(i.of, PtrType) or isinstance(i.type, PtrType):
            raise UntoldError(f"{i.loc}: an operation on pointers")
        else:
            values = [self.number(arg) for arg in i.args]
            if i.op in DIVISIONS and values[1] == 0:
                result = self.anything(i.type)  # which is done nowhere, since the kernel divides by 0 nowhere
            else:
                result = terms.apply(i.op, i.type, i.of, values)
        self.thread.registers[i.dst] = result

    def coordinate(self, i: Coordinate) -> None:
        """dst = a component of a built-in variable."""
        if i.variable is Builtin.THREAD_IDX:
            self.thread.registers[i.dst] = self.thread.place[i.axis]
        else:
            self.thread.registers[i.dst] = self._block.values[i.variable, i.axis]

    def move(self, i: Move) -> None:
        """dst = what another register holds."""
        self.thread.registers[i.dst] = self._value(i.source)

    def alloca(self, i: Alloca) -> None:
        """dst = a variable of the thread, in which anything lies."""
        self.objects.forget(self.thread.number, i.dst)
        self.thread.registers[i.dst] = places.to(("local", i.dst))

    def dead(self, i: Dead) -> None:
        """Variables of the thread are gone."""
        for register in i.regs:
            self.objects.forget(self.thread.number, register)

    def call(self, i: Call) -> None:
        """dst = a function of arguments alone."""
        if i.dst is None:
            raise UntoldError(f"{i.loc}: what {i.callee} does is not told of a whole block")
        self.thread.registers[i.dst] = self._block.calls.result(i, [self.number(arg) for arg in i.args])

    def load(self, i: Load) -> None:
        """dst = what lies in memory."""
        self.thread.registers[i.dst] = self._read(self._place(i.addr), i)

    def store(self, i: Store) -> None:
        """Write to memory."""
        self._write(self._place(i.addr), i)

    def load_part(self, i: LoadPart) -> None:
        """dst = a part of what lies in memory."""
        self.thread.registers[i.dst] = self._read(self._place(i.addr).moved(i.offset), i)

    def store_part(self, i: StorePart) -> None:
        """Write a part of an access."""
        self._write(self._place(i.addr).moved(i.offset), i)

    def _read(self, place: PlaceSet, i: Load | LoadPart) -> TermValue:
        return self.objects.read(place, i.type, i, self._turn, self.known)

    def _write(self, place: PlaceSet, i: Store | StorePart) -> None:
        self.objects.write(place, self._value(i.value), i.type, i, self._turn, self.cond)

    @property
    def _turn(self) -> TurnOfThread:
        return TurnOfThread(self.turns, self.thread.number)

    def check(self, i: Check | Require) -> None:
        """A condition holds, which the proof of the kernel by itself has shown, or which is seen."""
        if i.prop not in PROVABLE and self.number(i.cond) is not True:
            raise UntoldError(f"{i.loc}: {i.text}")

    def nothing(self, i: KernelInstruction) -> None:
        """What does nothing by itself."""

    # ------------------------------------------------------------ values

    def _value(self, operand: Operand) -> RegisterValue:
        match operand:
            case Reg(index=index):
                found = self.thread.registers.get(index)
                return self.anything(self._types[index]) if found is None else found
            case Const(value=value, type=type):
                if not isinstance(type, PtrType):
                    return value
                return places.to(places.NULL) if not value else places.anywhere("an address that is a number")
            case Symbol(name=name, offset=offset):
                return places.of_symbol(name, offset, self._variables)
        return self.anything(operand.type)

    def number(self, operand: Operand) -> TermValue:
        """What an operand holds. Raises UntoldError for a pointer."""
        value = self._value(operand)
        if isinstance(value, PlaceSet):
            raise UntoldError("a pointer is taken for a number")
        return value

    def _place(self, operand: Operand) -> PlaceSet:
        value = self._value(operand)
        return value if isinstance(value, PlaceSet) else places.anywhere("a pointer made of a number")

    def anything(self, type: Type) -> RegisterValue:
        """A value of which nothing is known."""
        if isinstance(type, PtrType | VoidType):
            return places.anywhere("an unknown pointer")
        self._fresh += 1
        return terms.var(f"{self._block.mark}anything {self._fresh}", type)


_STEPS: dict[type, Callable[..., None]] = {
    Assign: ThreadSteps.assign,
    Coordinate: ThreadSteps.coordinate,
    Move: ThreadSteps.move,
    Alloca: ThreadSteps.alloca,
    Dead: ThreadSteps.dead,
    Call: ThreadSteps.call,
    Load: ThreadSteps.load,
    Store: ThreadSteps.store,
    LoadPart: ThreadSteps.load_part,
    StorePart: ThreadSteps.store_part,
    BlockAccess: ThreadSteps.nothing,
    Check: ThreadSteps.check,
    Require: ThreadSteps.check,
    Note: ThreadSteps.nothing,
}
"""What is not here is not told of a whole block. Barriers end blocks of the graph; none is run under a condition."""
