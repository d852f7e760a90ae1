"""The launch of a kernel in a proof: sizes and coordinates that are not known, within what devices can do.

A dimension whose coordinate the kernel never reads is taken as 1: threads that differ in it alone do the same.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import product

from cudabmc import terms
from cudabmc.goto.kernels import functions_reached
from cudabmc.goto.op import Op
from cudabmc.goto.program import THREAD_VARIABLES, Call, Function, Program
from cudabmc.goto.types import BOOL, I32
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.inlining import FindModel
from cudabmc.kernel.instructions import AtomicLoad, Builtin, Coordinate
from cudabmc.kernel.tracing import UntraceableError, trace
from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import SizeRange
from cudabmc.prover.unknowns import Shared, TwoThreads, Unknowns
from cudabmc.terms import Term, TermValue

# CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
MOST_THREADS = 1024
MOST_BLOCK = (1024, 1024, 64)
MOST_GRID = ((1 << 31) - 1, 65535, 65535)

WARP_SIZE = 32

AXES = "xyz"

Extents = tuple[int, int, int]
"""Those of a grid or a block."""

LaunchSize = tuple[Builtin, int]
"""A component of blockDim or gridDim."""


ANY_SIZE = SizeRange()

ALL_SIZES = tuple((size, axis) for size in (Builtin.BLOCK_DIM, Builtin.GRID_DIM) for axis in range(3))


@dataclass(frozen=True, slots=True)
class AnyLaunch:
    """`values` are those of all built-in variables. `facts` hold of every thread, `one` are the sizes that are taken as
    1 because no coordinate of theirs is read."""

    values: Mapping[tuple[Builtin, int], TermValue]
    facts: tuple[TermValue, ...]
    one: tuple[LaunchSize, ...]

    def facts_of(self, two: TwoThreads, unknowns: Unknowns) -> tuple[TermValue, ...]:
        """What holds of two threads."""
        other = (unknowns.of_another(fact, two) for fact in self.facts)
        index = Builtin.BLOCK_IDX if two is TwoThreads.OF_BLOCKS else Builtin.THREAD_IDX
        differ: TermValue = False
        for axis in range(3):
            mine = self.values[index, axis]
            differ = terms.lor(differ, terms.apply(Op.NE, BOOL, I32, (mine, unknowns.of_another(mine, two))))
        warps: TermValue = True
        if two in (TwoThreads.OF_WARP, TwoThreads.OF_WARPS):
            op = Op.EQ if two is TwoThreads.OF_WARP else Op.NE
            warps = terms.apply(op, BOOL, I32, (self.warp, unknowns.of_another(self.warp, two)))
        return tuple(fact for fact in dict.fromkeys((*self.facts, *other, differ, warps)) if fact is not True)

    def some_threads(self, known: Mapping[Term, TermValue]) -> list[dict[Term, TermValue]]:
        """The coordinates of some threads of a launch whose sizes are `known`: of the first and the last ones of some
        blocks. Where sizes are not, launches of one block with a warp along x are meant."""
        found = []
        for block, thread in product((0, 4, 7, 8), (0, 8)):  # eighths of the way to the last one
            at: dict[Term, TermValue] = {}
            for index, size, eighths in (
                (Builtin.THREAD_IDX, Builtin.BLOCK_DIM, thread), (Builtin.BLOCK_IDX, Builtin.GRID_DIM, block),
            ):  # fmt: skip
                for axis in range(3):
                    place, extent = self.values[index, axis], terms.substitute(self.values[size, axis], known)
                    if isinstance(extent, Term):
                        meant = WARP_SIZE if (index, axis) == (Builtin.THREAD_IDX, 0) else 1
                        extent = min(meant, terms.unsigned_range(extent, 32)[1])
                    if isinstance(place, Term):
                        at[place] = (int(extent) - 1) * eighths // 8
            if at not in found:
                found.append(at)
        return found

    @property
    def warp(self) -> TermValue:
        """The warp of a thread in its block: 32 threads with consecutive numbers (CUDA C++ Programming Guide, "SIMT
        Architecture")."""
        return terms.apply(Op.UDIV, I32, I32, (self.number, WARP_SIZE))

    @property
    def lane(self) -> TermValue:
        """The place of a thread in its warp."""
        return terms.apply(Op.UREM, I32, I32, (self.number, WARP_SIZE))

    @property
    def number(self) -> TermValue:
        """The number of a thread in its block, which counts along x first (the same, "Thread Hierarchy")."""
        x, y, z = (self.values[Builtin.THREAD_IDX, axis] for axis in range(3))
        width, height = (self.values[Builtin.BLOCK_DIM, axis] for axis in range(2))
        row = terms.apply(Op.ADD, I32, I32, (y, terms.apply(Op.MUL, I32, I32, (height, z))))
        return terms.apply(Op.ADD, I32, I32, (x, terms.apply(Op.MUL, I32, I32, (width, row))))

    def tile(self, size: int) -> TermValue:
        """The lanes of the tile of a thread, as a mask: `size` lanes with consecutive numbers."""
        place = terms.apply(Op.UDIV, I32, I32, (self.lane, size))
        first = terms.apply(Op.MUL, I32, I32, (place, size))
        return terms.apply(Op.SHL, I32, I32, ((1 << size) - 1, first))


def read_coordinates(
    program: Program, kernel: Function, find: FindModel, graph: KernelGraph | None = None
) -> frozenset[tuple[Builtin, int]]:  # fmt: skip
    """The components of built-in variables that a kernel reads with all that it calls. Models in which threads wait do
    not count: a shuffle looks at all coordinates, whatever the block is like. Lanes of warps, clocks and results of
    atomic functions tell threads apart, too: they count as the x coordinates. Where branches of its `graph` are cut,
    what the source names behind them along other axes does not count."""
    named: set[tuple[Builtin, int]] = set()
    found: set[tuple[Builtin, int]] = set()
    for function in functions_reached(program, kernel):
        for i in function.body:
            if not isinstance(i, Call) or not isinstance(i.callee, str):
                continue
            if i.callee in THREAD_VARIABLES:
                variable, _, axis = i.callee.partition(".")
                named.add((Builtin(variable), AXES.index(axis)))
            elif i.callee not in program.functions and i.signature:
                found |= _of_model(i, function, find)
    if graph is not None and not graph.by_contract:  # which has not all that threads run
        reached = _named(graph)
        named = {one for one in named if one[1] == 0 or one in reached}
    return frozenset(found | named)


def _named(graph: KernelGraph) -> set[tuple[Builtin, int]]:
    """The components that the source names where threads may come to."""
    flow = ControlFlow(graph.blocks)
    code = (i for number in flow.order for i in graph.blocks[number].code)
    return {(i.variable, i.axis) for i in code if isinstance(i, Coordinate) and i.named}


def _of_model(call: Call, caller: Function, find: FindModel) -> set[tuple[Builtin, int]]:
    """What a model reads, such as that of a special register (PTX ISA, "Special Registers")."""
    model = find(str(call.callee), call.signature)
    if model is None or model.waits or model.pure or model.source or model.symbol_params:
        return set()
    if model.apart:
        return set() if call.args else set(_TELLING_APART)
    if model.name in _PLACES_IN_WARPS:
        return {_TELLING_APART[0]}
    try:
        code = trace(call, model, KernelGraph(caller, [Block()], list(caller.reg_types)))
    except UntraceableError:
        return set()
    found = {(i.variable, i.axis) for i in code if isinstance(i, Coordinate)}
    if call.dst is not None and any(isinstance(i, AtomicLoad) for i in code):
        found.update(_TELLING_APART)
    return found


_DIMENSIONS = ((Builtin.THREAD_IDX, Builtin.BLOCK_DIM), (Builtin.BLOCK_IDX, Builtin.GRID_DIM))
_PLACES_IN_WARPS = frozenset({"__cudabmc_laneid", "__cudabmc_warpid"})
"""Models that number threads, whatever their block is like: that says nothing of more than one axis."""

_TELLING_APART = ((Builtin.THREAD_IDX, 0), (Builtin.BLOCK_IDX, 0))


def sizes_taken_as_one(
    read: Iterable[tuple[Builtin, int]], sizes: Collection[LaunchSize]
) -> tuple[LaunchSize, ...]:  # fmt: skip
    """The sizes, but for those that are known, along which a kernel reads no coordinate."""
    seen = set(read)
    return tuple(
        (size, axis) for index, size in _DIMENSIONS for axis in range(3)
        if (index, axis) not in seen and (size, axis) not in sizes
    )  # fmt: skip


def launch_shape(
    unknowns: Unknowns, read: Iterable[tuple[Builtin, int]], sizes: Mapping[LaunchSize, TermValue | SizeRange],
    most_threads: int | None,
) -> AnyLaunch:  # fmt: skip
    """Any launch of a kernel that reads these, with the `sizes` that are known, as numbers or formulas. `most_threads`
    are those of a block by its launch bounds."""
    values: dict[tuple[Builtin, int], TermValue] = {}
    facts: list[TermValue] = []
    one = sizes_taken_as_one(read, sizes)
    for index, size, shared, most in (
        (Builtin.THREAD_IDX, Builtin.BLOCK_DIM, Shared.THREAD, MOST_BLOCK),
        (Builtin.BLOCK_IDX, Builtin.GRID_DIM, Shared.BLOCK, MOST_GRID),
    ):
        for axis in range(3):
            if (size, axis) in one:
                values[index, axis], values[size, axis] = 0, 1
                continue
            known = sizes.get((size, axis), ANY_SIZE)
            name = AXES[axis]
            extent: TermValue
            if isinstance(known, SizeRange):
                largest = max(known.low, min(known.high, most[axis]))
                extent = unknowns.value(f"{size.value}.{name}", I32, Shared.GRID, known.low, largest)
                if known.multiple_of > 1:
                    rest = terms.apply(Op.UREM, I32, I32, (extent, known.multiple_of))
                    facts.append(terms.apply(Op.EQ, BOOL, I32, (rest, 0)))
            elif isinstance(known, Term):
                extent, largest = known, min(terms.unsigned_range(known, 32)[1], most[axis])
                facts.append(terms.apply(Op.ULE, BOOL, I32, (extent, largest)))
            else:
                extent = largest = int(known)
            highest = largest - 1
            place: TermValue = unknowns.value(f"{index.value}.{name}", I32, shared, 0, highest) if highest > 0 else 0
            values[index, axis], values[size, axis] = place, extent
            facts.append(terms.apply(Op.ULT, BOOL, I32, (place, extent)))
    threads: TermValue = 1
    for axis in range(3):
        threads = terms.apply(Op.MUL, I32, I32, (threads, values[Builtin.BLOCK_DIM, axis]))
    facts.append(terms.apply(Op.ULE, BOOL, I32, (threads, min(most_threads or MOST_THREADS, MOST_THREADS))))
    return AnyLaunch(values, tuple(f for f in facts if f is not True), one)
