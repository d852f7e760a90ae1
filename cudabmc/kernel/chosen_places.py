"""Pointers to one of several local variables become decisions, so that the variables may become registers.

    r5 = r1 or r5 = r2      (std::max)        r6 = 0 or r6 = 1
    r7 = load r5                              if r6 == 0: r7 = load r1; else: r7 = load r2

What a thread reads and writes is the same. A pointer is left as it is if more is done with it, or if it may be used
when one of its variables has ended.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Branch, Const, CopyBytes, Dead, Goto, Load, Operand, Reg, Store, Undef
from cudabmc.goto.types import BOOL, I32, I64, PTR, PtrType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, Move, operands, set_by
from cudabmc.kernel.local_places import (
    LocalPlace,
    distance,
    forgets,
    known_numbers,
    known_places,
    pointer_source,
    stale,
    until_settled,
)

MOST = 4
"""The places that a pointer may lead to."""


def decide_places(graph: KernelGraph, largest: int) -> None:
    """Replace accesses by pointers to one of several variables, of at most `largest` bytes."""
    found = _Choices(graph, largest).found
    if found:
        _Deciding(graph, found).run()


class _Choices:
    """The registers that hold one of several places, whenever they hold anything: `found`, with these places. Nothing
    is done with them but to copy and move them, and to access what they lead to."""

    def __init__(self, graph: KernelGraph, largest: int) -> None:
        self._graph = graph
        self._code = [i for block in graph.blocks for i in block.code]
        self._numbers = known_numbers(self._code, graph.parameters)
        self.single = known_places(self._code, graph.parameters, self._numbers)
        self._small = {
            i.dst for i in self._code if isinstance(i, Alloca) and isinstance(i.size, Const) and i.size.value <= largest
        }
        self.found: dict[int, tuple[LocalPlace, ...]] = {}
        set_to: dict[int, list[KernelInstruction]] = {}
        for i in self._code:
            dst = set_by(i)
            if dst is not None and isinstance(graph.types[dst], PtrType):
                set_to.setdefault(dst, []).append(i)
        self._set_to = {r: ones for r, ones in set_to.items() if r >= graph.parameters and r not in self.single}
        if any(len(ones) > 1 for ones in self._set_to.values()) or self._selected():
            self._find()

    def _selected(self) -> bool:
        return any(isinstance(i, Assign) and i.op is Op.SELECT for ones in self._set_to.values() for i in ones)

    def _find(self) -> None:
        until_settled(self._leave_out_unknown)
        self._collect()
        until_settled(self._leave_out_unknown)
        until_settled(self._leave_out_used)
        variables = {register: (place[0],) for register, place in self.single.items()}
        several = {register: tuple({place[0] for place in self.found[register]}) for register in self._set_to}
        if several:
            for register in stale(ControlFlow(self._graph.blocks), {**variables, **several}, self._numbers):
                self._set_to.pop(register, None)
        until_settled(self._leave_out_unknown)
        until_settled(self._leave_out_used)
        self.found = {register: places for register, places in self.found.items() if register in self._set_to}

    def _leave_out_unknown(self) -> Iterator[bool]:
        """Those that may be set to something else than places."""
        for register, ones in list(self._set_to.items()):
            if not all(self._is_chosen(i) for i in ones):
                del self._set_to[register]
                yield True

    def _is_chosen(self, i: KernelInstruction) -> bool:
        sources = _sources(i)
        if forgets(i):
            return True
        known = bool(sources) and distance(i, self._numbers) is not None
        return known and all(s.index in self._set_to or self._is_single(s.index) for s in sources)

    def _is_single(self, register: int) -> bool:
        return register in self.single and self.single[register][0] in self._small

    def _collect(self) -> None:
        """Find the places of each register; those with too many are left out."""
        self.found = {register: () for register in self._set_to}

        def grow() -> Iterator[bool]:
            for register, ones in list(self._set_to.items()):
                places = dict.fromkeys(place for i in ones for place in self._places_set(i))
                if len(places) > MOST:
                    del self._set_to[register]
                    yield True
                elif tuple(places) != self.found[register]:
                    self.found[register] = tuple(places)
                    yield True

        until_settled(grow)

    def _places_set(self, i: KernelInstruction) -> Iterator[LocalPlace]:
        by = distance(i, self._numbers) or 0
        for source in _sources(i):
            single = self.single.get(source.index)
            places = (single,) if single is not None else self.found.get(source.index, ())
            for variable, at in places:
                yield variable, at + by

    def _leave_out_used(self) -> Iterator[bool]:
        """Those with which more is done, and those without a place."""
        for register in [r for r in self._set_to if not self.found[r]]:
            del self._set_to[register]
            yield True
        for i in self._code:
            for operand in _besides(i) if set_by(i) not in self._set_to else ():
                if operand.index in self._set_to:
                    del self._set_to[operand.index]
                    yield True
        yield from self._leave_out_unknown()


def _sources(i: KernelInstruction) -> tuple[Reg, ...]:
    """The registers with a pointer that an instruction copies, moves or chooses."""
    if isinstance(i, Assign) and i.op is Op.SELECT:
        a, b = i.args[1:]
        return (a, b) if isinstance(a, Reg) and isinstance(b, Reg) else ()
    source = pointer_source(i)
    return (source,) if source is not None else ()


def _besides(i: KernelInstruction) -> Iterator[Reg]:
    """The registers that an instruction uses otherwise than as the address of an access."""
    if isinstance(i, Dead):
        return
    accessed: tuple[Operand, ...] = ()
    if isinstance(i, Load | Store) and not (i.volatile or i.atomic):
        accessed = (i.addr,)
    elif isinstance(i, CopyBytes):
        accessed = (i.dst, i.src)
    used = list(operands(i))
    for one in accessed:
        used.remove(one)
    yield from (one for one in used if isinstance(one, Reg))


class _Deciding:
    """Replaces pointers by numbers that say which place they lead to, and accesses by decisions."""

    def __init__(self, graph: KernelGraph, found: Mapping[int, tuple[LocalPlace, ...]]) -> None:
        self._graph = graph
        self._found = found
        code = [i for block in graph.blocks for i in block.code]
        self._numbers = known_numbers(code, graph.parameters)
        self._single = known_places(code, graph.parameters, self._numbers)
        self._which = {register: graph.register(I32) for register in found}
        places = dict.fromkeys(place for ones in found.values() for place in ones)
        self._number = {place: number for number, place in enumerate(places)}

    def run(self) -> None:
        """Rewrite all blocks, and those that are made."""
        for block in self._graph.blocks:
            block.code = [one for i in block.code for one in self._set(i)]
        left = list(range(len(self._graph.blocks)))
        while left:
            left += self._split(left.pop())

    # ------------------------------------------------------------ which place it is

    def _set(self, i: KernelInstruction) -> Iterator[KernelInstruction]:
        dst = set_by(i)
        if dst not in self._found:
            yield i
            return
        assert isinstance(i, Assign | Move) and dst is not None
        which = self._which[dst].index
        if forgets(i):
            yield Assign(which, Op.COPY, (Undef(I32),), I32, I32, i.loc)
        elif isinstance(i, Assign) and i.op is Op.SELECT:
            sides = tuple(self._which_of(source, 0) for source in _sources(i))
            yield Assign(which, Op.SELECT, (i.args[0], *sides), I32, I32, i.loc)
        else:
            (source,) = _sources(i)
            by = distance(i, self._numbers)
            assert by is not None
            if not by or source.index in self._single:
                yield Assign(which, Op.COPY, (self._which_of(source, by),), I32, I32, i.loc)
            else:
                yield from self._moved(which, source, by, i)

    def _which_of(self, source: Reg, by: int) -> Operand:
        if source.index in self._found:
            return self._which[source.index]
        variable, at = self._single[source.index]
        return Const(self._number[variable, at + by], I32)

    def _moved(self, which: int, source: Reg, by: int, i: Assign | Move) -> Iterator[KernelInstruction]:
        """The number of the place that lies `by` bytes behind another one."""
        result: Operand | None = None
        for variable, at in self._found[source.index]:
            behind = Const(self._number[variable, at + by], I32)
            if result is None:
                result = behind
                continue
            is_this, chosen = self._graph.register(BOOL), self._graph.register(I32)
            before = Const(self._number[variable, at], I32)
            yield Assign(is_this.index, Op.EQ, (self._which[source.index], before), BOOL, I32, i.loc)
            yield Assign(chosen.index, Op.SELECT, (is_this, behind, result), I32, I32, i.loc)
            result = chosen
        assert result is not None
        yield Assign(which, Op.COPY, (result,), I32, I32, i.loc)

    # ------------------------------------------------------------ accesses

    def _split(self, number: int) -> list[int]:
        """Replace the first access of a block by one for each place. The blocks that are to be looked at then."""
        block = self._graph.blocks[number]
        for position, i in enumerate(block.code):
            for operand in operands(i) if isinstance(i, Load | Store | CopyBytes) else ():
                if isinstance(operand, Reg) and operand.index in self._found:
                    return self._decide(block, position, i, operand)
        return []

    def _decide(self, block: Block, position: int, i: KernelInstruction, pointer: Reg) -> list[int]:
        rest = self._new(Block(block.code[position + 1 :], block.end))
        sides = [self._side(place, i, pointer, rest) for place in self._found[pointer.index]]
        del block.code[position:]
        made, at = [rest, *sides], block
        for place, side in zip(self._found[pointer.index][:-1], sides[:-1], strict=True):
            is_this = self._graph.register(BOOL)
            which = self._which[pointer.index], Const(self._number[place], I32)
            at.code.append(Assign(is_this.index, Op.EQ, which, BOOL, I32, i.loc))
            following = Block()
            last = place == self._found[pointer.index][-2]
            orelse = sides[-1] if last else self._new(following)
            at.end = Branch(is_this, side, orelse, i.loc)
            at = following
        if len(sides) == 1:
            block.end = Goto(sides[0], i.loc)
        return made

    def _side(self, place: LocalPlace, i: KernelInstruction, pointer: Reg, rest: int) -> int:
        """The block that makes an access to one place, and continues with another block."""
        variable, at = place
        code: list[KernelInstruction] = []
        address = Reg(variable)
        if at:
            address = self._graph.register(PTR)
            code.append(Assign(address.index, Op.PTRADD, (Reg(variable), Const(at % (1 << 64), I64)), PTR, PTR, i.loc))
        code.append(_with_operand(i, pointer, address))
        return self._new(Block(code, Goto(rest, i.loc)))

    def _new(self, block: Block) -> int:
        self._graph.blocks.append(block)
        return len(self._graph.blocks) - 1


def _with_operand(i: KernelInstruction, pointer: Reg, address: Reg) -> KernelInstruction:
    """An access by another pointer."""
    if isinstance(i, CopyBytes):
        return replace(i, dst=address if i.dst == pointer else i.dst, src=address if i.src == pointer else i.src)
    assert isinstance(i, Load | Store)
    return replace(i, addr=address)
