"""A block of a cluster ends, and its shared memory with it (CUDA C++ Programming Guide, "Distributed Shared Memory").

What other blocks do to that memory must happen before the end: one thread of the block must know of it when it ends.
That is the same in all orders of threads in which they synchronise alike, so no order has to be tried for it.
"""

from cudabmc import terms
from cudabmc.interpreter.core import Machine
from cudabmc.properties.use_after_free import USE_AFTER_FREE
from cudabmc.result import HAS_LEFT
from cudabmc.state import clusters
from cudabmc.state.clusters import Visit
from cudabmc.state.show import block_name
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.vc import FixedWording

_HINT = "the block has to wait until others have made their accesses: cluster.sync() at the end of the kernel"


def check(m: Machine, grid: Grid, block: ThreadBlock) -> None:
    """A thread has ended. If it was the last one of its block, look for accesses by others that may come later."""
    ex = m.execution
    if not clusters.has_exited(block):
        return
    threads = [grid.threads[tid] for tid in block.threads]
    for visit in block.visits.values():
        known: terms.TermValue = False
        for thread in threads:
            known = terms.lor(known, clusters.knows(thread, visit))
            if known is True:
                break
        formula = terms.land(ex.s.alive, visit.path, terms.lnot(known))
        if formula is False or not ex.feasible(formula):
            continue
        if not ex.settings.is_on(USE_AFTER_FREE):
            ex.pass_over(USE_AFTER_FREE)
            continue
        ex.violated(USE_AFTER_FREE, _wording(m, visit, threads[-1], block), formula)
    block.visits = {}


def _wording(m: Machine, visit: Visit, last: Thread, block: ThreadBlock) -> FixedWording:
    place = visit.place()
    name = block_name(block.index)
    text = f"{visit.does} of {name}, which may have exited: nothing makes that block wait for this access"
    places = [place]
    if last.tid in m.left_at:
        places.append(m.execution.place(last, HAS_LEFT, m.left_at[last.tid]))
    return FixedWording(text, tuple(places), _HINT)
