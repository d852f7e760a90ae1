"""Reads of local variables that are set once, at the start, become what they were set to: records that are passed by
value, say, of which an index of a loop chooses some elements.

    r9 = alloca 416; store r1 to r9 + 0; store r2 to r9 + 8; ...
    r5 = load PTR r9 + 0            r5 = r1
    r6 = load I64 r9 + 8 + 8 * r7   as before: nobody knows which element it is
"""

from collections.abc import Iterator

from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, Dead, Load, Operand, Reg, Store
from cudabmc.goto.types import Type
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, Move, operands, set_by
from cudabmc.kernel.local_places import LocalPlace, known_numbers, known_places, pointer_source, stale, until_settled

_Stored = dict[tuple[int, int], tuple[Operand, Type]]
"""What is stored at each place of a variable, by the place's first byte and the one behind it."""


def read_what_was_stored(graph: KernelGraph) -> None:
    """Replace reads at known places of such variables.

    What a read finds is what was stored, as nothing else writes there: the first block runs once, and before all
    others; each store of the variable is in it, at a known place, in front of all reads, and apart from the others; and
    no pointer to the variable is used for anything but to read, so that no other access can lead to it. What is stored
    is a parameter that nothing sets again, or a number. So it is the same where it is read.
    """
    if any(0 in block.targets for block in graph.blocks):
        return
    code = [i for block in graph.blocks for i in block.code]
    made = {i.dst for i in graph.blocks[0].code if isinstance(i, Alloca) and isinstance(i.size, Const)}
    if not made or not any(isinstance(i, Load) for i in code):
        return
    numbers = known_numbers(code, graph.parameters)
    places = {r: place for r, place in known_places(code, graph.parameters, numbers).items() if place[0] in made}
    found = {v: stored for v in made if v in places and (stored := _stored(graph, code, places, v)) is not None}
    if not found:
        return
    places = {register: place for register, place in places.items() if place[0] in found}
    variables = {register: (place[0],) for register, place in places.items()}
    for register in stale(ControlFlow(graph.blocks), variables, numbers):
        found.pop(places[register][0], None)
    for block in graph.blocks:
        block.code = [_read(i, places, found) for i in block.code]


def _read(i: KernelInstruction, places: dict[int, LocalPlace], found: dict[int, _Stored]) -> KernelInstruction:
    if not isinstance(i, Load) or not isinstance(i.addr, Reg) or i.addr.index not in places:
        return i
    variable, at = places[i.addr.index]
    value, type = found.get(variable, {}).get((at, at + i.type.size), (None, None))
    if value is None or type != i.type or at % alignment.required(i):
        return i
    if isinstance(value, Reg):
        return Move(i.dst, value, i.type, i.loc)
    return Assign(i.dst, Op.COPY, (value,), i.type, i.type, i.loc)


def _stored(
    graph: KernelGraph, code: list[KernelInstruction], places: dict[int, LocalPlace], variable: int
) -> _Stored | None:  # fmt: skip
    """What is stored in a variable before it is read; None if it may be otherwise."""
    pointers, set_again = _pointers_to(code, variable), {set_by(i) for i in code}
    stored, is_read, stores = _Stored(), False, 0
    for i in graph.blocks[0].code:
        if isinstance(i, Load) and _leads(i.addr, pointers):
            is_read = True
        if isinstance(i, Store) and _leads(i.addr, pointers):
            assert isinstance(i.addr, Reg)
            place = places.get(i.addr.index)
            given = i.value.index < graph.parameters and i.value.index not in set_again if isinstance(i.value, Reg) \
                else isinstance(i.value, Const)
            if place is None or is_read or not given or i.volatile or i.atomic:
                return None
            start, end = place[1], place[1] + i.type.size
            if any(start < behind and first < end for first, behind in stored):
                return None
            stored[start, end] = i.value, i.type
            stores += 1
    if stores != sum(isinstance(i, Store) and _leads(i.addr, pointers) for i in code):
        return None
    return stored if all(_only_reads(i, pointers) for i in code) else None


def _pointers_to(code: list[KernelInstruction], variable: int) -> set[int]:
    """The registers that may hold a pointer into a variable, as far as it is not given away."""
    found = {variable}

    def grow() -> Iterator[bool]:
        for i in code:
            source, dst = pointer_source(i), set_by(i)
            if source is not None and source.index in found and dst is not None and dst not in found:
                found.add(dst)
                yield True

    until_settled(grow)
    return found


def _leads(address: Operand, pointers: set[int]) -> bool:
    return isinstance(address, Reg) and address.index in pointers


def _only_reads(i: KernelInstruction, pointers: set[int]) -> bool:
    """Does an instruction do no more with pointers to a variable than to copy and move them, read and store there?"""
    held = [one for one in operands(i) if _leads(one, pointers)]
    if isinstance(i, Dead) or not held:
        return True
    if isinstance(i, Load):
        return not i.volatile and not i.atomic
    if isinstance(i, Store):
        return not _leads(i.value, pointers)
    source = pointer_source(i)
    return source is not None and held == [source]
