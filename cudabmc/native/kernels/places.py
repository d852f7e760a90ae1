"""What is told of the instructions of a kernel's graph before its text is written: where pointers come from, which
registers may hold no value, and how finely accesses to each object have to be told apart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, CopyBytes, Load, Operand, Program, Reg, Space, Store, Symbol, Undef
from cudabmc.goto.types import PtrType, Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Move,
    Rendezvous,
    operands,
    set_by,
)
from cudabmc.kernel.liveness import live_behind
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.trade_text import passes_on
from cudabmc.native.undefined import forgets

Root = tuple[str, int | str]
"""Where a pointer comes from: ("parameter", its register, which may be that of a variable of the models), ("global",
its name), ("shared", its name), ("local", the register that its Alloca sets), or ANYWHERE."""

ANYWHERE: Root = ("anywhere", 0)
"""From memory, or from an integer."""

LARGEST_GRAIN = 4
"""Log2 of the most bytes that have one stamp."""


@dataclass(slots=True)
class Use:
    """How the objects of a root are used. `grain` is log2 of the bytes that have one stamp, `types` are those of what
    is read and written (None: a block of bytes)."""

    writes: bool = False
    reads: bool = False
    grain: int = LARGEST_GRAIN
    types: set[Type | None] = field(default_factory=set)


@dataclass(slots=True)
class PointerFacts:
    """`roots` are those of each register, `uses` those of each root."""

    roots: dict[int, frozenset[Root]]
    uses: dict[Root, Use] = field(default_factory=dict)

    def of(self, operand: Operand, program: Program) -> frozenset[Root]:
        """The roots of an operand."""
        if isinstance(operand, Reg):
            return self.roots.get(operand.index, frozenset())
        if isinstance(operand, Symbol):
            return frozenset((root_of(operand.name, program),))
        return frozenset()

    def use(self, root: Root) -> Use:
        """How objects of a root are used, by pointers from anywhere too."""
        own, other = self.uses.get(root, Use()), self.uses.get(ANYWHERE, Use())
        grain, types = min(own.grain, other.grain), own.types | other.types
        return Use(own.writes or other.writes, own.reads or other.reads, grain, types)

    def grain(self, operand: Operand, program: Program) -> int | None:
        """Log2 of the bytes that have one stamp in whatever object an operand leads to; None if that depends on the
        object: one that is reached in several ways has the finest grain of these."""
        found = {self.use(root).grain for root in self._reaching(operand, program)}
        return found.pop() if len(found) == 1 else None

    def accessed_by_value(self, operand: Operand, program: Program) -> bool:
        """Does every access to what an operand leads to read or write one value, which has all of the bytes?"""
        return all(None not in self.use(root).types for root in self._reaching(operand, program))

    def _reaching(self, operand: Operand, program: Program) -> frozenset[Root]:
        """The roots by which the objects of an operand may be reached. No argument leads to shared memory, but what
        comes from memory may."""
        roots = self.of(operand, program)
        if ANYWHERE in roots:
            return roots | self.uses.keys()
        if all(kind == "shared" for kind, _ in roots):
            return roots
        return roots | {root for root in self.uses if root[0] != "shared"}

    def is_local(self, register: int) -> bool:
        """May a register point to local memory?"""
        return any(kind in ("local", "anywhere") for kind, _ in self.roots.get(register, ()))


def root_of(symbol: str, program: Program) -> Root:
    """The root of a global. All arrays of dynamic shared memory are one."""
    found = program.globals.get(symbol)
    if found is None or found.space is not Space.SHARED:
        return "global", symbol
    if not found.dynamic_shared:
        return "shared", symbol
    return "shared", next(name for name, one in program.globals.items() if one.dynamic_shared)


def pointer_facts(graph: KernelGraph, program: Program) -> PointerFacts:
    """Where the pointers of a kernel come from, whatever path it takes."""
    found: dict[int, frozenset[Root]] = {}
    for register in graph.given:
        if isinstance(graph.types[register], PtrType):
            found[register] = frozenset((("parameter", register),))
    facts = PointerFacts(found)
    changed = True
    while changed:
        changed = False
        for block in graph.blocks:
            for i in block.code:
                made = set_by(i)
                if made is None or not isinstance(graph.types[made], PtrType):
                    continue
                before = found.get(made, frozenset())
                after = before | _roots_set(i, facts, program)
                if after != before:
                    found[made], changed = after, True
    for block in graph.blocks:
        for i in block.code:
            for address, divisible, reads, writes in accesses(i):
                for root in facts.of(address, program):
                    use = facts.uses.setdefault(root, Use())
                    use.writes |= writes
                    use.reads |= reads
                    use.grain = min(use.grain, (divisible & -divisible).bit_length() - 1)
                    use.types.add(_type_of(i))
    return facts


def _type_of(i: KernelInstruction) -> Type | None:
    return i.type if isinstance(i, Load | Store | AtomicLoad | AtomicStore) else None


def _roots_set(i: KernelInstruction, facts: PointerFacts, program: Program) -> frozenset[Root]:
    """The roots of the pointer that an instruction makes."""
    if isinstance(i, Alloca):
        return frozenset((("local", i.dst),))
    if isinstance(i, Move):
        return facts.of(i.source, program)
    if isinstance(i, Assign) and i.op in (Op.COPY, Op.SELECT, Op.PTRADD):
        sources = i.args[1:] if i.op is Op.SELECT else i.args[:1]
        return frozenset().union(*(facts.of(source, program) for source in sources))
    return frozenset((ANYWHERE,))


def accesses(i: KernelInstruction) -> Iterator[tuple[Operand, int, bool, bool]]:
    """The address, a number that the address and the size are multiples of, whether it reads, and whether it writes."""
    match i:
        case Load():
            yield i.addr, multiple(i.type, i.align), True, False
        case Store():
            yield i.addr, multiple(i.type, i.align), False, True
        case AtomicLoad():
            yield i.addr, multiple(i.type, 0), True, True
        case AtomicStore():
            yield i.addr, multiple(i.type, 0), False, True
        case FillBytes():
            yield i.addr, 1, False, True
        case BlockAccess():
            yield i.addr, i.size | i.align, not i.writes, i.writes
        case CopyBytes():
            yield i.dst, i.size | i.dst_align, False, True
            yield i.src, i.size | i.src_align, True, False


def multiple(type: Type, align: int) -> int:
    """A number whose lowest bit divides the address and the size of an access."""
    return type.size | (align or alignment.natural(type))


def may_be_undefined(flow: ControlFlow, given: Iterable[int]) -> frozenset[int]:
    """The registers that are read where a path without an assignment leads to; some are given a value before."""
    everything: frozenset[int] | None = None
    before: dict[int, frozenset[int] | None] = dict.fromkeys(flow.order, everything)
    before[flow.order[0]] = frozenset(given)
    changed = True
    while changed:
        changed = False
        for block in flow.order:
            if block != flow.order[0]:
                known = [after for b in flow.before[block] if (after := _after(flow, b, before[b])) is not None]
                joined = frozenset.intersection(*known) if known else None
                if joined != before[block]:
                    before[block], changed = joined, True
    found: set[int] = set()
    for block in flow.order:
        held = set(before[block] or ())
        for i in flow.blocks[block].code:
            found |= _read(operands(i)) - held
            _apply(i, held)
        condition = flow.blocks[block].condition
        found |= (_read((condition,)) if condition is not None else set()) - held
    return frozenset(found)


def may_be_unset(flow: ControlFlow, undefined: frozenset[int], types: Sequence[Type]) -> frozenset[int]:
    """The registers that may hold no value if what is read from memory may be none, and what is computed of it.
    Pointers that may be none are those of `undefined`, and their copies."""
    code = [i for block in flow.order for i in flow.blocks[block].code]
    found = set(undefined)
    changed = True
    while changed:
        changed = False
        for i in code:
            dst = set_by(i)
            if dst is None or dst in found:
                continue
            copied = isinstance(i, Move) or (isinstance(i, Assign) and i.op is Op.COPY)
            if isinstance(types[dst], PtrType) and not copied:
                continue
            computed = isinstance(i, Assign | Move) and not _read(operands(i)).isdisjoint(found)
            handed = isinstance(i, Rendezvous) and passes_on(i.signature) and not _read(i.payload[:1]).isdisjoint(found)
            if computed or handed or isinstance(i, Load | LoadPart):
                found.add(dst)
                changed = True
    return frozenset(found)


def outlived(flow: ControlFlow, live: Mapping[int, frozenset[int]], facts: PointerFacts) -> frozenset[int]:
    """The variables of local memory, by the registers of their Allocas, that another register may still point to when
    the next one of them is made. `live` are the registers that are needed at entries of blocks."""
    return frozenset(
        i.dst
        for i, needed in live_behind(flow, live)
        if isinstance(i, Alloca) and any(("local", i.dst) in facts.roots.get(other, ()) for other in needed - {i.dst})
    )


def _after(flow: ControlFlow, block: int, before: frozenset[int] | None) -> frozenset[int] | None:
    if before is None:
        return None
    held = set(before)
    for i in flow.blocks[block].code:
        _apply(i, held)
    return frozenset(held)


def _apply(i: KernelInstruction, held: set[int]) -> None:
    register = set_by(i)
    if register is not None:
        if (isinstance(i, Assign) and forgets(i)) or (isinstance(i, Move) and i.source.index not in held):
            held.discard(register)
        else:
            held.add(register)


def _read(found: Sequence[Operand]) -> set[int]:
    return {o.index for o in found if isinstance(o, Reg) and not isinstance(o, Undef)}
