"""Accesses to variables of a thread that lie in memory: are these there, whenever one is made?"""

from collections.abc import Iterator

from cudabmc.goto.program import Alloca, Const, Dead
from cudabmc.prover.events import MemoryAccess, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.placed_launch import PlacedObject
from cudabmc.prover.places import PointedObject


def own_objects(part: KernelPart) -> dict[PointedObject, PlacedObject]:
    """The variables of the thread that are made once, as objects of known sizes."""
    return {
        ("local", i.dst): PlacedObject(int(i.size.value), unset=True)
        for number in part.flow.order if part.loop_of(number) is None
        for i in part.flow.blocks[number].code if isinstance(i, Alloca) and isinstance(i.size, Const)
    }  # fmt: skip


def may_be_gone(part: KernelPart, trace: ThreadTrace) -> Iterator[MemoryAccess]:
    """Accesses to variables whose scope may have ended, or may not have begun."""
    gone: dict[int, set[int]] = {}  # at the starts of blocks
    flow = part.flow
    every = {i.dst for number in flow.order for i in flow.blocks[number].code if isinstance(i, Alloca)}
    left = [part.entry]
    gone[part.entry] = set(every)
    while left:
        number = left.pop()
        after = set(gone[number])
        for i in flow.blocks[number].code:
            _step(after, i)
        for target in flow.after[number]:
            if target not in gone or not after <= gone[target]:
                gone[target] = gone.get(target, set()) | after
                left.append(target)
    for access in trace.own:
        now = set(gone.get(access.block, every))
        for i in flow.blocks[access.block].code[: access.index]:
            _step(now, i)
        if access.base[1] in now:
            yield access


def _step(gone: set[int], i: object) -> None:
    if isinstance(i, Alloca):
        gone.discard(i.dst)
    elif isinstance(i, Dead):
        gone.update(i.regs)
