"""Whatever reads a register reads the same where each web has a register of its own, on all ways through random graphs;
and no two webs share one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Function, Operand, Reg
from cudabmc.goto.types import I32, VOID
from cudabmc.goto.variable import Variable
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import operands, set_by
from cudabmc.kernel.webs import separate
from tests.kernel.random_graphs import REGISTERS, random_blocks

PARAMETERS = tuple(Variable(f"p{number}", "int") for number in range(2))
KERNEL = Function("k", "k", PARAMETERS, (I32, I32), VOID, (), ())

Read = tuple[object, ...]
"""Where what is read was set: the position of an instruction on the way, or the register that it was at first."""


def _graph(random: Random) -> KernelGraph:
    names = {number: Variable(str(number), "int") for number in range(REGISTERS)}
    return KernelGraph(KERNEL, random_blocks(random), [I32] * REGISTERS, names=names)


def _copied(graph: KernelGraph) -> KernelGraph:
    blocks = [Block(list(block.code), block.end) for block in graph.blocks]
    return replace(graph, blocks=blocks, types=list(graph.types), names=dict(graph.names))


def _reads(graph: KernelGraph, way: list[int]) -> Iterator[Read]:
    """What the instructions on a way read, each by where it was set."""
    held: dict[int, object] = {}
    step = 0

    def seen(some: tuple[Operand | None, ...]) -> Read:
        return tuple(held.get(o.index, graph.names[o.index].name) if isinstance(o, Reg) else None for o in some)

    for number in way:
        block = graph.blocks[number]
        for i in block.code:
            yield seen(operands(i))
            step += 1
            dst = set_by(i)
            if dst is not None:
                held[dst] = step
        yield seen((block.condition,))


def _way(graph: KernelGraph, random: Random) -> list[int]:
    found = [0]
    while len(found) < 30 and graph.blocks[found[-1]].targets:
        found.append(random.choice(graph.blocks[found[-1]].targets))
    return found


def _webs(graph: KernelGraph) -> int:
    """How many webs there are, by their definition: what sets a register and what reads it has one."""
    flow = ControlFlow(graph.blocks)
    code = [(n, k, i) for n in flow.order for k, i in enumerate(graph.blocks[n].code)]
    sets = {(n, k): dst for n, k, i in code if (dst := set_by(i)) is not None}
    of: dict[object, object] = {place: place for place in sets}
    of |= {("entry", register): ("entry", register) for register in range(REGISTERS)}

    def reaching(number: int, position: int, register: int, seen: set[int]) -> Iterator[tuple[object, int]]:
        """Where what is read there may have been set."""
        for k in range(position - 1, -1, -1):
            if sets.get((number, k)) == register:
                yield number, k
                return
        if number == 0:
            yield "entry", register
        for before in flow.before[number]:
            if before not in seen:
                seen.add(before)
                yield from reaching(before, len(graph.blocks[before].code), register, seen)

    for number in flow.order:
        block = graph.blocks[number]
        for position, some in enumerate([*map(operands, block.code), (block.condition,)]):
            for one in some:
                if isinstance(one, Reg):
                    first, *others = reaching(number, position, one.index, set())
                    for other in others:
                        mine, its = of[first], of[other]
                        of = {place: mine if web == its else web for place, web in of.items()}
    return len({of[place] for place in sets})


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_what_is_read_is_what_was_read_before(random: Random) -> None:
    for _ in range(25):
        graph = _graph(random)
        found = _copied(graph)
        separate(found)
        for _ in range(10):
            way = _way(graph, random)
            assert list(_reads(found, way)) == list(_reads(graph, way))


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_each_web_has_a_register(random: Random) -> None:
    for _ in range(10):
        graph = _graph(random)
        found = _copied(graph)
        separate(found)
        order = ControlFlow(found.blocks).order
        registers = {dst for n in order for i in found.blocks[n].code if (dst := set_by(i)) is not None}
        assert len(registers) == _webs(graph)
