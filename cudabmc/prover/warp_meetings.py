"""What lanes of a warp tell each other when they meet, in a block that is run with any contents of arrays.

Each lane brings its values along, and gets one of another lane, or what all of them say together. Which lanes meet,
and who asks whom, must be numbers.
"""

from collections.abc import Callable, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.kernel.instructions import Rendezvous
from cudabmc.prover.block_memory import UntoldError
from cudabmc.prover.launch import WARP_SIZE
from cudabmc.terms import TermValue
from opmodels.device import shuffle

LanePayloads = Mapping[int, Sequence[TermValue]]
"""What lanes bring along, by their numbers."""

SOURCES: Mapping[str, shuffle.SourceLane] = {
    "__shfl_sync": shuffle.indexed,
    "__shfl_up_sync": shuffle.up,
    "__shfl_down_sync": shuffle.down,
    "__shfl_xor_sync": shuffle.butterfly,
}


def lanes_of(mask: TermValue) -> frozenset[int]:
    """The lanes that a mask names. Raises UntoldError if it is not a number."""
    if not isinstance(mask, int):
        raise UntoldError("which lanes of a warp meet is not a number")
    return frozenset(lane for lane in range(WARP_SIZE) if mask & 1 << lane)


def told(i: Rendezvous, lanes: LanePayloads) -> dict[int, TermValue]:
    """What each lane is told. Raises UntoldError if that is not known."""
    name = str(i.what[0])
    if i.dst is None:
        return {}
    if name in SOURCES:
        return {lane: _shuffled(i, lanes, lane, SOURCES[name]) for lane in lanes}
    vote = _VOTES.get(name)
    if vote is None:
        raise UntoldError(f"{i.loc}: what threads of a warp tell each other is not told")
    result = vote({lane: terms.apply(Op.NE, BOOL, I32, (payload[0], 0)) for lane, payload in lanes.items()})
    return dict.fromkeys(lanes, result)


def _shuffled(i: Rendezvous, lanes: LanePayloads, lane: int, source: shuffle.SourceLane) -> TermValue:
    """The value of the lane that one reads from (PTX ISA, `shfl.sync`: the low five bits of the argument count)."""
    _, argument, width = lanes[lane]
    if not isinstance(argument, int) or not isinstance(width, int):
        raise UntoldError(f"{i.loc}: which lane a shuffle reads from is not a number")
    found = lanes.get(source(lane, argument % WARP_SIZE, width))
    if found is None:
        raise UntoldError(f"{i.loc}: a shuffle reads from a lane that takes no part")
    return found[0]


def _ballot(votes: Mapping[int, TermValue]) -> TermValue:
    found: TermValue = 0
    for lane, vote in votes.items():
        found = terms.apply(Op.OR, I32, I32, (found, terms.ite(vote, 1 << lane, 0, I32)))
    return found


_VOTES: Mapping[str, Callable[[Mapping[int, TermValue]], TermValue]] = {
    "__ballot_sync": _ballot,
    "__any_sync": lambda votes: terms.ite(terms.lor(*votes.values()), 1, 0, I32),
    "__all_sync": lambda votes: terms.ite(terms.land(*votes.values()), 1, 0, I32),
}
