"""Which stream operations are done before something happens: the order that the API gives.

A stream operation is a kernel, a transfer or a host function that was issued to a stream; they are numbered as
they are issued. An order names the operations that have ended: a bit for each, as alternatives under
guards where that depends on inputs (a wait under a condition).
"""

from collections.abc import Iterator
from typing import TypeAlias

from cudabmc import terms
from cudabmc.state.value import Value

Order: TypeAlias = tuple[tuple[int, Value], ...]

NOTHING: Order = ()


def only(number: int) -> Order:
    """The order that names one operation."""
    return ((1 << number, True),)


def join(*orders: Order) -> Order:
    """All that any of them names."""
    sure = 0
    rest: dict[int, Value] = {}
    for order in orders:
        for mask, guard in order:
            if guard is True:
                sure |= mask
            else:
                rest[mask] = terms.lor(rest.get(mask, False), guard)
    kept = tuple((mask, guard) for mask, guard in rest.items() if mask & ~sure)
    return ((sure, True), *kept) if sure else kept


def under(order: Order, guard: Value) -> Order:
    """What it names, but only where `guard` holds."""
    if guard is True:
        return order
    found = [(mask, terms.land(holds, guard)) for mask, holds in order]
    return tuple(part for part in found if part[1] is not False)


def holds(order: Order, number: int) -> Value:
    """Where does it name the operation?"""
    return terms.lor(*(guard for mask, guard in order if mask >> number & 1))


def sure(order: Order) -> int:
    """The operations that it names for all inputs, as a mask."""
    return order[0][0] if order and order[0][1] is True else 0


def most(order: Order) -> int:
    """The operations that it names for any input, as a mask."""
    found = 0
    for mask, _ in order:
        found |= mask
    return found


def bits(mask: int) -> Iterator[int]:
    """The numbers that a mask names, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
