"""Which registers are still needed: those that may be read before they are set again."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from cudabmc.goto.dominators import Successors


def live_before(
    order: Sequence[int], after: Successors, uses: Mapping[int, AbstractSet[int]], sets: Mapping[int, AbstractSet[int]]
) -> dict[int, frozenset[int]]:
    """The registers that are live where each node begins: the least solution of the data-flow equations
    live(n) = uses(n) | (the union of live(s) for all successors s, without sets(n)).

    `order` are the nodes, and is fastest as their postorder; a successor that is not in it needs nothing. `uses` are
    what a node reads before it sets it.
    """
    live: dict[int, frozenset[int]] = dict.fromkeys(order, frozenset())
    changed = True
    while changed:
        changed = False
        for node in order:
            behind = frozenset[int]().union(*(live[target] for target in after[node] if target in live))
            new = (behind - sets[node]) | uses[node]
            if new != live[node]:
                live[node], changed = new, True
    return live
