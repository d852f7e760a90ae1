"""Which stream operations are done before something happens: the order that the API gives.

A stream operation is a kernel, a transfer or a host function that was issued to a stream; they are numbered as
they are issued. An order names the operations that have ended, as alternatives under guards where that depends on
inputs (a wait under a condition).
"""

from collections.abc import Iterable
from typing import TypeAlias

from cudabmc import terms
from cudabmc.state.operation_set import NONE, OperationSet
from cudabmc.state.value import Value

Order: TypeAlias = tuple[tuple[OperationSet, Value], ...]

NOTHING: Order = ()


def only(number: int) -> Order:
    """The order that names one operation."""
    return ((NONE.with_(number), True),)


def join(*orders: Order) -> Order:
    """All that any of them names."""
    sure = NONE
    rest: dict[OperationSet, Value] = {}
    for order in orders:
        for named, guard in order:
            if guard is True:
                sure = sure.union(named)
            else:
                rest[named] = terms.lor(rest.get(named, False), guard)
    return _of(sure, rest.items()) if rest else (((sure, True),) if sure else NOTHING)


def with_one(order: Order, number: int) -> Order:
    """What it names, and one operation more."""
    return _of(sure(order).with_(number), (part for part in order if part[1] is not True))


def _of(sure: OperationSet, rest: Iterable[tuple[OperationSet, Value]]) -> Order:
    kept = tuple(part for part in rest if not part[0].within(sure))
    return ((sure, True), *kept) if sure else kept


def under(order: Order, guard: Value) -> Order:
    """What it names, but only where `guard` holds."""
    if guard is True:
        return order
    found = [(named, terms.land(holds, guard)) for named, holds in order]
    return tuple(part for part in found if part[1] is not False)


def holds(order: Order, number: int) -> Value:
    """Where does it name the operation?"""
    if sure(order).has(number):
        return True
    return terms.lor(*(guard for named, guard in order if named.has(number)))


def sure(order: Order) -> OperationSet:
    """The operations that it names for all inputs."""
    return order[0][0] if order and order[0][1] is True else NONE


def most(order: Order) -> OperationSet:
    """The operations that it names for any input."""
    found = NONE
    for named, _ in order:
        found = found.union(named)
    return found
