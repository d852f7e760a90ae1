"""Local variables become registers, if their addresses are only read from and written to.

    r1 = alloca 8                                   r6 = what r2 points to, 4 bytes from 0 on
    copy 8 bytes from r2 to r1                      r7 = what r2 points to, 4 bytes from 4 on
    r3 = r1 + 4; r4 = load F32 r3                   r4 = r7

A variable has one register for each of its parts, which are the pieces that some access begins or ends at. So a
structure that goes from function to function by value costs nothing, as in a compiler (Muchnick, Advanced Compiler
Design and Implementation, 12.2: scalar replacement of aggregates).
"""

from collections.abc import Iterator, Set
from dataclasses import field, replace
from itertools import pairwise

from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, CopyBytes, Dead, Load, Operand, Reg, Store, Undef
from cudabmc.goto.types import I8, PTR, FloatType, IntType, PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.kernel.chosen_places import decide_places
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import (
    BlockAccess,
    CopyApart,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Move,
    StorePart,
    operands,
)
from cudabmc.kernel.local_places import LocalPlace, known_numbers, known_places, stale, until_settled
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

LARGEST = 256
"""Bytes of the largest variable that becomes registers."""

SIZES = (1, 2, 4, 8)
"""Bytes that a part can have."""

ROUNDS = 4
"""Most pointers to variables that lie in variables, one behind the other."""

def promote(graph: KernelGraph) -> None:
    """Replace what can be replaced. What a thread does is the same, but for the addresses of what is left."""
    for _ in range(ROUNDS):
        if not any(isinstance(i, Alloca) for block in graph.blocks for i in block.code):
            return
        decide_places(graph, LARGEST)
        variables = _Variables(graph)
        if not variables.found:
            return
        _Rewriting(graph, variables).run()


@dataclass(slots=True)
class _Variable:
    """`cuts` are where parts begin or end. `types` are those of the accesses to a part; None for one to more parts.
    `var` is the variable of the source."""

    size: int
    var: Variable | None = None
    cuts: set[int] = field(default_factory=set)
    types: dict[tuple[int, int], set[Type | None]] = field(default_factory=dict)

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """The parts between two cuts."""
        return list(pairwise(cut for cut in sorted(self.cuts) if start <= cut <= end))


