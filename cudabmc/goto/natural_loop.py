"""The nodes of a loop."""

from collections.abc import Iterable

from cudabmc.goto.dominators import Successors


def members(head: int, tails: Iterable[int], before: Successors) -> frozenset[int]:
    """The natural loop of the back edges from `tails` to `head`: the head, and what comes to a tail without passing it
    (Aho, Sethi and Ullman, Compilers, 1986, section 10.4). `before` gives the predecessors of each node."""
    found = {head}
    left = list(tails)
    while left:
        node = left.pop()
        if node not in found:
            found.add(node)
            left += before[node]
    return frozenset(found)
