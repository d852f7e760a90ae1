"""A register that is set for several purposes becomes several registers.

    r1 = threadIdx.x; *r2 = r1          r1 = threadIdx.x; *r2 = r1
    r1 = blockDim.x / 2                 r3 = blockDim.x / 2
    while (r1 > 0) r1 = r1 / 2          while (r3 > 0) r3 = r3 / 2

What is said of a register holds wherever it is set then, and a variable that programs use again is another one. What
has one register still is a web: the places that set it, and those that read what one of them has set (Muchnick,
Advanced Compiler Design and Implementation, 16.3.3). No value of a thread changes: whatever reads a register reads what
it did before.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace

from cudabmc.goto.program import Alloca, Branch, Reg
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, operands, set_by
from cudabmc.kernel.liveness import live_at_entries, read

_Place = tuple[int, int, int]
"""A block, a register, and the position in the block where it is set; `_ENTRY` is what it holds at the start."""

_ENTRY = -1


def separate(graph: KernelGraph) -> None:
    """Give each web a register of its own. The first one in the order of the blocks keeps its register, or the one with
    what a register holds at the entry of the graph."""
    shared = _set_several_times(graph)
    if shared:
        _Separating(graph, shared).run()


def _set_several_times(graph: KernelGraph) -> set[int]:
    """The registers that are set at several places, the entry among them. Those of variables in memory tell these
    apart, and stay."""
    code = [i for block in graph.blocks for i in block.code]
    times = Counter(dst for i in code if (dst := set_by(i)) is not None)
    times.update(graph.given)
    return {register for register, n in times.items() if n > 1} - {i.dst for i in code if isinstance(i, Alloca)}


class _Separating:
    def __init__(self, graph: KernelGraph, shared: set[int]) -> None:
        self._graph = graph
        self._shared = shared
        self._flow = ControlFlow(graph.blocks)
        live = live_at_entries(self._flow)
        self._live = {number: sorted(live[number] & shared) for number in self._flow.order}
        self._web: dict[_Place, _Place] = {}  # towards the place that stands for all of its web
        self._registers: dict[_Place, int] = {}

    def run(self) -> None:
        last = {number: self._last_set(number) for number in self._flow.order}
        for number in self._flow.order:
            for target in self._flow.after[number]:
                for register in self._live[target]:
                    self._join((target, register, _ENTRY), (number, register, last[number].get(register, _ENTRY)))
        # What a register holds at the start is that of the entry of the graph.
        for register in self._live[0]:
            self._registers[self._find((0, register, _ENTRY))] = register
        taken = set(self._live[0])
        for number in self._flow.order:
            for place in self._places(number):
                web = self._find(place)
                if web not in self._registers:
                    self._registers[web] = self._made(place[1], taken)
        for number in self._flow.order:
            self._rename(number)

    def _last_set(self, number: int) -> dict[int, int]:
        """Where a block sets registers for those behind it."""
        code = self._graph.blocks[number].code
        return {dst: n for n, i in enumerate(code) if (dst := set_by(i)) in self._shared and dst is not None}

    def _places(self, number: int) -> Iterator[_Place]:
        """Where registers get what is read in or behind a block."""
        for register in self._live[number]:
            yield number, register, _ENTRY
        for position, i in enumerate(self._graph.blocks[number].code):
            dst = set_by(i)
            if dst is not None and dst in self._shared:
                yield number, dst, position

    def _made(self, register: int, taken: set[int]) -> int:
        if register not in taken:
            taken.add(register)
            return register
        made = self._graph.register(self._graph.types[register]).index
        if register in self._graph.names:
            self._graph.names[made] = self._graph.names[register]
        return made

    # ------------------------------------------------------------ webs

    def _find(self, place: _Place) -> _Place:
        root = place
        while (above := self._web.get(root, root)) != root:
            root = above
        while place != root:
            self._web[place], place = root, self._web[place]
        return root

    def _join(self, a: _Place, b: _Place) -> None:
        a, b = self._find(a), self._find(b)
        if a != b:
            self._web[a] = b

    # ------------------------------------------------------------ renaming

    def _rename(self, number: int) -> None:
        block = self._graph.blocks[number]
        now = {register: self._registers[self._find((number, register, _ENTRY))] for register in self._live[number]}
        for position, i in enumerate(block.code):
            dst = made = set_by(i)
            if dst is not None and dst in self._shared:
                made = self._registers[self._find((number, dst, position))]
            if made != dst or not self._shared.isdisjoint(read(*operands(i))):
                block.code[position] = _renamed(i, made, now)
            if dst is not None and made is not None:
                now[dst] = made
        if isinstance(block.end, Branch) and isinstance(block.end.cond, Reg):
            block.end = replace(block.end, cond=Reg(now.get(block.end.cond.index, block.end.cond.index)))


def _renamed(i: KernelInstruction, dst: int | None, registers: dict[int, int]) -> KernelInstruction:
    """An instruction that sets `dst`, and reads other registers."""

    def renamed(value: object) -> object:
        return Reg(registers.get(value.index, value.index)) if isinstance(value, Reg) else value

    values: dict[str, object] = {}
    for field in fields(i):
        value = getattr(i, field.name)
        if field.name == "dst" and isinstance(value, int):
            values[field.name] = dst
        else:
            values[field.name] = tuple(map(renamed, value)) if isinstance(value, tuple) else renamed(value)
    make: Callable[..., KernelInstruction] = type(i)
    return make(**values)