class _Variables:
    """The variables of a graph that can become registers. `places` are what registers with pointers to them hold."""

    def __init__(self, graph: KernelGraph) -> None:
        self._code = [i for block in graph.blocks for i in block.code]
        numbers = known_numbers(self._code, graph.parameters)
        self.places = known_places(self._code, graph.parameters, numbers)
        self.found: dict[int, _Variable] = {}
        for i in self._code:
            if isinstance(i, Alloca) and i.dst in self.places and isinstance(i.size, Const):
                self.found[i.dst] = _Variable(int(i.size.value), i.var)
                if not 0 < i.size.value <= LARGEST:
                    self._leave_out(i.dst)
        for i in self._code:
            for register in self._given_away(i):
                self._leave_out(self.places[register][0])
        variables = {register: (place[0],) for register, place in self.places.items()}
        for register in stale(ControlFlow(graph.blocks), variables, numbers):
            self._leave_out(self.places[register][0])
        self._copies = [i for i in self._code if isinstance(i, CopyBytes)]
        self._parts = [i for i in self._code if isinstance(i, LoadPart | StorePart)]
        left = 0
        while left != len(self.found):
            left = len(self.found)
            self._divide()
            self._leave_out_indivisible()

    def place(self, operand: Operand) -> LocalPlace | None:
        """What an address is, if it leads to a variable that becomes registers."""
        place = self.places.get(operand.index) if isinstance(operand, Reg) else None
        return place if place is not None and place[0] in self.found else None

    def part_of(self, i: LoadPart | StorePart) -> LocalPlace | None:
        """What a part of an access is about, if that is a variable that becomes registers."""
        place = self.place(i.addr)
        return None if place is None else (place[0], place[1] + i.offset)

    def part_type(self, variable: int, part: tuple[int, int]) -> Type | None:
        """The type of the register of a part; None if no access needs it."""
        types = self.found[variable].types.get(part)
        if not types:
            return None
        only = next(iter(types)) if len(types) == 1 else None
        return only or IntType(8 * (part[1] - part[0]))

    # ------------------------------------------------------------ which ones

    def _leave_out(self, variable: int) -> None:
        self.found.pop(variable, None)

    def _given_away(self, i: KernelInstruction) -> Iterator[int]:
        """The registers with places that an instruction does more with than read and write what is there."""
        held = [o.index for o in operands(i) if isinstance(o, Reg) and o.index in self.places]
        match i:
            case Dead():
                return
            case Assign() | Move() if i.dst in self.places:
                return
            case Load() if not (i.volatile or i.atomic) and self._fits(i.addr, i.type.size, alignment.required(i)):
                return
            case Store() if not (i.volatile or i.atomic) and self._fits(i.addr, i.type.size, alignment.required(i)):
                yield from [i.value.index] if isinstance(i.value, Reg) and i.value.index in held else []
            case CopyBytes() if (
                i.size and self._fits(i.dst, i.size, i.dst_align) and self._fits(i.src, i.size, i.src_align)
            ):
                yield from held if isinstance(i, CopyApart) and self._overlaps(i) else []
            case FillBytes() if i.size and i.byte == Const(0, I8) and self._fits(i.addr, i.size, 1):
                return
            case BlockAccess() if self._fits(i.addr, i.size, i.align):
                return
            case LoadPart() if self._fits(i.addr, i.type.size, 1, i.offset):
                return
            case StorePart() if self._fits(i.addr, i.type.size, 1, i.offset):
                yield from [i.value.index] if isinstance(i.value, Reg) and i.value.index in held else []
            case _:
                yield from held

    def _overlaps(self, i: CopyBytes) -> bool:
        """Does a variable copy some of its bytes onto others, or onto themselves?"""
        to, source = self.place(i.dst), self.place(i.src)
        return to is not None and source is not None and to[0] == source[0] and abs(to[1] - source[1]) < i.size

    def _fits(self, address: Operand, size: int, align: int, offset: int = 0) -> bool:
        """Is an access to a variable within its bounds and aligned? It is not asked of other memory."""
        place = self.place(address)
        if place is None:
            return True
        variable, at = place[0], place[1] + offset
        return 0 <= at <= self.found[variable].size - size and at % align == 0

    # ------------------------------------------------------------ their parts

    def _divide(self) -> None:
        """Find the parts of the variables, and what types they are accessed as."""
        between = [(a, b, i.size) for i in self._copies if (a := self.place(i.dst)) and (b := self.place(i.src))]
        accesses = list(self._accesses())
        for variable in self.found.values():
            variable.cuts, variable.types = {0, variable.size}, {}
        for (number, start), size, _ in accesses:
            self.found[number].cuts |= {start, start + size}
        until_settled(lambda: [self._share_cuts(a, b, size) for a, b, size in between])
        for (number, start), size, type in accesses:
            if type is not None:
                variable = self.found[number]
                parts = variable.parts(start, start + size)
                for part in parts:
                    variable.types.setdefault(part, set()).update({type} if len(parts) == 1 else _in_pieces(type))
        until_settled(lambda: [self._share_types(a, b, size) for a, b, size in between])

    def _accesses(self) -> Iterator[tuple[LocalPlace, int, Type | None]]:
        """The place, size and type of each access to a variable; None for a block of bytes."""
        for i in self._code:
            found: list[tuple[Operand, int, Type | None]] = []
            if isinstance(i, Load | Store):
                found = [(i.addr, i.type.size, i.type)]
            elif isinstance(i, FillBytes | BlockAccess):
                found = [(i.addr, i.size, None)]
            elif isinstance(i, LoadPart | StorePart) and (part := self.part_of(i)) is not None:
                yield part, i.type.size, i.type
            elif isinstance(i, CopyBytes):
                found = [(i.dst, i.size, None), (i.src, i.size, None)]
            for address, size, type in found:
                place = self.place(address)
                if place is not None:
                    yield place, size, type

    def _share_cuts(self, a: LocalPlace, b: LocalPlace, size: int) -> bool:
        """What is copied has the same parts here and there. Is that new?"""
        ours, theirs = self.found[a[0]].cuts, self.found[b[0]].cuts
        before = len(ours), len(theirs)
        theirs |= {cut - a[1] + b[1] for cut in ours if a[1] <= cut <= a[1] + size}
        ours |= {cut - b[1] + a[1] for cut in theirs if b[1] <= cut <= b[1] + size}
        return before != (len(ours), len(theirs))

    def _share_types(self, a: LocalPlace, b: LocalPlace, size: int) -> bool:
        """What is copied has the same types here and there. Is that new?"""
        changed, by = False, b[1] - a[1]
        ours, theirs = self.found[a[0]], self.found[b[0]]
        for start, end in ours.parts(a[1], a[1] + size):
            here, there = ours.types.get((start, end), set()), theirs.types.get((start + by, end + by), set())
            if here != there:
                ours.types[start, end] = here | there
                theirs.types[start + by, end + by] = here | there
                changed = True
        return changed

    def _leave_out_indivisible(self) -> None:
        for number, variable in list(self.found.items()):
            if not all(_can_be_register(part, types) for part, types in variable.types.items()):
                self._leave_out(number)
        for part in self._parts:
            place = self.part_of(part)
            if place is not None and not self._is_one(place, part.type):
                self._leave_out(place[0])
        for i in self._copies:
            to, source = self.place(i.dst), self.place(i.src)
            if source is not None and to is None and not self._is_whole(source, i.size):
                self._leave_out(source[0])

    def _is_one(self, place: LocalPlace, type: Type) -> bool:
        """Is there one register of this type for what lies there?"""
        parts = self.found[place[0]].parts(place[1], place[1] + type.size)
        return len(parts) == 1 and self.part_type(place[0], parts[0]) == type

    def _is_whole(self, place: LocalPlace, size: int) -> bool:
        """Do registers that hold no pointers have all of these bytes?"""
        parts = self.found[place[0]].parts(place[1], place[1] + size)
        types = [self.part_type(place[0], part) for part in parts]
        return not any(type is None or isinstance(type, PtrType) for type in types)


