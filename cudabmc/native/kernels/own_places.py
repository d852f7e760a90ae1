"""Where in an object a thread has its accesses: offsets as expressions of its coordinates and of the arguments.

    out[y * n + x] = ...                     4 * (n * (16 by + ty) + 16 bx + tx), with what branches say of x and y
    for (int i = first; i < n; i += step)    4 * i, where i counts from `first` on by `step`
        sum[i] += ...

What a launch makes of them says whether each thread has places of its own (`apart.py`). Nothing is told of accesses
whose offsets depend on what memory holds, or on registers that are set in other ways.
"""

from collections.abc import Iterator

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Const, CopyBytes, Load, Operand, Program, Reg, Store, Symbol
from cudabmc.goto.types import IntType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    Builtin,
    Coordinate,
    FillBytes,
    KernelInstruction,
    set_by,
)
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.branch_facts import BranchFacts, Comparison
from cudabmc.native.kernels.places import ANYWHERE, PointerFacts, Root, accesses
from cudabmc.native.undefined import forgets

MOST_BLOCKS = 1000
"""A kernel with more of them is not looked at: what its branches say takes too long to find out."""

_Site = tuple[int, int]
"""A block, and an instruction in it."""

DEEPEST = 50
"""Operators above one another in an expression."""


@dataclass(frozen=True, slots=True)
class LaunchArgument:
    """The value of a parameter, which no thread changes."""

    register: int
    width: int


@dataclass(frozen=True, slots=True)
class ConstantNumber:
    """A constant."""

    value: int
    width: int


@dataclass(frozen=True, slots=True)
class ThreadCoordinate:
    """A component of a built-in variable."""

    variable: Builtin
    axis: int


@dataclass(frozen=True, slots=True)
class AppliedOperator:
    """An operator on integers of width `of`; the result has a `width` of its own."""

    op: Op
    width: int
    of: int
    args: "tuple[OffsetExpression, ...]"


@dataclass(frozen=True, slots=True)
class RegisterLimit:
    """What is not more (`upper`), or not less, than `bound`, as signed or as unsigned numbers; nor as much as that,
    if it is `strict`."""

    bound: "OffsetExpression"
    upper: bool
    signed: bool
    strict: bool


@dataclass(frozen=True, slots=True)
class LimitedRegister:
    """What a register holds, the same from when it is set on, and what is known of it where the access is."""

    register: int
    width: int
    held: "OffsetExpression"
    limits: frozenset[RegisterLimit]


@dataclass(frozen=True, slots=True)
class CountingRegister:
    """A register that holds `start`, and `step` more each time it is set again. The limits hold where it is read, and
    where it is set again."""

    start: "OffsetExpression"
    step: "OffsetExpression"
    width: int
    limits: frozenset[RegisterLimit]


