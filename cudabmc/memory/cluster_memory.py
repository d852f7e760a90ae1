"""Shared memory of another block of the cluster (CUDA C++ Programming Guide, "Distributed Shared Memory").

"Accessing data in distributed shared memory requires all the thread blocks to exist", and "all distributed shared
memory operations [must] happen before the exit of a thread block". Both are asked of happens-before, not of the
schedule that runs: a thread must have learnt that the block has started, and at the end of a block
(barriers/block_exit.py) one of its threads must know of each access.
"""

from cudabmc import terms
from cudabmc.properties.memory_space import MEMORY_SPACE
from cudabmc.properties.use_after_free import USE_AFTER_FREE
from cudabmc.result import Place
from cudabmc.state import clusters
from cudabmc.state.clusters import Visit
from cudabmc.state.events import ATOMIC, READ, VERBS, WRITE
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.places import noted
from cudabmc.state.plan import ONE_BLOCK
from cudabmc.state.show import block_name
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording

_DOES = {READ: "reads", WRITE: "writes", ATOMIC: "makes an atomic access to"}
START_HINT = "all blocks have to pass a barrier of the cluster first: cluster.sync() at the start of the kernel"
EXIT_HINT = "the block has to wait until others have made their accesses: cluster.sync() at the end of the kernel"


def reaches(ex: Execution, thread: Thread, obj: MemObject) -> bool:
    """May a thread use this shared memory, which is not of its own block: is it of one in its cluster?"""
    return _owner(ex, thread, obj) is not None


def _owner(ex: Execution, thread: Thread, obj: MemObject) -> ThreadBlock | None:
    """The block in the thread's cluster whose shared memory it is."""
    grid = ex.s.device.grids.get(thread.operation)
    if grid is None or thread.block is None or grid.cluster == ONE_BLOCK:
        return None
    around = clusters.blocks_around(grid, thread.block)
    return next((block for block in around if block.home == obj.owner_block), None)


def check(ex: Execution, thread: Thread, used: Value, obj: MemObject, kind: int) -> Value:
    """Shared memory of another block of the cluster is accessed where `used` holds. The block must have started, and
    not ended. The result is where the memory is there."""
    block = _owner(ex, thread, obj)
    assert block is not None and thread.block is not None
    does, name = f"{_DOES[kind]} '{obj.name}'", block_name(block.index)
    there: Value = True
    started = clusters.has_started(block, thread)
    text = f"{does} of {name}, which may not have started: nothing tells this thread that it has"
    if not ex.require(thread, terms.implies(used, started), MEMORY_SPACE, _said(ex, thread, text, START_HINT), obj=obj):
        there = started
    if clusters.has_exited(block):
        text = f"{does} of {name}, which has exited"
        if not ex.require(thread, terms.lnot(used), USE_AFTER_FREE, _said(ex, thread, text, EXIT_HINT), obj=obj):
            there = False
        return there
    _note(ex, thread, used, does, block, kind)
    return there


def _note(ex: Execution, thread: Thread, used: Value, does: str, block: ThreadBlock, kind: int) -> None:
    """Keep the access until the block ends. A later one by the same instruction stands for an earlier one."""
    assert thread.block is not None
    path = terms.land(thread.path, used)
    if path is False:
        return
    frame = thread.frames[-1]
    key = thread.tid, frame.code.function.name, frame.pc, path.id if isinstance(path, terms.Term) else path
    place = noted(ex, thread, VERBS[kind])
    clock = thread.causality.clock
    block.visits[key] = Visit(thread.tid, thread.block.uid, thread.block.epoch, clock, path, does, place)


def _said(ex: Execution, thread: Thread, text: str, hint: str) -> FixedWording:
    place: Place = ex.place(thread, "")
    return FixedWording(text, (place,), hint)