def _in_pieces(type: Type) -> set[Type | None]:
    """What says of a part that an access of this type reads or writes it and others. Only numbers have pieces."""
    return {None} if isinstance(type, IntType | FloatType) else {None, type}


def _can_be_register(part: tuple[int, int], types: Set[Type | None]) -> bool:
    """Is there a type of register that a part can be read and written as all of these?"""
    if part[1] - part[0] not in SIZES:
        return False
    return all(type is None or isinstance(type, IntType | FloatType) for type in types) or types == {PTR}


class _Rewriting:
    """Replaces accesses to variables by what sets and reads registers."""

    def __init__(self, graph: KernelGraph, variables: _Variables) -> None:
        self._graph = graph
        self._variables = variables
        self._registers: dict[tuple[int, tuple[int, int]], Reg] = {}
        self._code: list[KernelInstruction] = []

    def run(self) -> None:
        """Replace all of them."""
        for block in self._graph.blocks:
            self._code = []
            for i in block.code:
                self._replace(i)
            block.code = self._code

    def _replace(self, i: KernelInstruction) -> None:
        place = self._variables.place
        match i:
            case Alloca() if i.dst in self._variables.found:
                for register, type, _ in self._parts((i.dst, 0), self._variables.found[i.dst].size):
                    self._assign(register, Op.COPY, (Undef(type),), type, i.loc)
            case Dead():
                left = tuple(r for r in i.regs if r not in self._variables.found)
                self._code += [replace(i, regs=left)] if left else []
            case Assign() | Move() if place(Reg(i.dst)) is not None:
                pass
            case Load() if (at := place(i.addr)) is not None:
                self._load(i, at)
            case Store() if (at := place(i.addr)) is not None:
                self._store(i, at)
            case FillBytes() if (at := place(i.addr)) is not None:
                for register, type, _ in self._parts(at, i.size):
                    zero = Const(0.0 if isinstance(type, FloatType) else 0, type)
                    self._assign(register, Op.COPY, (zero,), type, i.loc)
            case CopyBytes():
                self._copy(i, place(i.dst), place(i.src))
            case BlockAccess() if place(i.addr) is not None:
                pass
            case LoadPart() if (at := self._variables.part_of(i)) is not None:
                ((register, type, _),) = self._parts(at, i.type.size)
                self._code.append(Move(i.dst, register, type, i.loc))
            case StorePart() if (at := self._variables.part_of(i)) is not None:
                ((register, type, _),) = self._parts(at, i.type.size)
                if isinstance(i.value, Reg):
                    self._code.append(Move(register.index, i.value, type, i.loc))
                else:
                    self._assign(register, Op.COPY, (i.value,), type, i.loc)
            case _:
                self._code.append(i)

    def _parts(self, at: LocalPlace, size: int) -> Iterator[tuple[Reg, Type, int]]:
        """The registers of some bytes of a variable, their types, and where they begin in these bytes."""
        variable, first = at
        for part in self._variables.found[variable].parts(first, first + size):
            type = self._variables.part_type(variable, part)
            if type is not None:
                register = self._registers.get((variable, part))
                if register is None:
                    register = self._registers[variable, part] = self._graph.register(type)
                    self._name(register, variable, part)
                yield register, type, part[0] - first

    def _name(self, register: Reg, variable: int, part: tuple[int, int]) -> None:
        """Keep the name of a variable that becomes one register."""
        found = self._variables.found[variable]
        if part == (0, found.size) and found.var is not None:
            self._graph.names[register.index] = found.var

    def _assign(
        self, dst: Reg, op: Op, args: tuple[Operand, ...], type: Type, loc: Location, of: Type | None = None
    ) -> None:
        self._code.append(Assign(dst.index, op, args, type, of or type, loc))

    def _made(self, op: Op, type: Type, args: tuple[Operand, ...], of: Type, loc: Location) -> Reg:
        """A fresh register with the result of an operator."""
        made = self._graph.register(type)
        self._assign(made, op, args, type, loc, of)
        return made

    def _as(self, operand: Operand, of: Type, type: Type, loc: Location) -> Operand:
        """The same bits as another type."""
        return operand if of == type else self._made(Op.BITCAST, type, (operand,), of, loc)

    def _load(self, i: Load, at: LocalPlace) -> None:
        parts = list(self._parts(at, i.type.size))
        register, of, _ = parts[0]
        if len(parts) == 1:
            op = Op.COPY if of == i.type else Op.BITCAST
            self._assign(Reg(i.dst), op, (register,), i.type, i.loc, of)
            return
        wide, loc = IntType(8 * i.type.size), i.loc
        whole: Operand = Const(0, wide)
        for register, of, start in parts:
            piece = self._made(Op.ZEXT, wide, (register,), of, loc)
            moved = self._made(Op.SHL, wide, (piece, Const(8 * start, wide)), wide, loc)
            whole = self._made(Op.OR, wide, (whole, moved), wide, loc)
        self._assign(Reg(i.dst), Op.COPY, (self._as(whole, wide, i.type, loc),), i.type, loc)

    def _store(self, i: Store, at: LocalPlace) -> None:
        parts = list(self._parts(at, i.type.size))
        wide, loc = IntType(8 * i.type.size), i.loc
        if isinstance(i.value, Undef):
            for register, type, _ in parts:
                self._assign(register, Op.COPY, (Undef(type),), type, loc)
            return
        if len(parts) == 1:
            register, type, _ = parts[0]
            op = Op.COPY if type == i.type else Op.BITCAST
            self._assign(register, op, (i.value,), type, loc, i.type)
            return
        whole = self._as(i.value, i.type, wide, loc)
        for register, type, start in parts:
            moved = self._made(Op.LSHR, wide, (whole, Const(8 * start, wide)), wide, loc)
            self._assign(register, Op.TRUNC, (moved,), type, loc, wide)

    def _copy(self, i: CopyBytes, to: LocalPlace | None, source: LocalPlace | None) -> None:
        if to is None and source is None:
            self._code.append(i)
        elif to is None:
            assert source is not None
            self._code.append(BlockAccess(i.dst, i.size, i.dst_align, True, i.loc))
            for register, type, start in self._parts(source, i.size):
                self._code.append(StorePart(i.dst, start, register, type, i.loc))
        elif source is None:
            self._code.append(BlockAccess(i.src, i.size, i.src_align, False, i.loc))
            for register, type, start in self._parts(to, i.size):
                self._code.append(LoadPart(register.index, i.src, start, type, i.loc))
        else:
            moves = [
                (a, b, type) for (a, type, _), (b, _, _) in
                zip(self._parts(to, i.size), self._parts(source, i.size), strict=True)
            ]  # fmt: skip
            written = {a for a, _, _ in moves}
            if any(b in written for _, b, _ in moves):  # they overlap: all is read before anything is written
                kept = [self._graph.register(type) for _, _, type in moves]
                self._code += [Move(k.index, b, type, i.loc) for k, (_, b, type) in zip(kept, moves, strict=True)]
                moves = [(a, k, type) for k, (a, _, type) in zip(kept, moves, strict=True)]
            self._code += [Move(a.index, b, type, i.loc) for a, b, type in moves]
