"""Arrays that hold numbers of the source: what lies at an index that is not known is one of them.

    int starts[4] = {0, 128, 256, 384};
    x = tile[t + starts[i]];                starts[i] is 128 * z, where 0 <= z <= 3

Such a table is a constant of the program, or an array of a thread whose elements are all set to numbers, and whose
address nothing gets but what reads and sets elements. A load finds these numbers if all instructions that set some
dominate it: a way to the load from where the array begins that misses one of them would be the end of a way from the
entry of the kernel that misses it, as the array begins in front of it.
"""

from collections import Counter
from dataclasses import field
from math import gcd

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Const,
    CopyBytes,
    Dead,
    Global,
    Load,
    Operand,
    Program,
    Reg,
    Store,
    Symbol,
)
from cudabmc.goto.types import BOOL, I8, I64, IntType, Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import FillBytes, KernelInstruction, Move, operands, set_by
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.known_contents import KnownContents
from cudabmc.prover.memory_use import is_multiple
from cudabmc.prover.places import PointedObject, PointedPlace
from cudabmc.terms import Term, TermValue

MOST_ELEMENTS = 1024
"""Elements of a table, at most."""

_Position = tuple[int, int]
"""An instruction: its block, and its index there."""


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers that each element may be, `size` bytes each, once all instructions of `settings` have run."""

    elements: tuple[frozenset[int], ...]
    size: int
    settings: tuple[_Position, ...] = ()

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Any element is the first of these plus `n` times the second, for an `n` up to the third."""
        signed = [to_signed(value, 8 * self.size) for values in self.elements for value in values]
        low, high = min(signed), max(signed)
        step = gcd(*(value - low for value in signed))
        return low, step, (high - low) // step if step else 0


@dataclass(slots=True)
class _Array:
    """An array of a thread, of so many bytes. It is not a table if it is `lost`. `values` are what bytes are set to,
    with the sizes of these numbers, and `zeros` those bytes that are filled."""

    bytes: int
    values: dict[int, set[tuple[int, int]]] = field(default_factory=dict)
    zeros: set[int] = field(default_factory=set)
    settings: list[_Position] = field(default_factory=list)
    lost: bool = False

    def table(self) -> Table | None:
        """All its elements, if each is set."""
        sizes = {size for found in self.values.values() for _, size in found}
        if self.lost or len(sizes) != 1:
            return None
        (size,) = sizes
        starts = range(0, self.bytes, size)
        if self.bytes % size or len(starts) > MOST_ELEMENTS or any(offset not in starts for offset in self.values):
            return None
        filled = [self.zeros.issuperset(range(start, start + size)) for start in starts]
        elements = [
            frozenset({value for value, _ in self.values.get(start, ())} | ({0} if zero else set()))
            for start, zero in zip(starts, filled, strict=True)
        ]  # fmt: skip
        return Table(tuple(elements), size, tuple(self.settings)) if all(elements) else None


