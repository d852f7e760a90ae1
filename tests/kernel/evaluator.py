"""What a graph does, said in the simplest way: one instruction after the other, on memory that is bytes.

An `Evaluator` stands in the place of the lane. It runs the threads of a block from barrier to barrier, and leaves
launches to the machine that come to what it has no answer for.
"""

from collections.abc import Iterator
from math import prod
from typing import ClassVar

from cudabmc import terms
from cudabmc.goto.op import POINTER_OPS, Op
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
    Space,
    Store,
    Symbol,
)
from cudabmc.goto.types import I8, PtrType, Type
from cudabmc.interpreter.core import Dim, Machine
from cudabmc.kernel.evaluation import evaluation
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import kernel_graph
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    Barrier,
    BlockAccess,
    Builtin,
    Computed,
    Coordinate,
    CopyApart,
    FillBytes,
    KernelInstruction,
    LiesIn,
    LoadPart,
    Move,
    Note,
    Rendezvous,
    Require,
    StorePart,
)
from cudabmc.kernel.launch_variables import LaunchVariables, key_for
from cudabmc.kernel.promotion import promote
from cudabmc.memory.pointers import add, apply_pointer
from cudabmc.state import model_calls
from cudabmc.state.memory import from_bits, to_bits
from cudabmc.state.plan import Plan
from cudabmc.state.thread import Thread as MachineThread
from cudabmc.state.value import Pointer, Value


class GiveUpError(Exception):
    """The evaluator has no answer."""


OWN = 1 << 40
"""Objects of the evaluator have numbers from here on."""

MOST_STEPS = 20_000
"""Of a thread."""


class Evaluator:
    """Runs launches as their graphs say, if `promotes` with local variables as registers."""

    ran = 0
    promotes = False
    seen: ClassVar[set[type[KernelInstruction]]] = set()

    def __init__(self, machine: Machine, kernels: object, suspects: object, *, in_place: bool = False) -> None:
        self.m = machine
        self.taken = 0
        self.until: int | None = None

    def run(self, plan: Plan, by: MachineThread) -> bool:
        held, args = self.m.execution.s.library, plan.args
        variables = LaunchVariables(lambda key: held.get(key_for(key, args)))
        graph = kernel_graph(self.m.execution.program, plan.function, model_calls.find, variables=variables)
        if self.promotes:
            promote(graph)
        known = {r: held.get(key_for(one.key, args), one.default) for r, one in graph.variables.items()}
        most = plan.shape.most
        grid, block = (most[0], most[1], most[2]), (most[3], most[4], most[5])
        memory = Memory(self.m, plan.shmem)
        try:
            for place in _places(grid):
                memory.begin_block()
                sizes = {Builtin.BLOCK_DIM: block, Builtin.GRID_DIM: grid, Builtin.BLOCK_IDX: place}
                threads = [sizes | {Builtin.THREAD_IDX: at} for at in _places(block)]
                _run_block([Thread(self.m, graph, memory, own, (args, known)).run() for own in threads])
        except GiveUpError:
            return False
        memory.write_back()
        Evaluator.ran += 1
        Evaluator.seen |= {type(i) for b in graph.blocks for i in b.code}
        self.m.execution.counts.threads += prod(grid) * prod(block)
        return True


def _places(sizes: Dim) -> list[Dim]:
    x, y, z = sizes
    return [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]


def _run_block(threads: list[Iterator[int]]) -> None:
    """All threads to their next barrier, until all have ended."""
    while True:
        stops = [next(thread, None) for thread in threads]
        if set(stops) == {None}:
            return
        if len(set(stops)) > 1:
            raise GiveUpError


