"""Stamps of kernels with __syncwarp() see every conflict that comparing all pairs of accesses by vector clocks sees."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from cudabmc.native.kernels import stamps, trade_text, warp_stamps
from cudabmc.native.kernels.lane_record import CLOCKS, LANES, SEGMENT
from cudabmc.native.kernels.stamps import STEP
from cudabmc.native.kernels.warp_stamps import INTERVAL, LAST, PHASE, WARP
from cudabmc.native.kernels.warp_text import ORDER
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.native.prelude import COMMON
from tests.native.kernels.stamp_calls import FORMS, accessing

STRIDE = CLOCKS + LANES
NUMBERS = (0, 31)
"""Those of two warps: the last one has numbers near that of several warps."""

WARPS = len(NUMBERS)
SEGMENT_KINDS = [ctypes.c_int64] * 5 + [ctypes.c_void_p]


@dataclass(frozen=True)
class Access:
    """`number` is how many times its lane has met others before."""

    block: int
    interval: int
    warp: int
    lane: int
    number: int
    kind: str


Step = tuple[str, ...] | tuple[str, int, int, str] | tuple[str, int, int]
"""("access", warp, lane, kind), ("meet", warp, mask), ("barrier",) or ("block",)."""


@dataclass
class Definition:
    """What happens before what, by vector clocks of all lanes of a block."""

    block: int = 0
    interval: int = 0
    clocks: dict[tuple[int, int], dict[tuple[int, int], int]] = field(default_factory=dict)
    done: list[Access] = field(default_factory=list)

    def clock(self, warp: int, lane: int) -> dict[tuple[int, int], int]:
        return self.clocks.setdefault((warp, lane), {})

    def count(self, warp: int, lane: int) -> int:
        return self.clock(warp, lane).get((warp, lane), 0)

    def meet(self, warp: int, mask: int) -> None:
        lanes = [lane for lane in range(LANES) if mask >> lane & 1]
        for lane in lanes:
            self.clock(warp, lane)[warp, lane] = self.count(warp, lane) + 1
        joined: dict[tuple[int, int], int] = {}
        for lane in lanes:
            for who, number in self.clock(warp, lane).items():
                joined[who] = max(joined.get(who, 0), number)
        for lane in lanes:
            self.clocks[warp, lane] = dict(joined)

    def conflicts(self, warp: int, lane: int, kind: str) -> bool:
        """Does an access conflict with one before that nothing orders before it?"""
        return any(not self._ordered(old, warp, lane) for old in self.done if not self._commute(old.kind, kind))

    def _commute(self, a: str, b: str) -> bool:
        return a == b != "write"

    def _ordered(self, old: Access, warp: int, lane: int) -> bool:
        if old.block != self.block:
            return False
        if old.interval != self.interval or (old.warp, old.lane) == (warp, lane):
            return True
        return old.number < self.clock(warp, lane).get((old.warp, old.lane), 0)

    def add(self, warp: int, lane: int, kind: str) -> None:
        self.done.append(Access(self.block, self.interval, warp, lane, self.count(warp, lane), kind))


class Machine:
    """What machine code keeps: the stamp of one cell, records of lanes, phases and floors of warps."""

    def __init__(self) -> None:
        self.cell = ctypes.c_int64(0)
        self.first = self.base = INTERVAL
        self.records = (ctypes.c_int64 * (WARPS * LANES * STRIDE))()
        self.states = [(ctypes.c_int64 * 2)() for _ in range(WARPS)]
        self._begin()

    def _begin(self) -> None:
        for warp, lane in product(range(WARPS), range(LANES)):
            self.records[(warp * LANES + lane) * STRIDE + SEGMENT] = self._start(warp) + (LANES + lane) * STEP
        for warp, state in enumerate(self.states):
            state[0], state[1] = self._start(warp), 0

    def _start(self, warp: int) -> int:
        return self.base + NUMBERS[warp] * WARP

    def barrier(self, block: bool) -> None:
        self.base += INTERVAL
        if block:
            self.first = self.base
        self._begin()

    def _at(self, warp: int, lane: int, word: int) -> int:
        return ctypes.addressof(self.records) + 8 * ((warp * LANES + lane) * STRIDE + word)

    def meet(self, warp: int, mask: int, lanes: int) -> bool:
        state = ctypes.addressof(self.states[warp])
        return bool(functions()["order"](self._at(warp, 0, 0), STRIDE, lanes, mask, state))

    def access(self, warp: int, lane: int, kind: str) -> bool:
        """Is there no conflict? The form for one place says the same as the one for many."""
        me = self.records[(warp * LANES + lane) * STRIDE + SEGMENT]
        told = (me, self.base, self.first, self.base + LAST, self.states[warp][1], self._at(warp, lane, CLOCKS))
        before, found = self.cell.value, set()
        for form in FORMS:
            self.cell.value = before
            good = functions()[f"{form}.{kind}"](ctypes.addressof(self.cell), *told)
            found.add((bool(good), self.cell.value))
        assert len(found) == 1
        return found.pop()[0]


_ALIVE: list[object] = []


@cache
def functions() -> dict[str, Any]:
    """The functions of the text, compiled."""
    text = [COMMON, warp_stamps.TEXT, trade_text.TEXT, ORDER]
    names = []
    for kind in stamps.KINDS:
        names += [f"{form}.{kind}" for form in FORMS]
        text += accessing(kind, warp_stamps.SEGMENTS)
    parameters = "ptr %frames, i64 %stride, i32 %lanes, i32 %members, ptr %state"
    text.append(
        f"define i32 @call.order({parameters}) {{\n  %r = call i1 @order({parameters})\n"
        "  %i = zext i1 %r to i32\n  ret i32 %i\n}"
    )
    code = LlvmCompiler().compile("\n".join(text), [f"call.{name}" for name in (*names, "order")])
    _ALIVE.append(code)
    accesses = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *SEGMENT_KINDS)
    order = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p
    )
    found: dict[str, Any] = {name: accesses(code.addresses[f"call.{name}"]) for name in names}
    return {**found, "order": order(code.addresses["call.order"])}


def run(steps: list[Step], lanes: int = 0xFFFFFFFF) -> tuple[bool, bool]:
    """Is there a conflict by the definition, and by machine code? Both end at the first one."""
    definition, machine = Definition(), Machine()
    for step in steps:
        match step:
            case ("access", int(warp), int(lane), str(kind)):
                conflict, good = definition.conflicts(warp, lane, kind), machine.access(warp, lane, kind)
                if conflict or not good:
                    return conflict, not good
                definition.add(warp, lane, kind)
            case ("meet", int(warp), int(mask)):
                definition.meet(warp, mask)
                assert machine.meet(warp, mask, lanes)
            case _:
                definition.interval += 1
                definition.clocks.clear()
                if step == ("block",):
                    definition.block += 1
                machine.barrier(step == ("block",))
    return False, False


ACTORS = ((0, 0), (0, 1), (0, 5), (1, 31))
MASKS = (0xFFFFFFFF, 0b11, 0b100011, 0b100001)
SCATTERED = MASKS[2:]
"""Masks of lanes that are not those of one node."""


def choices(kinds: tuple[str, ...]) -> list[Step]:
    accesses: list[Step] = [("access", warp, lane, kind) for (warp, lane), kind in product(ACTORS, kinds)]
    return [*accesses, *(("meet", 0, mask) for mask in MASKS), ("barrier",), ("block",)]


def sequences(kinds: tuple[str, ...], most: int) -> Iterator[list[Step]]:
    """All of so many steps, the last of which is an access."""
    every = choices(kinds)
    for length in range(2, most + 1):
        for steps in product(every, repeat=length):
            if steps[-1][0] == "access" and steps[0][0] == "access":
                yield list(steps)


@pytest.mark.parametrize("most", [3, pytest.param(4, marks=pytest.mark.long)])
def test_no_conflict_is_missed(most: int) -> None:
    """And for reads and writes of few steps there is no false one, unless scattered lanes meet."""
    count = 0
    for steps in sequences(("read", "write"), most):
        conflict, told = run(steps)
        assert told == conflict or (told and any(step[-1] in SCATTERED for step in steps)), steps
        count += conflict
    assert count > 100
    for steps in sequences(stamps.KINDS, 3):
        conflict, told = run(steps)
        assert told or not conflict, steps


LAWFUL: list[list[Step]] = [
    [*(("access", 0, n, "write") for n in (3,)), ("meet", 0, -1), *(("access", 0, n, "read") for n in range(LANES)),
     ("meet", 0, -1), ("access", 0, 9, "write"), ("meet", 0, -1), ("access", 0, 2, "read"), ("access", 0, 1, "read")],
    [("access", 0, 1, "read"), ("access", 0, 2, "read"), ("meet", 0, -1), ("access", 0, 3, "read"),
     ("access", 0, 3, "write"), ("meet", 0, -1), ("access", 0, 1, "read")],
    [("access", 0, 1, "write"), ("meet", 0, 0xF), ("access", 0, 0, "read"), ("access", 0, 3, "read"),
     ("meet", 0, 0xF), ("access", 0, 2, "write"), ("meet", 0, 0xF), ("access", 0, 2, "read")],
    [("access", 0, 1, "update"), ("access", 0, 2, "update"), ("meet", 0, -1), ("access", 0, 0, "read"),
     ("access", 0, 7, "read"), ("meet", 0, -1), ("access", 0, 4, "update"), ("access", 0, 5, "update")],
    [("access", 0, 1, "read"), ("meet", 0, -1), ("access", 0, 2, "read"), ("access", 1, 2, "read"),
     ("access", 0, 4, "read"), ("barrier",), ("access", 1, 7, "write"), ("meet", 1, -1), ("access", 1, 1, "read")],
    [("access", 0, 1, "write"), ("meet", 0, 0b110), ("access", 0, 2, "read"), ("meet", 0, 0b1100),
     ("access", 0, 3, "write")],
    [("access", 0, 1, "write"), ("meet", 0, 0b110), ("meet", 0, 0b1100), ("access", 0, 3, "read")],
]  # fmt: skip


@pytest.mark.parametrize("steps", LAWFUL, ids=str)
def test_what_programs_do_is_no_conflict(steps: list[Step]) -> None:
    whole = [(step[0], step[1], 0xFFFFFFFF) if step[0] == "meet" and step[2] == -1 else step for step in steps]
    assert run(whole) == (False, False)


def test_accesses_of_lanes_in_earlier_phases_do_not_hide_those_of_later_ones() -> None:
    steps: list[Step] = [
        ("meet", 0, 0b111), ("meet", 0, 0b101), ("access", 0, 0, "read"), ("access", 0, 1, "read"), ("meet", 0, 0b110),
        ("access", 0, 2, "write"),
    ]  # fmt: skip
    assert run(steps) == (True, True)


def random_steps(random: Random) -> list[Step]:
    lanes = random.sample(range(LANES), random.choice((2, 3, 4)))
    kinds = random.choice((("read", "write"), ("read", "read", "read", "write"), stamps.KINDS, ("read", "update")))
    masks = [0xFFFFFFFF, sum(1 << lane for lane in lanes)]
    masks += [sum(1 << lane for lane in random.sample(lanes, 2)) for _ in range(2)]
    masks += [0xFF << (lanes[0] // 8 * 8), 0xFFFF << (lanes[0] // 16 * 16)]
    steps: list[Step] = []
    for _ in range(random.randint(3, 14)):
        kind = random.random()
        if kind < 0.55:
            steps.append(("access", int(random.random() < 0.06), random.choice(lanes), random.choice(kinds)))
        elif kind < 0.96:
            steps.append(("meet", 0, random.choice(masks)))
        else:
            steps.append(("barrier",) if random.random() < 0.7 else ("block",))
    return steps


@pytest.mark.parametrize("count", [5_000, pytest.param(400_000, marks=pytest.mark.long)])
def test_random_sequences(count: int) -> None:
    """Conflicts are never missed, and rarely told where there are none."""
    conflicts = wrong = 0
    for seed in range(count):
        steps = random_steps(Random(seed))
        conflict, told = run(steps)
        assert told or not conflict, (seed, steps)
        conflicts += conflict
        wrong += told and not conflict
    assert conflicts > count // 10
    assert wrong < count // 10


def test_a_lane_that_has_ended_knows_and_tells_nothing() -> None:
    """It does not meet the others, whatever their mask says."""
    lanes = 0xFFFFFFFF
    assert run([("access", 0, 3, "write"), ("meet", 0, lanes & ~8), ("access", 0, 1, "read")]) == (True, True)
    assert run([("access", 0, 1, "write"), ("meet", 0, lanes & ~8), ("access", 0, 3, "read")]) == (True, True)


def test_phases_are_not_counted_beyond_what_a_number_holds() -> None:
    machine = Machine()
    for warp in range(WARPS):
        machine.states[warp][0] += WARP - 3 * PHASE
    assert machine.meet(0, 3, 0xFFFFFFFF) is False
