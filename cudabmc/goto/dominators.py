"""Dominators and postdominators of a directed graph, whose nodes are numbers.

Algorithm: Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm (2001).
"""

from collections.abc import Mapping, Sequence

Successors = Sequence[Sequence[int]] | Mapping[int, Sequence[int]]
"""The nodes that follow each node."""


def postorder(edges: Successors, root: int) -> list[int]:
    """The nodes that can be reached from the root, each behind those that were reached from it first."""
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


def immediate_dominators(order: Sequence[int], before: Successors) -> dict[int, int]:
    """The last node, other than itself, that all ways from the root to a node pass; of the root, itself.

    `order` is the postorder of the graph, `before` gives the predecessors of each node.
    """
    number = {node: i for i, node in enumerate(order)}
    root = order[-1]
    found = {root: root}
    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            known = [b for b in before[node] if b in found]
            new = known[0]
            for other in known[1:]:
                new = _intersect(new, other, found, number)
            if found.get(node) != new:
                found[node] = new
                changed = True
    return found


def _intersect(a: int, b: int, dominator: Mapping[int, int], number: Mapping[int, int]) -> int:
    while a != b:
        while number[a] < number[b]:
            a = dominator[a]
        while number[b] < number[a]:
            b = dominator[b]
    return a


def immediate_postdominators(forward: Sequence[Sequence[int]], exit_: int) -> list[int]:
    """The first node that all ways from a node to the exit pass behind it; `exit_` is the number behind the last node.

    Nodes that never reach the exit (an endless loop) are treated as if the last back edge of their loop could leave
    it, so that branches inside of the loop still join in it. A back edge leads to a node with the same or a smaller
    number.
    """
    edges = [list(targets) for targets in forward]
    order = _postorder_to_exit(edges, exit_)
    found = immediate_dominators(order, edges)
    return [found.get(node, exit_) for node in range(exit_)]


def _postorder_to_exit(forward: list[list[int]], exit_: int) -> list[int]:
    """All nodes in postorder of the reversed graph, the exit last; adds edges from endless loops to the exit."""
    backward: list[list[int]] = [[] for _ in range(exit_ + 1)]
    for node, targets in enumerate(forward):
        for target in targets:
            backward[target].append(node)
    while True:
        order = postorder(backward, exit_)
        missing = set(range(exit_)) - set(order)
        if not missing:
            return order
        tail = max((n for n in missing if any(t <= n for t in forward[n])), default=max(missing))
        forward[tail].append(exit_)
        backward[exit_].append(tail)
