"""A graph that is made simpler before anything is asked: what is never run is cut, and loops are straight code if
variables can become registers then.

    r1 = alloca 40; store PTR r2 to r1              r2 and the elements of the array are registers:
    for (i = 0; i < 4; i++)                         no pointer comes out of memory
        store I64 0 to r1 + 8 + 8 * i

An index that a loop counts keeps all of a record in memory, with the pointers in it.
"""

from collections import Counter

from cudabmc.goto.program import Alloca, Load, Reg
from cudabmc.goto.types import FloatType
from cudabmc.kernel.constant_branches import cut_branches
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import LoadPart
from cudabmc.kernel.local_places import known_numbers, known_places
from cudabmc.kernel.promotion import promote
from cudabmc.kernel.webs import separate
from cudabmc.prover.unrolled import KnownOfLaunch, unroll


def straighten(graph: KernelGraph) -> None:
    """Cut and unroll. A thread does the same, but for accesses to its own variables: `cut_branches` leaves out what no
    thread comes to, `unroll` knows nothing of the launch here, so that its rounds are those of all launches, and
    `promote` changes no value. Loops stay as they are if that does not help. Registers are separated."""
    separate(graph)
    cut_branches(graph)
    left = _left_in_memory(graph)
    if not left:
        return
    kept = [Block(list(block.code), block.end) for block in graph.blocks]
    if unroll(graph, KnownOfLaunch({}, {})) and promote_rounds(graph):
        cut_branches(graph)
        if _left_in_memory(graph) < left:
            return
    graph.blocks[:] = kept


def promote_rounds(graph: KernelGraph) -> bool:
    """Separate the registers of rounds that are code of their own. Where rounds index a variable, each has its own
    elements now, which become registers. False if they do not, as a variable is made in several rounds."""
    separate(graph)
    variables = Counter(i.dst for block in graph.blocks for i in block.code if isinstance(i, Alloca))
    if any(times > 1 for times in variables.values()):
        return False
    promote(graph)
    separate(graph)
    return True


def _left_in_memory(graph: KernelGraph) -> int:
    """How many reads there are of a known place of a variable, of what decides where others lead. Only what is done
    elsewhere in the variable keeps these from being registers."""
    code = [i for block in graph.blocks for i in block.code]
    reads = [i for i in code if isinstance(i, Load | LoadPart) and not isinstance(i.type, FloatType)]
    if not reads or not any(isinstance(i, Alloca) for i in code):
        return 0
    places = known_places(code, graph.parameters, known_numbers(code, graph.parameters))
    return sum(isinstance(i.addr, Reg) and i.addr.index in places for i in reads)