class Tables:
    """All tables that a kernel of a program may read."""

    def __init__(self, graph: KernelGraph, program: Program, contents: KnownContents) -> None:
        """`contents` are those of arrays at the launch, as far as they are known."""
        self.program = program
        self.contents = contents
        self._flow = ControlFlow(graph.blocks)
        self._code = [
            ((number, index), i) for number in self._flow.order for index, i in enumerate(graph.blocks[number].code)
        ]
        self._found: dict[PointedObject, Table] = {}
        named = {o.name for _, i in self._code for o in operands(i) if isinstance(o, Symbol)}
        for name in sorted(named & program.globals.keys()):
            table = _constants(program.globals[name])
            if table is not None:
                self._found["global", name] = table
        for register, array in self._arrays().items():
            table = array.table()
            if table is not None:
                self._found["local", register] = table

    def element(self, place: PointedPlace, type: Type, at: _Position) -> tuple[Table, TermValue] | None:
        """The table that a load of a type finds, whose elements it reads where a condition holds."""
        table = self._found.get(place.base)
        if table is None or not isinstance(type, IntType) or type.size != table.size:
            return None
        if not is_multiple(place.offset, table.size) or not all(self._is_over(one, at) for one in table.settings):
            return None
        return table, terms.apply(Op.ULT, BOOL, I64, (place.offset, len(table.elements) * table.size))

    def _is_over(self, setting: _Position, at: _Position) -> bool:
        if setting[0] == at[0]:
            return setting[1] < at[1]
        return self._flow.dominates(setting[0], at[0])

    # ------------------------------------------------------------ arrays of a thread

    def _arrays(self) -> dict[int, _Array]:
        """The arrays of a thread, by the registers that their Allocas set."""
        found = {
            i.dst: _Array(int(i.size.value)) for _, i in self._code
            if isinstance(i, Alloca) and isinstance(i.size, Const)
        }  # fmt: skip
        if not found:
            return {}
        times = Counter(set_by(i) for _, i in self._code)
        places: dict[int, tuple[int, int | None]] = {register: (register, 0) for register in found}
        for _ in self._code:
            before = len(places)
            for _, i in self._code:
                self._follow(i, places)
            if len(places) == before:
                break
        for register, (array, _) in places.items():
            if times[register] > 1:  # it may lead elsewhere, too
                found[array].lost = True
        for position, i in self._code:
            self._note(position, i, places, found)
        return found

    def _follow(self, i: KernelInstruction, places: dict[int, tuple[int, int | None]]) -> None:
        """Where a register leads that is set from one that leads into an array; an offset that is not known is None."""
        if isinstance(i, Move):
            source: Operand = i.source
        elif isinstance(i, Assign) and i.op in (Op.COPY, Op.PTRADD):
            source = i.args[0]
        else:
            return
        known = places.get(source.index) if isinstance(source, Reg) else None
        if known is None or i.dst in places:
            return
        array, offset = known
        if isinstance(i, Assign) and i.op is Op.PTRADD:
            step = i.args[1]
            offset = offset + to_signed(int(step.value), 64) if isinstance(step, Const) and offset is not None else None
        places[i.dst] = array, offset

    def _note(
        self, position: _Position, i: KernelInstruction, places: dict[int, tuple[int, int | None]],
        found: dict[int, _Array],
    ) -> None:  # fmt: skip
        """What an instruction does with arrays: it sets elements to numbers, reads some, or they are lost."""
        held = [places[o.index] for o in operands(i) if isinstance(o, Reg) and o.index in places]
        if not held or isinstance(i, Dead):
            return
        array, offset = held[0]
        if isinstance(i, Assign | Move) and i.dst in places and {one for one, _ in held} == {places[i.dst][0]}:
            return  # what it sets leads into this array alone, or the array is lost
        known = found[array]
        match i:
            case Load():
                return
            case CopyBytes() if isinstance(i.src, Reg) and i.src.index in places and len(held) == 1:
                return
            case Store() if len(held) == 1 and offset is not None and not (i.volatile or i.atomic):
                if isinstance(i.value, Const) and isinstance(i.type, IntType) and 0 <= offset < known.bytes:
                    value = int(i.value.value) & (1 << i.type.width) - 1
                    known.values.setdefault(offset, set()).add((value, i.type.size))
                    known.settings.append(position)
                    return
            case FillBytes() if offset is not None and i.byte == Const(0, I8):
                known.zeros.update(range(offset, offset + i.size))
                known.settings.append(position)
                return
            case CopyBytes() if len(held) == 1 and offset is not None and isinstance(i.src, Symbol):
                copied = self._found.get(("global", i.src.name))
                if copied is not None and not i.src.offset and i.size == len(copied.elements) * copied.size:
                    for number, values in enumerate(copied.elements):
                        place = known.values.setdefault(offset + number * copied.size, set())
                        place.update((value, copied.size) for value in values)
                    known.settings.append(position)
                    return
        for one, _ in held:
            found[one].lost = True


def _constants(known: Global) -> Table | None:
    """A constant of the program, as a table. What has no initial value is zero."""
    numbers = [(one.offset, one.type, one.value) for one in known.init]
    sizes = {type.size for _, type, _ in numbers if isinstance(type, IntType)}
    plain = all(isinstance(type, IntType) and isinstance(value, Const) for _, type, value in numbers)
    if not known.read_only or not plain or len(sizes) != 1:
        return None
    (size,) = sizes
    count = known.size // size
    if known.size % size or count > MOST_ELEMENTS or any(offset % size for offset, _, _ in numbers):
        return None
    elements = [frozenset({0})] * count
    for offset, _, value in numbers:
        assert isinstance(value, Const)
        elements[offset // size] = frozenset({int(value.value) & (1 << 8 * size) - 1})
    return Table(tuple(elements), size)


def at_known_place(table: Table, offset: TermValue) -> int | None:
    """The number that lies at an offset that is known, if it is one."""
    position = -1 if isinstance(offset, Term) else int(offset) // table.size
    values = table.elements[position] if 0 <= position < len(table.elements) else ()
    return next(iter(values)) if len(values) == 1 else None


def any_element(table: Table, which: TermValue, type: IntType) -> TermValue:
    """An element of a table, by an unknown number from 0 to the last of `numbers`."""
    low, step, _ = table.numbers
    mask = (1 << type.width) - 1
    steps = terms.apply(Op.MUL, type, type, (which, step & mask))
    return terms.apply(Op.ADD, type, type, (steps, low & mask))


def is_element(table: Table, value: TermValue, type: IntType) -> TermValue:
    """What holds of each element of a table."""
    low, step, last = table.numbers
    mask = (1 << type.width) - 1
    above = terms.apply(Op.SUB, type, type, (value, low & mask))
    return terms.apply(Op.ULE, BOOL, type, (above, step * last))
