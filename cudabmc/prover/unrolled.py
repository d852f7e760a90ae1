"""Loops whose rounds are counted by numbers that a launch tells, as straight code.

    for (s = 1; s < blockDim.x; s *= 2)            s = 1; if (t + 1 < 4) x[t] += x[t + 1]
        if (t + s < blockDim.x) x[t] += x[t + s]   s = 2; if (t + 2 < 4) x[t] += x[t + 2]       blockDim.x is 4

Nothing has to be found out about what such a loop changes: each round has its own numbers. A thread takes the same way:
a block of the new graph is one of the old graph together with the numbers that some registers hold there, whichever
way leads to it, and a branch has one target only if its condition is a number there. So what is shown of the new graph
holds of launches with these numbers. Jones, Gomard and Sestoft, Partial Evaluation and Automatic Program Generation,
1993, section 4.4.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cudabmc.goto.program import Assign, Branch, Const, Goto, Operand, Reg
from cudabmc.goto.types import BoolType, IntType
from cudabmc.kernel.constant_branches import NumbersHeld, number_of, value_of
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import Coordinate, KernelInstruction, Move, set_by
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.kernel.loops import NaturalLoop, natural_loops
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.launch import LaunchSize

MOST_CODE = 3000
"""Instructions of a graph without such loops, at most."""

MOST_LEFT = 4
"""Loops that are left as they are, if there are more instructions otherwise."""


@dataclass(frozen=True, slots=True)
class KnownOfLaunch:
    """The extents of grid and block, and whole numbers that parameters are, by registers."""

    sizes: Mapping[LaunchSize, int]
    numbers: Mapping[int, int]


def unroll(graph: KernelGraph, known: KnownOfLaunch) -> bool:
    """Replace loops whose rounds are told by what is known of the launch. False if there are none, or if they have too
    many rounds. Loops may have two entries then."""
    flow = ControlFlow(graph.blocks)
    loops, live = natural_loops(flow), live_at_entries(flow)
    told = _told(graph, flow, known)
    left = set[int]()
    while len(left) <= MOST_LEFT:
        counters = _counters(graph, loops, live, told, left)
        if not counters:
            return False
        made = _Unrolling(graph, live, known, counters)
        if made.run():
            if made.decided:
                graph.blocks[:] = made.blocks
            return made.decided
        fault = made.longest([loop for head, loop in loops.items() if head not in left])
        if fault is None:
            return False
        left.add(fault)
    return False


def _told(graph: KernelGraph, flow: ControlFlow, known: KnownOfLaunch) -> frozenset[int]:
    """The registers that hold what can be computed of what is known of the launch, whatever way a thread has taken."""
    code = [i for number in flow.order for i in graph.blocks[number].code]
    found = {dst for i in code if (dst := set_by(i)) is not None} | set(graph.given)
    found = {register for register in found if isinstance(graph.types[register], IntType | BoolType)}
    found -= {register for register in graph.given if register not in known.numbers}
    while True:
        wrong = {
            dst for i in code
            if (dst := set_by(i)) in found and dst is not None and not _is_told(i, found, known)
        }  # fmt: skip
        if not wrong:
            return frozenset(found)
        found -= wrong


def _is_told(i: KernelInstruction, registers: set[int], known: KnownOfLaunch) -> bool:
    match i:
        case Coordinate():
            return (i.variable, i.axis) in known.sizes
        case Assign() | Move():
            return all(_is_number(o) or (isinstance(o, Reg) and o.index in registers) for o in _read(i))
    return False


def _is_number(operand: Operand) -> bool:
    return isinstance(operand, Const) and isinstance(operand.type, IntType | BoolType)


def _read(i: Assign | Move) -> tuple[Operand, ...]:
    return i.args if isinstance(i, Assign) else (i.source,)


def _counters(
    graph: KernelGraph, loops: Mapping[int, NaturalLoop], live: Mapping[int, frozenset[int]], told: frozenset[int],
    left: Iterable[int],
) -> frozenset[int]:  # fmt: skip
    """The registers that decide when loops end, with all that these are made of, but for what a round of those that are
    `left` tells the next one."""
    kept = set(told)
    for head in left:
        code = (i for number in loops[head].blocks for i in graph.blocks[number].code)
        kept -= {dst for i in code if (dst := set_by(i)) in live[head] and dst is not None}
    asked = {
        end.cond.index for loop in loops.values() for number in loop.blocks
        if isinstance(end := graph.blocks[number].end, Branch) and isinstance(end.cond, Reg)
        and not loop.blocks.issuperset(graph.blocks[number].targets)
    }  # fmt: skip
    made = dict[int, list[Assign | Move]]()
    for block in graph.blocks:
        for i in block.code:
            if isinstance(i, Assign | Move):
                made.setdefault(i.dst, []).append(i)
    found, waiting = set[int](), [register for register in asked if register in kept]
    while waiting:
        register = waiting.pop()
        if register not in found:
            found.add(register)
            read = (o.index for i in made.get(register, ()) for o in _read(i) if isinstance(o, Reg))
            waiting += [other for other in read if other in kept]
    return frozenset(found)


class _Unrolling:
    """The new graph. A block of it is a number of the old graph, and what `counters` hold that are needed there."""

    def __init__(
        self, graph: KernelGraph, live: Mapping[int, frozenset[int]], known: KnownOfLaunch, counters: frozenset[int]
    ) -> None:  # fmt: skip
        self._graph = graph
        self._known = known
        self._counters = counters
        self._live = {number: registers & counters for number, registers in live.items()}
        self._numbers = dict[tuple[int, frozenset[tuple[int, int | bool]]], int]()
        self._waiting = list[tuple[int, int, NumbersHeld]]()
        self.blocks: list[Block] = []
        self.decided = False
        """Is a condition a number?"""

    def run(self) -> bool:
        """False if there are too many instructions."""
        self._block(0, {r: n for r, n in self._known.numbers.items() if r in self._counters})
        size = 0
        while self._waiting:
            made, number, values = self._waiting.pop()
            old = self._graph.blocks[number]
            size += len(old.code) + 1
            if size > MOST_CODE:
                return False
            after = self._after(old, dict(values))
            self.blocks[made] = Block(list(old.code), old.end)
            self._end(self.blocks[made], after)
        return True

    def _block(self, number: int, values: NumbersHeld) -> int:
        needed = {register: value for register, value in values.items() if register in self._live[number]}
        key = number, frozenset(needed.items())
        if key not in self._numbers:
            self._numbers[key] = len(self.blocks)
            self._waiting.append((len(self.blocks), number, needed))
            self.blocks.append(Block())
        return self._numbers[key]

    def _after(self, block: Block, values: dict[int, int | bool]) -> NumbersHeld:
        for i in block.code:
            dst = set_by(i)
            if dst is None:
                continue
            value = self._value(i, values) if dst in self._counters else None
            values.pop(dst, None)
            if value is not None:
                values[dst] = value
        return values

    def _value(self, i: KernelInstruction, values: NumbersHeld) -> int | bool | None:
        """What an instruction sets its register to, if it is a number."""
        if isinstance(i, Coordinate):
            return self._known.sizes.get((i.variable, i.axis))
        return value_of(i, values)

    def _end(self, block: Block, values: NumbersHeld) -> None:
        end = block.end
        if isinstance(end, Goto):
            block.end = replace(end, target=self._block(end.target, values))
        elif isinstance(end, Branch):
            cond = number_of(end.cond, values)
            if cond is None:
                then, orelse = self._block(end.then, values), self._block(end.orelse, values)
                block.end = replace(end, then=then, orelse=orelse)
            else:
                self.decided = True
                block.end = Goto(self._block(end.then if cond else end.orelse, values))

    def longest(self, loops: Iterable[NaturalLoop]) -> int | None:
        """The head of the loop with most rounds, which are told apart by what the loop itself sets."""
        rounds = dict[int, int]()
        for loop in loops:
            own = {set_by(i) for number in loop.blocks for i in self._graph.blocks[number].code}
            held = (values for number, values in self._numbers if number == loop.head)
            rounds[loop.head] = len({frozenset(one for one in values if one[0] in own) for values in held})
        return max(rounds, key=rounds.__getitem__, default=None)
