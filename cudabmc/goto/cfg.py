"""The control flow graph of a function: successors, immediate postdominators, loops."""

from collections.abc import Sequence

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


def ipdom(function: Function) -> list[int]:
    """The immediate postdominator of each instruction; `len(body)` is the exit of the function.

    Instructions that never reach the exit (an endless loop) are treated as if the last back edge
    of their loop could leave the function, so that branches inside of the loop still join in it.
    Algorithm: Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, on the reversed graph.
    """
    body = function.body
    exit_ = len(body)
    forward = [list(successors(body, i)) for i in range(exit_)]
    order = _postorder_to_exit(forward, exit_)
    number = {node: i for i, node in enumerate(order)}
    dominator: dict[int, int] = {exit_: exit_}
    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            known = [s for s in forward[node] if s in dominator]
            new = known[0]
            for other in known[1:]:
                new = _intersect(new, other, dominator, number)
            if dominator.get(node) != new:
                dominator[node] = new
                changed = True
    return [dominator.get(i, exit_) for i in range(exit_)]


def _intersect(a: int, b: int, dominator: dict[int, int], number: dict[int, int]) -> int:
    while a != b:
        while number[a] < number[b]:
            a = dominator[a]
        while number[b] < number[a]:
            b = dominator[b]
    return a


def _postorder_to_exit(forward: list[list[int]], exit_: int) -> list[int]:
    """All nodes in postorder of the reversed graph, the exit last; adds edges from endless loops to the exit."""
    backward: list[list[int]] = [[] for _ in range(exit_ + 1)]
    for node, targets in enumerate(forward):
        for target in targets:
            backward[target].append(node)
    while True:
        order = _postorder(backward, exit_)
        missing = set(range(exit_)) - set(order)
        if not missing:
            return order
        tail = max((n for n in missing if any(t <= n for t in forward[n])), default=max(missing))
        forward[tail].append(exit_)
        backward[exit_].append(tail)


def _postorder(edges: list[list[int]], root: int) -> list[int]:
    order: list[int] = []
    seen = {root}
    stack = [(root, iter(edges[root]))]
    while stack:
        node, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(edges[target])))
                break
        else:
            order.append(node)
            stack.pop()
    return order


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


def inside(body: Sequence[Instruction], loop: Loop) -> frozenset[int]:
    """The instructions of a loop: its head, and what comes to its back edges without passing it."""
    before: dict[int, list[int]] = {}
    for index in range(len(body)):
        for target in successors(body, index):
            before.setdefault(target, []).append(index)
    found = {loop.head}
    left = list(loop.back_edges)
    while left:
        index = left.pop()
        if index not in found:
            found.add(index)
            left += before.get(index, ())
    return frozenset(found)


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