class Memory:
    """The bytes of objects; None stands for one that is not known."""

    def __init__(self, machine: Machine, shared: int) -> None:
        self.m = machine
        self._shared = shared
        self._bytes: dict[int, list[int | None]] = {}
        self._before: dict[int, list[int | None]] = {}
        self._near: dict[str, int] = {}

    def begin_block(self) -> None:
        self._near = {}

    def new(self, size: int) -> Pointer:
        number = OWN + len(self._bytes)
        self._bytes[number] = [None] * size
        return Pointer(number, 0)

    def symbol(self, symbol: Symbol) -> Pointer:
        glob = self.m.execution.program.globals.get(symbol.name)
        if glob is None or self.m.thread is None:
            raise GiveUpError
        if glob.space is not Space.SHARED:
            return Pointer(self.m.symbols.symbol(symbol.name, self.m.thread).obj, symbol.offset)
        name = "" if glob.dynamic_shared else symbol.name
        if name not in self._near:
            self._near[name] = self.new(self._shared if glob.dynamic_shared else glob.size).obj
        return Pointer(self._near[name], symbol.offset)

    def read(self, pointer: Value, size: int) -> list[int | None]:
        return self._at(pointer, size)[pointer.offset : pointer.offset + size]

    def write(self, pointer: Value, data: list[int | None]) -> None:
        self._at(pointer, len(data))[pointer.offset : pointer.offset + len(data)] = data

    def load(self, pointer: Value, type: Type) -> Value:
        data = self.read(pointer, type.size)
        if None in data:
            raise GiveUpError
        bits = int.from_bytes(bytes(b for b in data if b is not None), "little")
        return from_bits(bits, type, self.m.execution.pointer_of)

    def store(self, pointer: Value, value: Value, type: Type) -> None:
        if value is None or (isinstance(value, Pointer) and value.obj >= OWN):
            raise GiveUpError
        self.write(pointer, list(int(to_bits(value, type, self.m.execution.address)).to_bytes(type.size, "little")))

    def space(self, pointer: Value) -> Space | None:
        if isinstance(pointer, Pointer) and pointer.obj >= OWN:
            return Space.SHARED if pointer.obj in self._near.values() else Space.LOCAL
        obj = self.m.execution.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
        return obj.space if obj is not None and obj.is_live else None

    def _at(self, pointer: Value, size: int) -> list[int | None]:
        """The bytes of the object that a pointer points into."""
        if not isinstance(pointer, Pointer) or not isinstance(pointer.offset, int):
            raise GiveUpError
        if pointer.obj not in self._bytes:
            self._bytes[pointer.obj] = self._held(pointer.obj)
            self._before[pointer.obj] = list(self._bytes[pointer.obj])
        found = self._bytes[pointer.obj]
        if pointer.offset < 0 or pointer.offset + size > len(found) or pointer.offset % size:
            raise GiveUpError
        return found

    def _held(self, number: int) -> list[int | None]:
        obj = self.m.execution.s.objects.get(number)
        if obj is None or obj.reach == 0 or not isinstance(obj.size, int) or obj.array is not None:
            raise GiveUpError
        if obj.space not in (Space.DEVICE_GLOBAL, Space.CONSTANT):
            raise GiveUpError
        found: list[int | None] = [obj.untouched if isinstance(obj.untouched, int) else None] * obj.size
        for offset, (kind, value) in obj.cells.items():
            if isinstance(value, terms.Term):
                raise GiveUpError
            bits = int(to_bits(value, kind, self.m.execution.address))
            found[offset : offset + kind.size] = bits.to_bytes(kind.size, "little")
        return found

    def write_back(self) -> None:
        for number, before in self._before.items():
            if before != self._bytes[number]:
                obj = self.m.execution.s.own_object(self.m.execution.s.objects[number])
                for offset, (old, new) in enumerate(zip(before, self._bytes[number], strict=True)):
                    if new is not None and old != new:
                        self.m.objects.memory.write(obj, offset, I8, new)
                obj.flat = None
                self.m.execution.s.changes += 1


