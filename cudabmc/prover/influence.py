"""What depends on what in a kernel: which registers may hold something else if some source does.

A register depends on a source if it is set from one, or from a register or an object that does. With `control`, it also
does if it is set where a branch that depends on a source decides whether threads come.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from cudabmc.goto.program import Alloca, Assign, Branch, Call, CopyBytes, Goto, Load, Reg, Store, Undef
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import (
    Approximated,
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    CopyBlock,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Rendezvous,
    StorePart,
    operands,
    set_by,
)
from cudabmc.kernel.liveness import read
from cudabmc.kernel.uniformity import behind, needed
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import ThreadTrace
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.places import PointedObject
from cudabmc.source.location import NOWHERE, Location

LOADS = (Load, LoadPart, AtomicLoad)

IsSource = Callable[[KernelInstruction, frozenset[PointedObject]], bool]
"""Is what an instruction sets a source? It gets the objects that the instruction is about."""


@dataclass(slots=True)
class Influence:
    """The registers and objects that depend on sources."""

    registers: set[int] = field(default_factory=set)
    objects: set[PointedObject] = field(default_factory=set)

    def reaches(self, *used: object) -> bool:
        """Does an operand depend on a source?"""
        return any(isinstance(o, Undef) or (isinstance(o, Reg) and o.index in self.registers) for o in used)


def influence(
    part: KernelPart, touched: Mapping[tuple[int, int], Iterable[PointedObject]], begin: Influence, is_source: IsSource,
    *, control: bool = False,
) -> Influence:  # fmt: skip
    """All that depends on sources, and on what depends on some at the beginning."""
    found, flow = begin, part.flow
    parted: set[int] = set()
    is_needed = {number: needed(flow.blocks[number], part.live) for number in flow.order}
    while True:
        before = len(found.registers), len(found.objects), len(parted)
        for number in flow.order:
            block = flow.blocks[number]
            for index, i in enumerate(block.code):
                objects = frozenset(touched.get((number, index), ()))
                if isinstance(i, Assign) and any(isinstance(arg, Undef) for arg in i.args):
                    if is_needed[number][index]:
                        found.registers.add(i.dst)
                    continue
                _take(found, i, objects, depends=number in parted or is_source(i, objects))
            if control and read(block.condition) & found.registers:
                parted |= behind(flow, number)
        if before == (len(found.registers), len(found.objects), len(parted)):
            return found


def _take(found: Influence, i: KernelInstruction, objects: frozenset[PointedObject], *, depends: bool) -> None:
    dst = set_by(i)
    used = operands(i)
    if isinstance(i, LOADS):
        depends |= not objects.isdisjoint(found.objects)
    elif _writes(found, i, objects):
        found.objects |= objects
    if dst is not None and not isinstance(i, Alloca) and (depends or found.reaches(*used)):
        found.registers.add(dst)


def _writes(found: Influence, i: KernelInstruction, objects: frozenset[PointedObject]) -> bool:
    """Does an instruction write what depends on a source?"""
    match i:
        case Store() | StorePart():
            return found.reaches(i.value)
        case AtomicStore():
            return found.reaches(i.value, i.where)
        case FillBytes():
            return found.reaches(i.byte)
        case CopyBytes() | CopyBlock():
            return not objects.isdisjoint(found.objects)
    return False


# ---------------------------------------------------------------- decisions by what nobody has set


def decided_by_unset(
    graph: KernelGraph, part: KernelPart, trace: ThreadTrace, objects: Iterable[PointedObject], arguments: Iterable[int]
) -> tuple[list[Location], set[PointedObject]]:
    """Where something is decided that may depend on what nobody has set: on objects and arguments which may be so, on
    shared memory, and on variables of the thread. Those are branches, addresses, and arguments of functions that look
    at them. With the objects that may hold something at the end that depends on it."""
    code = (i for number in part.flow.order for i in part.flow.blocks[number].code)
    own: set[PointedObject] = {("local", i.dst) for i in code if isinstance(i, Alloca)}
    unset = Influence(set(arguments) | _never_set(graph, part), {*objects, *own})

    def comes_from_unset(i: KernelInstruction, about: frozenset[PointedObject]) -> bool:
        return isinstance(i, LOADS) and any(kind in ("shared", "local") for kind, _ in about)

    found = influence(part, trace.touched, unset, comes_from_unset)
    where: dict[Location, None] = {}
    for number in part.flow.order:
        block = part.flow.blocks[number]
        for i in block.code:
            if found.reaches(*_deciding(i)):
                where.setdefault(i.loc)
        if found.reaches(block.condition):
            where.setdefault(_end_of(block))
    return list(where), found.objects


def _deciding(i: KernelInstruction) -> Sequence[object]:
    """The operands of an instruction that decide something, where it is more than a result."""
    match i:
        case Load() | Store() | AtomicLoad() | AtomicStore() | BlockAccess() | LoadPart() | StorePart() | FillBytes():
            return (i.addr,)
        case CopyBytes():
            return (i.dst, i.src)
        case CopyBlock():
            return (i.dst, i.src, i.size)
        case Alloca():
            return (i.size,)
        case Rendezvous():
            return () if i.mask is None else (i.mask,)
        case Call():
            return i.args
    return ()


def _never_set(graph: KernelGraph, part: KernelPart) -> set[int]:
    """The registers that are read, and that have no value at the entry."""
    return set(part.live.get(part.entry, ())) - set(graph.given)


def reads_unset(
    graph: KernelGraph, part: KernelPart, trace: ThreadTrace, objects: Iterable[PointedObject]
) -> list[Location]:  # fmt: skip
    """Where something is read that nobody may have set: memory, or a variable of the thread."""
    unset = set(objects)
    found = influence(part, {}, Influence(_never_set(graph, part)), lambda i, about: False)
    return [
        i.loc
        for number in part.flow.order
        for index, i in enumerate(part.flow.blocks[number].code)
        if (isinstance(i, (*LOADS, BlockAccess, CopyBytes, CopyBlock))
        and any(base in unset or base[0] in ("shared", "local") for base in trace.touched.get((number, index), ())))
        or any(isinstance(o, Reg) and o.index in found.registers for o in operands(i))
    ]  # fmt: skip


# ---------------------------------------------------------------- loops that wait


def waiting_loops(part: KernelPart, trace: ThreadTrace) -> list[Location]:
    """Loops whose end may depend on what other threads do meanwhile: on memory that somebody writes, on atomic and
    volatile accesses, and on what threads of a warp tell each other."""
    written = {access.base for access in trace.accesses if access.how.writes}
    found = []
    for loop in part.loops.values():
        inside = {id(i) for number in loop.blocks for i in part.flow.blocks[number].code}

        def comes_from_others(i: KernelInstruction, about: frozenset[PointedObject], inside: set[int] = inside) -> bool:
            if id(i) not in inside:
                return False
            if isinstance(i, Rendezvous | AtomicLoad) or (isinstance(i, Load) and (i.volatile or i.atomic)):
                return True
            return isinstance(i, LOADS) and not about.isdisjoint(written)

        others = influence(part, trace.touched, Influence(), comes_from_others, control=True)
        for number in loop.blocks:
            block = part.flow.blocks[number]
            if any(target not in loop.blocks for target in block.targets) and others.reaches(block.condition):
                found.append(_end_of(block))
    return found


def loops_without_end(part: KernelPart, trace: ThreadTrace) -> list[Location]:
    """Loops that go on for ever if they go on once: they have no end, or one that depends on nothing that changes from
    round to round."""
    written = {access.base for access in trace.accesses if access.how.writes}
    found = []
    for head, loop in part.loops.items():
        carried = part.changed[head] & part.live[head]

        def changes(i: KernelInstruction, about: frozenset[PointedObject]) -> bool:
            if isinstance(i, Rendezvous | AtomicLoad | Call | Approximated):
                return True
            is_local = any(base[0] == "local" for base in about)
            return isinstance(i, LOADS) and (is_local or not about or not about.isdisjoint(written))

        moving = influence(part, trace.touched, Influence(set(carried)), changes)
        ends = [
            block for number in loop.blocks for block in [part.flow.blocks[number]]
            if not isinstance(block.end, Branch | Goto) or any(target not in loop.blocks for target in block.targets)
        ]  # fmt: skip
        if not any(not isinstance(block.end, Branch) or moving.reaches(block.condition) for block in ends):
            found.append(_end_of(ends[0]) if ends else _place_of(part.flow.blocks[head]))
    return found


def _place_of(block: Block) -> Location:
    return next((i.loc for i in block.code if i.loc.line), _end_of(block))


def _end_of(block: Block) -> Location:
    return block.end.loc if isinstance(block.end, Branch) else NOWHERE
