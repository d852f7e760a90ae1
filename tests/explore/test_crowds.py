"""Accesses to one place conflict with the same ones, however many there are."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.types import BOOL
from cudabmc.state import races
from cudabmc.state.crowd import Crowd
from cudabmc.state.events import ATOMIC, READ, WRITE, Event
from cudabmc.state.races import RaceTable

PATHS = [True, True, *(terms.var(name, BOOL) for name in "pq")]


def event(random: Random, tid: int, epochs: dict[int, int], clocks: dict[int, int]) -> Event:
    new: Any = Event.__new__(Event)
    new.obj, new.key, new.offset, new.size = 1, "a", random.choice([0, 0, 0, 0, 2]), random.choice([4, 4, 4, 4, 2])
    new.tid, new.block, new.operation = tid, tid // 4, 1
    new.epoch, new.clock = epochs.get(new.block, 0), clocks.get(tid, 0)
    new.kind = random.choice([READ, READ, READ, ATOMIC, ATOMIC, WRITE])
    atomic = new.kind == ATOMIC
    new.strong = random.choice(["device", "system", "block"] if atomic else ["", "", "device"])
    new.commutes = random.choice(["add", "add", "max", ""]) if atomic else ""
    new.point = ("k", 3 * new.kind + random.randrange(2))
    new.path, new.assumed = random.choice(PATHS), random.choice(PATHS)
    new.value, new.place = None, None
    return new  # type: ignore[no-any-return]


def history(seed: int, few: int) -> list[list[int]]:
    """For each access the numbers of those that it conflicts with; `few` are looked at one by one."""
    random = Random(seed)
    table, numbers, found = RaceTable(1), dict[Event, int](), []
    epochs, clocks = dict[int, int](), dict[int, int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(races, "FEW", few)
        for number in range(60):
            tid = random.randrange(16)
            new = event(random, tid, epochs, clocks)
            numbers[new] = number
            keep_all = new.path is not True or random.random() < 0.5
            found.append([numbers[old] for old in table.note(new.offset, new.size, new, keep_all)])
            if random.random() < 0.1:
                new.epoch = 1 << 62  # a copy that ends when nobody knows
            if random.random() < 0.2:
                clocks[tid] = clocks.get(tid, 0) + 1
            if random.random() < 0.1:
                epochs[tid // 4] = epochs.get(tid // 4, 0) + 1
            if random.random() < 0.05:
                table = table.clone()
    return found


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_crowds_conflict_with_what_each_of_their_accesses_conflicts_with(seed: int) -> None:
    assert history(seed, 2) == history(seed, 1000)


def test_a_read_is_compared_with_no_other() -> None:
    random = Random(1)
    events = [event(random, tid, {}, {}) for tid in range(40)]
    new = next(e for e in events if e.kind == READ)
    assert all(old.kind != READ for old in Crowd(events).others(new))
    assert all(old.tid == new.tid for old in Crowd(events).alike_of_thread(new))
