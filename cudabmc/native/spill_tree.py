"""Which blocks write the registers that a function hands over where it is left.

    S4: write r7      S5: write r7, r8      S9: write r1      a block for each place
        |                 |                     |
        +----> T1: write r2 <--+                |             blocks for what is needed at several places
                  |                             |
                  +--------> T0: write r0 <-----+

A long function has many places, and many registers are needed at nearly all of them. Each place with a block of its own
for all would make a text that grows with the square of the function.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SpillBlock:
    """A block that writes registers, by the `name` in the text, and the one that follows; None if the function is left
    there."""

    name: str
    registers: list[int]
    following: "SpillBlock | None"

    def order(self) -> list[int]:
        """All registers that are written from here on, in the order of their words."""
        return [*self.before(), *self.registers]

    def before(self) -> list[int]:
        """The registers whose words lie before those of this block."""
        return self.following.order() if self.following is not None else []


class SpillTree:
    """The blocks of a function: `shared` ones, each behind the one that follows it, and `of` each place its own. The
    registers are those that are `live` at the places."""

    def __init__(self, live: Mapping[int, AbstractSet[int]]) -> None:
        self.shared: list[SpillBlock] = []
        self.of: dict[int, SpillBlock] = {}
        if live:
            self._add(sorted(live), live, frozenset(), None)

    def _add(
        self, places: list[int], live: Mapping[int, AbstractSet[int]], written: AbstractSet[int],
        following: SpillBlock | None,
    ) -> None:  # fmt: skip
        """The blocks of neighbouring places, all of which lead to one that has `written` some registers."""
        common = frozenset.intersection(*(frozenset(live[place]) for place in places))
        own = sorted(common - written)
        if len(places) == 1:
            self.of[places[0]] = SpillBlock(f"S{places[0]}", own, following)
            return
        if own:
            following = SpillBlock(f"T{len(self.shared)}", own, following)
            self.shared.append(following)
        half = len(places) // 2
        self._add(places[:half], live, common, following)
        self._add(places[half:], live, common, following)

    @property
    def size(self) -> int:
        """How many registers all blocks write."""
        return sum(len(block.registers) for block in (*self.shared, *self.of.values()))
