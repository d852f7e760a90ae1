"""Values of arrays as solvers print them: stores into a constant array."""

from collections.abc import Callable
from typing import TypeVar

E = TypeVar("E")


def array_value(
    value: E, as_store: Callable[[E], tuple[E, E, E] | None], as_constant: Callable[[E], E], as_int: Callable[[E], int]
) -> tuple[int, dict[int, int]]:
    """(element elsewhere, {index: element}) of a value; the outermost store counts.

    `as_store` gives the array, the index and the element of a store, `as_constant` the element of a constant array.
    """
    elements: dict[int, int] = {}
    store = as_store(value)
    while store is not None:
        value, index, element = store
        elements.setdefault(as_int(index), as_int(element))
        store = as_store(value)
    return as_int(as_constant(value)), elements
