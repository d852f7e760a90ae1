"""Stamps see every conflict that comparing all pairs of accesses sees."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.lane import stamps

Access = tuple[int, int, int, str]
"""Block, barrier interval, thread, kind."""

KINDS = st.sampled_from(["read", "write", "update"])
PROGRAMS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), KINDS), min_size=1, max_size=8
).map(lambda accesses: sorted(accesses, key=lambda a: a[:3]))


def _conflicts(accesses: list[Access]) -> bool:
    """Do two accesses of different threads conflict, with no barrier between them? Atomics commute."""
    for i, (block, interval, thread, kind) in enumerate(accesses):
        for other_block, other_interval, other_thread, other in accesses[:i]:
            if (block, thread) == (other_block, other_thread) or kind == other != "write":
                continue
            if block != other_block or interval == other_interval:
                return True
    return False


def _stamped(accesses: list[Access], shared: bool = False) -> bool:
    """The same by stamps, with the segments numbered as the lane does; `shared`: in memory of one block."""
    threads, step = 3, stamps.STEP
    updates = any(kind == "update" for *_, kind in accesses)
    segments: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for block, interval, thread, kind in accesses:
        segments[block, interval, thread].append(kind)
    stamp, first = 0, step
    try:
        for block in range(3):
            base = first
            for interval in range(3):
                last = base + threads * step
                for thread in range(threads):
                    me = base + thread * step
                    for kind in segments[block, interval, thread]:
                        stamp = _behind(stamp, kind, me, base, first, last, shared, shared and not updates)
                base = last + step
            first = base
    except stamps.ConflictError:
        return True
    return False


def _behind(
    stamp: int, kind: str, me: int, base: int, first: int, last: int, shared: bool, plain: bool
) -> int:  # fmt: skip
    """As the generated text has it, with its shortcuts."""
    fresh = stamp < base if shared else not stamp
    if kind == "read":
        if stamp < me:
            if plain and not fresh and not stamp & stamps.WRITTEN:
                return last + stamps.READ_BY_SEVERAL
            return me + stamps.READ if fresh else stamps.read(stamp, me, base, first, last)
        if stamp & stamps.ATOMIC:
            return stamps.read(stamp, me, base, first, last)
        return stamp
    if kind == "write":
        if stamp == me + stamps.WRITE:
            return stamp
        if fresh or stamp == me + stamps.READ:
            return me + stamps.WRITE
        return stamps.write(stamp, me, base, first)
    if stamp < last or not stamp & stamps.ATOMIC:
        return stamps.update(stamp, me, base, first, last)
    return stamp


@given(PROGRAMS)
@settings(max_examples=600, deadline=None)
def test_no_conflict_is_missed(accesses: list[Access]) -> None:
    if _conflicts(accesses):
        assert _stamped(accesses)
    in_one = [access for access in accesses if access[0] == 0]
    if _conflicts(in_one):
        assert _stamped(in_one, shared=True)


@given(PROGRAMS.filter(lambda accesses: "update" not in {kind for *_, kind in accesses}))
@settings(max_examples=300, deadline=None)
def test_reads_and_writes_give_no_false_conflict(accesses: list[Access]) -> None:
    """With atomics beside plain accesses the lane may leave a launch to the machine that it could take."""
    assert _stamped(accesses) == _conflicts(accesses)
