"""The control flow graph of a function: successors, immediate postdominators, loops."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from cudabmc.goto.dominators import immediate_postdominators
from cudabmc.goto.natural_loop import members
from cudabmc.goto.program import Branch, Function, Goto, Instruction, Return, Unreachable, Unsupported
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location


def successors(body: Sequence[Instruction], index: int) -> tuple[int, ...]:
    """The instructions that can follow `index`; `len(body)` is the exit of the function."""
    instruction = body[index]
    match instruction:
        case Goto():
            return (instruction.target,)
        case Branch():
            if instruction.then == instruction.orelse:
                return (instruction.then,)
            return (instruction.then, instruction.orelse)
        case Return() | Unreachable() | Unsupported():
            return (len(body),)
    return (index + 1,)


def moved(instruction: Instruction, place: Callable[[int], int]) -> Instruction:
    """A jump to where its targets have come to; other instructions as they are."""
    if isinstance(instruction, Goto):
        return replace(instruction, target=place(instruction.target))
    if isinstance(instruction, Branch):
        return replace(instruction, then=place(instruction.then), orelse=place(instruction.orelse))
    return instruction


def ipdom(function: Function) -> list[int]:
    """The immediate postdominator of each instruction; `len(body)` is the exit of the function."""
    body = function.body
    return immediate_postdominators([successors(body, i) for i in range(len(body))], len(body))


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop: jumps back to instruction `head` from `back_edges`, the last of which is `back_edge`.

    `id` is the name of the function, a dot and the number of the loop in it, counted from 1 in
    the order of the text; `location` is where the loop statement stands.
    """

    id: str
    head: int
    back_edge: int
    location: Location
    back_edges: tuple[int, ...]

    def __contains__(self, index: int) -> bool:
        """Does the instruction stand in the text of the loop, from its head to its last jump back?"""
        return self.head <= index <= self.back_edge


def inside(body: Sequence[Instruction], loop: Loop) -> frozenset[int]:
    """The instructions of a loop: its head, and what comes to its back edges without passing it."""
    before: list[list[int]] = [[] for _ in range(len(body) + 1)]
    for index in range(len(body)):
        for target in successors(body, index):
            before[target].append(index)
    return members(loop.head, loop.back_edges, before)


def loops(function: Function) -> list[Loop]:
    """The loops of a function in the order of their heads."""
    edges: dict[int, list[int]] = {}
    for index, instruction in enumerate(function.body):
        if isinstance(instruction, Goto | Branch):
            for target in successors(function.body, index):
                if target <= index:
                    edges.setdefault(target, []).append(index)
    return [
        Loop(f"{function.name}.{number}", head, tails[-1], function.body[tails[-1]].loc, tuple(tails))
        for number, (head, tails) in enumerate(sorted(edges.items()), 1)
    ]