OffsetExpression = (
    LaunchArgument | ConstantNumber | ThreadCoordinate | AppliedOperator | LimitedRegister | CountingRegister
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AccessedBytes:
    """So many bytes at an offset."""

    offset: OffsetExpression
    size: int


@dataclass(frozen=True, slots=True)
class OwnPlaces:
    """The places of all accesses to the objects of a root. If it `reads_first`, a thread reads some of them before it
    writes any."""

    places: tuple[AccessedBytes, ...]
    reads_first: bool


def own_places(
    graph: KernelGraph, flow: ControlFlow, pointers: PointerFacts, program: Program
) -> dict[Root, OwnPlaces]:  # fmt: skip
    """Those of the roots that a kernel writes, as far as there are expressions for all of them."""
    wanted = {root for root, use in pointers.uses.items() if use.writes and root[0] in ("parameter", "global")}
    if not wanted or ANYWHERE in pointers.uses or len(flow.order) > MOST_BLOCKS:
        return {}
    reader, found = _Reader(graph, flow), {root: dict[AccessedBytes, None]() for root in wanted}
    reads, writes = (dict[Root, list[_Site]](), dict[Root, list[_Site]]())
    for block in flow.order:
        for index, i in enumerate(flow.blocks[block].code):
            for (address, _, _, is_write), size in zip(accesses(i), _sizes(i), strict=True):
                for root in pointers.of(address, program) & found.keys():
                    (writes if is_write else reads).setdefault(root, []).append((block, index))
                    offset = reader.offset(address, root, (block, index))
                    if offset is None:
                        del found[root]
                    else:
                        found[root][AccessedBytes(offset, size)] = None
    return {
        root: OwnPlaces(tuple(places), any(_is_before(flow, one, writes.get(root, [])) for one in reads.get(root, ())))
        for root, places in found.items()
        if places
    }


def _is_before(flow: ControlFlow, site: _Site, others: list[_Site]) -> bool:
    """Does a thread pass a place on all ways to others?"""
    return all(
        site[1] < other[1] if site[0] == other[0] else flow.dominates(site[0], other[0]) for other in others
    )  # fmt: skip


def _sizes(i: KernelInstruction) -> Iterator[int]:
    """The bytes of each access, as `accesses` has them."""
    match i:
        case Load() | Store() | AtomicLoad() | AtomicStore():
            yield i.type.size
        case FillBytes() | BlockAccess():
            yield i.size
        case CopyBytes():
            yield i.size
            yield i.size


class _Reader:
    """Makes expressions of registers. `here` is where the access is, and `then` where what is asked for is read: values
    that never change are known as well as at the access, those that do as well as they were known then."""

    def __init__(self, graph: KernelGraph, flow: ControlFlow) -> None:
        self._types = graph.types
        self._given = set(graph.given)
        self._blocks = flow.blocks
        self._facts = BranchFacts(flow)
        self._told = self._facts.registers()
        self._set = dict[int, list[_Site]]()
        for block in flow.order:
            for index, i in enumerate(flow.blocks[block].code):
                register = set_by(i)
                if register is not None and not (isinstance(i, Assign) and forgets(i)):
                    self._set.setdefault(register, []).append((block, index))
        self._fixed = dict[int, bool]()

    def offset(self, pointer: Operand, root: Root, here: _Site) -> OffsetExpression | None:
        """The offset of a pointer from where its root leads to."""
        if isinstance(pointer, Symbol):
            return ConstantNumber(pointer.offset, 64)
        if not isinstance(pointer, Reg):
            return None
        if root == ("parameter", pointer.index) and pointer.index not in self._set:
            return ConstantNumber(0, 64)
        made = self._only(pointer.index)
        if made is None:
            return None
        i = self._at(made)
        if not isinstance(i, Assign) or i.op not in (Op.COPY, Op.PTRADD):
            return None
        base = self.offset(i.args[0], root, here)
        if i.op is Op.COPY or base is None:
            return base
        by = self._integer(i.args[1], here, made, DEEPEST)
        return None if by is None else AppliedOperator(Op.ADD, 64, 64, (base, by))

    def _integer(self, operand: Operand, here: _Site, then: _Site, deepest: int) -> OffsetExpression | None:
        if isinstance(operand, Const):
            return ConstantNumber(int(operand.value), operand.type.width) if isinstance(operand.type, IntType) else None
        if not isinstance(operand, Reg) or deepest == 0:
            return None
        register, type = operand.index, self._types[operand.index]
        if not isinstance(type, IntType):
            return None
        made = self._set.get(register, [])
        if register in self._given:
            return None if made else LaunchArgument(register, type.width)
        if len(made) == 2:
            return self._counter(register, type.width, here, then, deepest)
        if len(made) != 1:
            return None
        held = self._held(made[0], here, deepest)
        if held is None or register not in self._told or not self._is_fixed(register):
            return held
        return LimitedRegister(register, type.width, held, self._limits(register, here, deepest))

    def _held(self, made: _Site, here: _Site, deepest: int) -> OffsetExpression | None:
        """What an instruction sets its register to."""
        i = self._at(made)
        if isinstance(i, Coordinate):
            return ThreadCoordinate(i.variable, i.axis)
        if not isinstance(i, Assign) or not isinstance(i.type, IntType) or not isinstance(i.of, IntType):
            return None
        args = tuple(self._integer(arg, here, made, deepest - 1) for arg in i.args)
        known = tuple(arg for arg in args if arg is not None)
        if len(known) < len(args):
            return None
        return known[0] if i.op is Op.COPY else AppliedOperator(i.op, i.type.width, i.of.width, known)

    def _counter(self, register: int, width: int, here: _Site, then: _Site, deepest: int) -> OffsetExpression | None:
        """The register is set twice: before a loop, and in it."""
        for first, again in (self._set[register], self._set[register][::-1]):
            step = self._step(register, again)
            if step is None:
                continue
            start, by = self._held(first, here, deepest), self._integer(step, here, again, deepest - 1)
            if start is None or by is None:
                return None
            limits = self._limits(register, then, deepest) & self._limits(register, again, deepest)
            return CountingRegister(start, by, width, limits)
        return None

    def _step(self, register: int, site: _Site) -> Operand | None:
        """What is added to the register where it is set again."""
        i = self._at(site)
        while isinstance(i, Assign) and i.op is Op.COPY and isinstance(i.args[0], Reg):
            made = self._only(i.args[0].index)
            if made is None or made[0] != site[0] or self._is_set_between(register, made, site):
                return None
            i = self._at(made)
        if isinstance(i, Assign) and i.op is Op.ADD:
            for mine, step in (i.args, i.args[::-1]):
                if isinstance(mine, Reg) and mine.index == register:
                    return step
        return None

    def _is_set_between(self, register: int, start: _Site, end: _Site) -> bool:
        """Is it set between two instructions of a block?"""
        return any(block == start[0] and start[1] <= index < end[1] for block, index in self._set[register])

    def _limits(self, register: int, site: _Site, deepest: int) -> frozenset[RegisterLimit]:
        """What branches say of a register, compared with what all threads of a launch have alike."""
        found = (self._limit(fact, register, site, deepest) for fact in self._facts.at(*site) if fact.names(register))
        return frozenset(limit for limit in found if limit is not None)

    def _limit(self, fact: Comparison, register: int, site: _Site, deepest: int) -> RegisterLimit | None:
        if fact.op not in (Op.SLT, Op.SLE, Op.ULT, Op.ULE):
            return None
        is_less = isinstance(fact.a, Reg) and fact.a.index == register
        other = fact.b if is_less else fact.a
        bound = self._integer(other, site, site, deepest // 2)
        if bound is None:
            return None
        strict = (fact.op in (Op.SLT, Op.ULT)) == fact.holds
        return RegisterLimit(bound, is_less == fact.holds, fact.op in (Op.SLT, Op.SLE), strict)

    def _only(self, register: int) -> _Site | None:
        """Where a register is set that is set once."""
        made = self._set.get(register, [])
        return made[0] if len(made) == 1 and register not in self._given else None

    def _at(self, site: _Site) -> KernelInstruction:
        return self._blocks[site[0]].code[site[1]]

    def _is_fixed(self, register: int) -> bool:
        """Does a register hold one value from when it is set on, however often a thread comes to where it is set?"""
        if register not in self._fixed:
            self._fixed[register] = False  # as long as it is not known
            made = self._set.get(register, [])
            if register in self._given:
                self._fixed[register] = not made
            elif len(made) == 1:
                i = self._at(made[0])
                registers = [arg.index for arg in i.args if isinstance(arg, Reg)] if isinstance(i, Assign) else []
                self._fixed[register] = isinstance(i, Assign | Coordinate) and all(map(self._is_fixed, registers))
        return self._fixed[register]
