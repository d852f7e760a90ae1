"""The places of a kernel where threads wait for each other, and the numbers that they have in its text."""

from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.instructions import Rendezvous
from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.lane_record import CLOCKS, LANES
from cudabmc.native.kernels.trade_text import kind_of

_ORDER = ("block", "warp", "converged")


@dataclass(frozen=True, slots=True)
class Meetings:
    """By their blocks: `numbers` of all places, from 1 on, and what there is at those that are more than a barrier of
    the block: the instructions `of` the graph, the `kinds` of their results (`trade_text.py`), "" if there is none, and
    `keys` of those with a mask, equal where lanes meet. The numbers of places where lanes of a warp meet begin at
    `first_of_warp`, those where they converge at `first_converged`: the further behind, the less.
    """

    numbers: dict[int, int]
    of: dict[int, Rendezvous]
    kinds: dict[int, str]
    keys: dict[int, int]
    first_of_warp: int
    first_converged: int

    @property
    def words(self) -> int:
        """How long the records of threads are (`lane_record.py`)."""
        return 0 if not self.of else CLOCKS + LANES if self.order_accesses else CLOCKS

    @property
    def order_accesses(self) -> bool:
        """Do lanes order their accesses when they meet?"""
        return any(i.orders for i in self.of.values())

    @property
    def kinds_by_key(self) -> dict[int, str]:
        """Those of lanes that masks let meet."""
        return {key: self.kinds[block] for block, key in self.keys.items() if self.kinds[block]}

    @property
    def ordering_keys(self) -> list[int]:
        """The keys of meetings that order accesses."""
        return sorted({key for block, key in self.keys.items() if self.of[block].orders})

    def kinds_by_number(self, scope: str) -> dict[int, str]:
        """Those of the places with a scope."""
        return {
            self.numbers[block]: self.kinds[block]
            for block, i in self.of.items() if i.scope == scope and self.kinds[block]
        }  # fmt: skip


def meetings(flow: ControlFlow) -> Meetings:
    """Those of a kernel."""
    waits = [block for block in flow.order if flow.blocks[block].waits]
    of = {block: i for block in waits if isinstance(i := flow.blocks[block].code[-1], Rendezvous)}

    def place(block: int) -> tuple[int, tuple[int, ...]]:
        i = of.get(block)
        return (0, ()) if i is None else (_ORDER.index(i.scope), i.path if i.scope == "converged" else ())

    waits.sort(key=place)
    numbers = {block: number for number, block in enumerate(waits, 1)}
    first = [1 + sum(place(block)[0] < scope for block in waits) for scope in (1, 2)]
    kinds = {block: _kind(i) for block, i in of.items()}
    calls: dict[object, int] = {}
    keys = {
        block: calls.setdefault((i.what, kinds[block], i.orders), 1 + len(calls))
        for block, i in of.items() if i.scope == "warp"
    }  # fmt: skip
    return Meetings(numbers, of, kinds, keys, *first)


def _kind(i: Rendezvous) -> str:
    """Rounds of loops say who converges, and nobody counts them here."""
    return "" if i.scope == "converged" and i.repeats else kind_of(i.signature)
