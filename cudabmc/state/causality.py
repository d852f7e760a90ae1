"""Happens-before, as a thread sees it (see races.py). Data only."""

from cudabmc.state.knowledge import NOTHING, Knowledge
from cudabmc.state.value import Value


class Causality:
    """What a thread knows of others' accesses, and what it hands on. Its clock counts what it has released; knowledge
    is a vector clock, with conditions where it depends on inputs. `assumed` is what threads have assumed before (see
    assumed.py). `paired` counts steps at the barrier of its cluster: it is odd between an arrival and the wait for
    it."""

    __slots__ = (
        "acquired", "assumed", "clock", "found", "knowledge", "met", "near", "once", "paired", "released", "strong",
    )  # fmt: skip

    def __init__(self) -> None:
        self.clock = 0
        self.assumed: Value = True
        self.knowledge: Knowledge = NOTHING
        self.met: Knowledge = NOTHING  # by warp barriers: holds in every interleaving
        self.acquired: Knowledge = NOTHING
        self.near: Knowledge = NOTHING  # of that, what threads of its own block have released
        self.strong: Knowledge = NOTHING  # what it would know if no fence were missing
        self.released: Knowledge = NOTHING
        self.once: Knowledge = NOTHING  # what the ordered write that comes now releases, and no other
        self.found: Knowledge = NOTHING  # what the last strong read found
        self.paired = 0

    def clone(self) -> "Causality":
        other = Causality.__new__(Causality)
        other.clock, other.assumed, other.knowledge, other.met = self.clock, self.assumed, self.knowledge, self.met
        other.acquired, other.near, other.strong = self.acquired, self.near, self.strong
        other.released, other.once, other.found = self.released, self.once, self.found
        other.paired = self.paired
        return other
