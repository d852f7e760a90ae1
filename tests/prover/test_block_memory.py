"""What lies in memory while a block runs is what would lie there if all offsets were known."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.block_memory import BlockMemory, TurnOfThread, UntoldError
from cudabmc.prover.block_pair import different_cell
from cudabmc.prover.same_forms import SameForms
from cudabmc.source.location import NOWHERE
from cudabmc.terms import TermValue

ORIGINS = [terms.var(f"origin {n}", I64) for n in range(3)]
CONDITIONS = [terms.var(f"condition {n}", BOOL) for n in range(2)]
BEFORE = terms.array_var("before", 64, 32)

ACCESS = st.tuples(
    st.booleans(),  # writes?
    st.integers(0, 3),  # the origin, or none
    st.integers(0, 3),  # elements behind it
    st.integers(0, 2),  # the condition, or none
    st.integers(0, 2),  # the thread
    st.booleans(),  # a barrier in front of it
)
Access = tuple[bool, int, int, int, int, bool]


def offset(origin: int, distance: int) -> TermValue:
    return 4 * distance if origin == 3 else terms.apply(Op.ADD, I64, I64, (ORIGINS[origin], 4 * distance))


def where(number: int) -> TermValue:
    return True if number == 2 else CONDITIONS[number]


def run(script: list[Access]) -> tuple[BlockMemory, list[tuple[int, TermValue]]]:
    """The memory behind some accesses, and what has been read, with the place in the script."""
    memory, barriers, found = BlockMemory("memory", 4, BEFORE), 0, []
    for number, (writes, origin, distance, cond, thread, waits) in enumerate(script):
        barriers += waits
        turn = TurnOfThread(barriers, thread)
        if writes:
            memory.write(offset(origin, distance), number + 1, where(cond), turn, NOWHERE)
        else:
            found.append((number, memory.read(offset(origin, distance), turn)))
    return memory, found


def known(script: list[Access], starts: list[int], holds: list[bool]) -> tuple[dict[int, int], dict[int, int]] | None:
    """What lies in memory in the end where offsets are known, and what each access has read; None if some race."""
    left, found, barriers = dict[int, int](), dict[int, int](), 0
    accesses = list[tuple[int, int, int, bool]]()
    for number, (writes, origin, distance, cond, thread, waits) in enumerate(script):
        barriers += waits
        at = 4 * distance + (0 if origin == 3 else starts[origin])
        if cond != 2 and not holds[cond]:
            continue
        accesses.append((barriers, thread, at, writes))
        if writes:
            left[at] = number + 1
        else:
            found[number] = left.get(at, 1000 + at)
    for b, t, at, writes in accesses:
        if any(b == c and t != u and at == other and (writes or wrote) for c, u, other, wrote in accesses):
            return None
    return left, found


def evaluated(value: TermValue, starts: list[int], holds: list[bool]) -> object:
    model = {**dict(zip(ORIGINS, starts, strict=True)), **dict(zip(CONDITIONS, holds, strict=True))}
    if not isinstance(value, terms.Term):
        return value
    return terms.evaluate(value, {**model, BEFORE: (0, {at: 1000 + at for at in range(0, 64, 4)})})


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(ACCESS, min_size=1, max_size=7), st.lists(st.sampled_from((0, 4, 8)), min_size=3, max_size=3),
    st.lists(st.booleans(), min_size=2, max_size=2),
)  # fmt: skip
def test_what_is_read_and_left_is_what_it_is_for_known_offsets(
    script: list[Access], starts: list[int], holds: list[bool]
) -> None:
    expected = known(script, starts, holds)
    assume(expected is not None)
    assert expected is not None
    try:
        memory, found = run(script)
    except UntoldError:
        return
    for number, value in found:
        if number in expected[1]:
            assert evaluated(value, starts, holds) == expected[1][number]
    try:
        memory.require_no_order()
    except UntoldError:
        return
    held = dict[object, set[object]]()
    for cell, left in memory.left.items():
        at = evaluated(memory.offset_of(cell), starts, holds)
        held.setdefault(at, set()).add(evaluated(left.bits, starts, holds))
    assert all(written in held[at] for at, written in expected[0].items())
    for at, values in held.items():  # a cell that is not written holds what was there at the start
        assert isinstance(at, int) and values <= {expected[0].get(at), 1000 + at}


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(ACCESS, min_size=1, max_size=5), st.permutations(range(5)), st.integers(0, 4), ACCESS,
    st.lists(st.sampled_from((0, 4, 8)), min_size=3, max_size=3), st.lists(st.booleans(), min_size=2, max_size=2),
)  # fmt: skip
def test_memory_that_is_told_to_be_the_same_is_the_same(
    script: list[Access], order: list[int], changed: int, access: Access, starts: list[int], holds: list[bool]
) -> None:
    script = [(True, *one[1:]) for one in script]
    other = [script[n] for n in order if n < len(script)]
    if changed < len(other):
        other[changed] = (True, *access[1:])
    both = [known(one, starts, holds) for one in (script, other)]
    assume(all(one is not None for one in both))
    try:
        memories = [_with_values(one) for one in (script, other)]
        if different_cell(*memories, SameForms().are_same) is not None:
            return
    except UntoldError:
        return
    left = [_values(one, script_) for one, script_ in zip(both, (script, other), strict=True) if one is not None]
    for at in {*left[0], *left[1]}:
        assert left[0].get(at, 1000 + at) == left[1].get(at, 1000 + at)


def _value(access: Access) -> int:
    """What an access writes, in whichever script it is."""
    return access[1] * 4 + access[2] + 1


def _with_values(script: list[Access]) -> BlockMemory:
    memory, barriers = BlockMemory("memory", 4, BEFORE), 0
    for access in script:
        _, origin, distance, cond, thread, waits = access
        barriers += waits
        memory.write(offset(origin, distance), _value(access), where(cond), TurnOfThread(barriers, thread), NOWHERE)
    return memory


def _values(known_: tuple[dict[int, int], dict[int, int]], script: list[Access]) -> dict[int, int]:
    return {at: _value(script[number - 1]) for at, number in known_[0].items()}


def test_parts_of_elements_are_refused() -> None:
    memory = BlockMemory("memory", 4, BEFORE)
    memory.write(offset(0, 1), 7, True, TurnOfThread(0, 0), NOWHERE)
    with pytest.raises(UntoldError, match="parts of elements"):
        memory.read(terms.apply(Op.ADD, I64, I64, (ORIGINS[0], 6)), TurnOfThread(1, 0))
