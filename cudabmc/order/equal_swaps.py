"""Compare-and-swaps with the same arguments, whose results nobody uses: where nothing else touches the place, their
order does not matter.

    if (x[t] < 0) atomicCAS(&found, 0, 1);

Whoever comes first writes, and the others read; done one after the other they leave the same. It makes a difference to
another access who has written, as a write conflicts with more than a read. So what a pass takes for equal swaps it
decides in every order in the next one, if one of them meets another access that no barrier of the block keeps from it.
"""

from cudabmc.state.events import Event, compares
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.races import RaceTable
from cudabmc.state.value import Value


def commute_at(ex: Execution, key: str, offset: Value) -> bool:
    """May equal swaps at this place of an object be taken to commute?"""
    ordered = ex.decisions.ordered_swaps
    return not ordered or (isinstance(offset, int) and (key, offset) not in ordered and (key, None) not in ordered)


def note(ex: Execution, obj: MemObject, table: RaceTable, new: Event) -> None:
    """An access of a kernel to an object that such swaps touch, or that is one of them."""
    swaps, mine = ex.met.ordered_swaps, compares(new)
    table.has_swaps |= mine
    at, size = new.offset, new.size
    if not isinstance(at, int) or not isinstance(size, int) or table.symbolic or table.has_rivals or ex.s.concurrent:
        swaps.add((obj.key, None))
    elif table.width:
        for start in range(at // table.width * table.width, at + size, table.width):
            for old in table.cells.get(start, ()):
                if old.commutes != new.commutes and not (old.block == new.block and old.epoch < new.epoch):
                    places = (one.offset for one in (old, new) if compares(one))
                    swaps.update((obj.key, place) for place in places if isinstance(place, int))