class Thread:
    """One thread of a launch."""

    def __init__(
        self, machine: Machine, graph: KernelGraph, memory: Memory, coordinates: dict[Builtin, Dim],
        given: tuple[tuple[Value, ...], dict[int, Value]],
    ) -> None:  # fmt: skip
        self.m = machine
        self._graph = graph
        self._memory = memory
        self._coordinates = coordinates
        args, variables = given
        self._registers: list[Value] = [*args[: graph.parameters], *[None] * (len(graph.types) - graph.parameters)]
        for register, value in variables.items():
            self._registers[register] = value
        self._notes: list[bool] = []
        self._steps = 0

    def run(self) -> Iterator[int]:
        """Gives the block of each barrier."""
        at = 0
        while True:
            block = self._graph.blocks[at]
            for i in block.code:
                self._step(i)
            if block.waits:
                yield at
            if isinstance(block.end, Return):
                return
            if isinstance(block.end, Goto):
                at = block.end.target
            elif isinstance(block.end, Branch):
                at = block.end.then if self._value(block.end.cond) else block.end.orelse
            else:
                raise GiveUpError

    def _value(self, operand: Operand) -> Value:
        if isinstance(operand, Const):
            return Pointer(0, int(operand.value)) if isinstance(operand.type, PtrType) else operand.value
        value = None
        if isinstance(operand, Reg):
            value = self._registers[operand.index]
        elif isinstance(operand, Symbol):
            value = self._memory.symbol(operand)
        if value is None:
            raise GiveUpError
        return value

    def _step(self, i: KernelInstruction) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS or getattr(i, "volatile", False):
            raise GiveUpError
        match i:
            case Store():
                self._memory.store(self._value(i.addr), self._value(i.value), i.type)
            case AtomicStore():
                if self._value(i.where):
                    self._memory.store(self._value(i.addr), self._value(i.value), i.type)
            case CopyBytes():
                self._copy(i)
            case FillBytes():
                for n in range(i.size):
                    self._memory.store(add(self._value(i.addr), n), self._value(i.byte), I8)
            case Require() | Check():
                if not self._value(i.cond):
                    raise GiveUpError
            case Note():
                self.m.execution.remarks.note(i.text)
            case StorePart():
                self._memory.store(add(self._value(i.addr), i.offset), self._value(i.value), i.type)
            case Barrier() | Dead() | BlockAccess():
                pass
            case Rendezvous():
                raise GiveUpError
            case _:
                self._set(i)

    def _set(
        self, i: Assign | Load | AtomicLoad | LoadPart | Move | Alloca | Coordinate | Call | Computed | LiesIn
    ) -> None:
        match i:
            case Assign():
                value = self._applied(i)
            case Coordinate():
                value = self._coordinates[i.variable][i.axis]
            case Load() | AtomicLoad():
                value = self._memory.load(self._value(i.addr), i.type)
            case LoadPart():
                value = self._memory.load(add(self._value(i.addr), i.offset), i.type)
            case Move():
                value = self._registers[i.source.index]
            case Alloca():
                value = self._memory.new(self._value(i.size))
            case Call():
                value = self._called(i)
            case LiesIn():
                value = self._memory.space(self._value(i.addr)) in i.spaces
            case Computed():
                value = i.function(*map(self._value, i.args))[i.index]
        if i.dst is not None:
            self._registers[i.dst] = value

    def _copy(self, i: CopyBytes) -> None:
        to, source = self._value(i.dst), self._value(i.src)
        if isinstance(i, CopyApart) and to.obj == source.obj and abs(to.offset - source.offset) < i.size:
            raise GiveUpError
        data = [b for n in range(i.size) for b in self._memory.read(add(source, n), 1)]
        for n, byte in enumerate(data):
            self._memory.write(add(to, n), [byte])

    def _applied(self, i: Assign) -> Value:
        if i.op is Op.COPY:
            source = i.args[0]
            return self._registers[source.index] if isinstance(source, Reg) else self._known(source)
        values = [self._value(a) for a in i.args]
        if i.op in POINTER_OPS or isinstance(i.type, PtrType):
            if any(isinstance(v, Pointer) and v.obj >= OWN for v in values) and i.op not in (Op.PTRADD, Op.SELECT):
                raise GiveUpError
            return apply_pointer(self.m.execution, i.op, i.type, i.of, values)
        if i.op in (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM) and values[1] == 0:
            raise GiveUpError
        return terms.apply(i.op, i.type, i.of, values)

    def _known(self, operand: Operand) -> Value:
        """The value of an operand; None if nobody knows it."""
        return self._value(operand) if isinstance(operand, Const | Symbol) else None

    def _called(self, i: Call) -> Value:
        assert isinstance(i.callee, str)
        model = model_calls.find(i.callee, i.signature)
        assert model is not None and model.pure
        return evaluation(model, i, self._noted)(self._notes)(*(self._value(a) for a in i.args))

    def _noted(self, text: str) -> int:
        self.m.execution.remarks.note(text)
        return 0
