"""Two writes leave different bytes exactly where their bytes differ."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.goto.types import IntType
from cudabmc.order.written_values import unequal
from cudabmc.state.events import WRITE, Event
from cudabmc.terms import evaluate, var

Written = tuple[int, int, int]
"""Offset, size and value."""

writes = st.tuples(st.integers(0, 12), st.sampled_from((1, 2, 4, 8)), st.integers(0, 2**64 - 1)).map(
    lambda w: (w[0], w[1], w[2] & 0x0101010101010101 & (1 << 8 * w[1]) - 1)
)


def access(offset: object, size: int, value: object) -> Event:
    made: Any = Event.__new__(Event)
    made.kind, made.offset, made.size, made.value = WRITE, offset, size, value
    return made  # type: ignore[no-any-return]


def leaves(written: Written) -> dict[int, int]:
    offset, size, value = written
    return {offset + i: value >> 8 * i & 255 for i in range(size)}


def differ(a: Written, b: Written) -> bool:
    left, right = leaves(a), leaves(b)
    return any(left[at] != right[at] for at in left.keys() & right.keys())


@given(writes, writes)
def test_of_known_writes(a: Written, b: Written) -> None:
    found = unequal(None, access(*a), access(*b))  # type: ignore[arg-type]
    if leaves(a).keys() & leaves(b).keys():
        assert found is differ(a, b)


@given(writes, writes)
def test_of_writes_that_depend_on_inputs(a: Written, b: Written) -> None:
    where, what = var("where", IntType(64)), var("what", IntType(8 * b[1]))
    found = unequal(None, access(*a), access(where, b[1], what))  # type: ignore[arg-type]
    if leaves(a).keys() & leaves(b).keys():
        assert evaluate(found, {where: b[0], what: b[2]}) is differ(a, b)
