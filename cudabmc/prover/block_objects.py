"""What the threads of one block that is run read and write: the objects of the kernel, and variables of threads."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Load, Store
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type, VoidType
from cudabmc.kernel.instructions import LoadPart, StorePart
from cudabmc.prover.block_memory import BlockMemory, TurnOfThread, UntoldError
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.terms import Kind, Term, TermValue
from cudabmc.terms.term import lower


class BlockObjects:
    """The objects of one kernel. `mark` tells what is unknown of it alone, such as what lies in shared memory at the
    start."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._memory: dict[PointedObject, BlockMemory] = {}
        self._own: dict[tuple[int, int], BlockMemory] = {}  # the variables of threads that lie in memory
        self._floats: dict[Term, TermValue] = {}  # that bits were made of
        self._fresh = 0

    @property
    def left(self) -> dict[PointedObject, BlockMemory]:
        """What has been written that lies in memory behind the kernel."""
        return {base: memory for base, memory in self._memory.items() if base[0] != "shared" and memory.left}

    def forget(self, thread: int, register: int) -> None:
        """A variable of a thread is gone, or made anew."""
        self._own.pop((thread, register), None)

    def read(
        self, place: PlaceSet, type: Type, i: Load | LoadPart, turn: TurnOfThread, known: terms.Assumption
    ) -> TermValue:  # fmt: skip
        """What lies there, where that is known which the thread knows. Raises UntoldError."""
        memory, offset = self._at(place, type, i, turn)
        bits = known.value(memory.read(offset, turn))
        return self._float(bits, type) if isinstance(type, FloatType) else bits

    def write(
        self, place: PlaceSet, value: RegisterValue, type: Type, i: Store | StorePart, turn: TurnOfThread,
        cond: TermValue,
    ) -> None:  # fmt: skip
        """Write if a condition holds. Raises UntoldError."""
        memory, offset = self._at(place, type, i, turn)
        bits = None if isinstance(value, PlaceSet) else bits_of(value, type.size)
        if bits is None:
            raise UntoldError(f"{i.loc}: what is written here is not told")
        if isinstance(type, FloatType) and isinstance(bits, Term):
            assert not isinstance(value, PlaceSet), "a pointer has no bits"
            self._floats[bits] = value
        memory.write(offset, bits, cond, turn, i.loc)

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

    def _at(
        self, place: PlaceSet, type: Type, i: Load | LoadPart | Store | StorePart, turn: TurnOfThread
    ) -> tuple[BlockMemory, TermValue]:  # fmt: skip
        if place.lost or len(place.targets) != 1 or isinstance(type, PtrType | BoolType | VoidType):
            raise UntoldError(f"{i.loc}: what is accessed here is not told of a whole block")
        if isinstance(i, Load | Store) and (i.volatile or i.atomic):
            raise UntoldError(f"{i.loc}: what an atomic or volatile access leaves or finds is not told")
        (target,) = place.targets
        memory = self._object(target.base, type.size, turn.thread)
        if memory.size != type.size:
            raise UntoldError(f"{i.loc}: elements of several sizes lie in one array")
        return memory, target.offset

    def _object(self, base: PointedObject, size: int, thread: int) -> BlockMemory:
        kind, name = base
        width = 8 * size
        if kind == "local":
            assert isinstance(name, int)
            if (thread, name) not in self._own:
                self._fresh += 1
                before = terms.array_var(f"{self._mark}variable {self._fresh}", 64, width)
                self._own[thread, name] = BlockMemory("a variable", size, before)
            return self._own[thread, name]
        if kind not in ("parameter", "shared", "global"):
            raise UntoldError(f"an access to {kind} memory is not told of a whole block")
        if base not in self._memory:
            mark = "" if kind == "parameter" else self._mark
            before = terms.array_var(f"{mark}{kind} {name} at the start.{width}", 64, width)
            self._memory[base] = BlockMemory("an array" if kind == "parameter" else str(name), size, before)
        return self._memory[base]
