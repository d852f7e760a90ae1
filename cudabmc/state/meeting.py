"""Barriers that count arrivals, as data: what one has seen, and what a thread asks of it."""

from dataclasses import field
from typing import TypeAlias

from cudabmc.late_dataclass import dataclass
from cudabmc.state.knowledge import Knowledge
from cudabmc.state.value import Value

Arrival: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A barrier: `left` more arrivals of `expected` end phase `phase`. `met`, `known` and `assumed` are what the
    arrivals of this phase bring along, `last_met`, `last_known` and `last_assumed` what those of the phase before did.
    `arrivals` and `last_arrivals` say who arrived when: thread, block, the epoch of the block and the clock of the
    thread."""

    expected: int
    left: int
    phase: int = 0
    met: Knowledge = field(default_factory=dict)
    known: Knowledge = field(default_factory=dict)
    last_met: Knowledge = field(default_factory=dict)
    last_known: Knowledge = field(default_factory=dict)
    assumed: Value = True
    last_assumed: Value = True
    arrivals: tuple[Arrival, ...] = ()
    last_arrivals: tuple[Arrival, ...] = ()


OWN_PHASE = -1


@dataclass(frozen=True, slots=True)
class Request:
    """What a thread does at the barrier `key`, which reports call `name`.

    `expected` makes the barrier (surely so with `makes`), or must agree with the phase that runs; `count` arrivals,
    of which `drop` are not expected in later phases; then the thread waits for the end of the phase `until`.
    """

    key: object
    name: str
    expected: int | None
    makes: bool
    count: int
    drop: int
    until: int | None
    relaxed: bool = False  # what the thread did before it arrives is not ordered by that
    of_cluster: bool = False  # the barrier of a cluster, where arrivals and waits take turns
    all_threads: bool = True  # who has ended is missed
