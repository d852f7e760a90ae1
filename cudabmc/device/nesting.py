"""Stream operations that threads of kernels issue: which of them belong to which, when one is done, what comes before.

A grid is complete when all that its threads have launched is; what is in its tail launch stream begins when all else is
(programming guide, 'CUDA Dynamic Parallelism', 'Parent and Child Grids' and 'The Tail Launch Stream'). So an order that
names an operation means its children as well, of which nobody may have known when the order was made.
"""

from dataclasses import replace

from cudabmc.state.nest import Nest
from cudabmc.state.order import NONE, OperationSet, Order, join
from cudabmc.state.state import State


def ends(s: State, operation: int) -> None:
    """The threads of an operation have ended. It is done now, or later, with the last of its children."""
    device = s.device
    while operation and device.ended.has(operation):
        nest = device.nests.get(operation)
        if nest is not None:
            if not nest.children.within(device.done):
                return
            device.done = device.done.with_(nest.body)
            if not nest.tails.within(device.done):
                return
        device.done = device.done.with_(operation)
        operation = 0 if nest is None else nest.parent


def body_of(s: State, operation: int) -> int:
    """The number that stands for the threads of an operation and its children, but for its tail launches."""
    nest = s.device.nest_of(operation)
    if not nest.body:
        s.device.issued += 1
        nest = s.device.nests[operation] = replace(nest, body=s.device.issued)
    return nest.body


def closed(s: State, order: Order) -> Order:
    """The order with all that belongs to the operations that it names, now that they are done."""
    nests = s.device.nests
    return tuple((_closed(nests, named), guard) for named, guard in order)


def _closed(nests: dict[int, Nest], named: OperationSet) -> OperationSet:
    bodies = NONE
    for operation in sorted(nests):  # parents have smaller numbers
        nest = nests[operation]
        if named.has(operation):
            named = named.union(nest.children).union(nest.tails)
        elif nest.body and named.has(nest.body):
            named = named.union(nest.children)
            bodies = bodies.with_(operation)
    return named.union(bodies)


def order_at_begin(s: State, operation: int, order: Order) -> Order:
    """All that comes before an operation that begins now."""
    nest = s.device.nests.get(operation)
    if nest is None or not nest.parent:
        return closed(s, order)
    return join(nest.inherited, closed(s, nest.behind))
