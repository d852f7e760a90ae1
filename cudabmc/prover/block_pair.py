"""Two kernels whose blocks do the same, one by one: for blocks of one size, and any grid.

    simple: block b adds up 256 numbers, one after the other       out[b] = in[256 * b] + in[256 * b + 1] + ...
    fast:   its threads add them up in pairs, and pairs of pairs   out[b] = the same sum

Each kernel has no races, whatever the launch: a block reads nothing that another one writes, and no element is written
by two of them. So what a block leaves follows from what lay in memory at the start, and all blocks together leave what
each of them does. One block is run that is any of the grid, with any contents of arrays: if it leaves the same in both
kernels, so do all.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I128
from cudabmc.kernel.inlining import FindModel
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.block_memory import BlockMemory, LeftInCell, UntoldError
from cudabmc.prover.block_run import BlockRun
from cudabmc.prover.block_steps import BlockOfLaunch
from cudabmc.prover.launch import AXES, MOST_GRID, MOST_THREADS
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.preconditions import INT_MAX
from cudabmc.prover.pure_calls import PureCalls
from cudabmc.prover.questions import Precondition
from cudabmc.prover.same_forms import SameForms
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import SECOND
from cudabmc.reals.comparison import RealComparison
from cudabmc.terms import BVSort, Term, TermValue

MOST_SIZES = 2
"""Sizes of blocks that are tried."""


class BlockPair:
    """Compares what one block of each of two kernels leaves."""

    def __init__(
        self, one: LeftByKernel, other: LeftByKernel, settling: Settling, needed: dict[str, Precondition],
        find: FindModel, *, reals: bool = False,
    ) -> None:  # fmt: skip
        """What it takes goes to `needed`, which `settling` looks at. Floats may be compared as real numbers."""
        self._pair = one, other
        self._settling = settling
        self.needed = needed
        self.takes_size = True
        """Is the size of blocks among what is needed, and was not before?"""
        self._find = find
        self._reals = reals

    def open(self) -> list[str]:
        """Why it is not shown that they leave the same; nothing if it is."""
        why = list[str]()
        for sizes in self._sizes():
            why = list(self._open(sizes))
            if not why:
                self.takes_size = any(one.fixes is not None for one in sizes)
                self.needed.update({one.text: one for one in sizes})
                return []
        return why or ["blocks are not compared as a whole: nothing tells their size (--block)"]

    # ------------------------------------------------------------ which blocks

    def _sizes(self) -> Iterator[Sequence[Precondition]]:
        """What may be supposed of the extents of blocks, and of those of the grid, so that there are such launches:
        what is needed anyway, or sizes that the kernels name, the largest first."""
        one, other = self._pair
        fixed = [need for need in self.needed.values() if need.fixes is not None]
        known = {need.fixes[0]: need.fixes[1] for need in fixed if need.fixes is not None}
        blocks = [one.shape.values[Builtin.BLOCK_DIM, axis] for axis in range(3)]
        open_ = [axis for axis in range(3) if isinstance(blocks[axis], Term) and blocks[axis] not in known]
        named = sorted({*one.named_sizes, *other.named_sizes}, reverse=True) if open_ else [1]
        tried = 0
        for size in named:
            extents = {
                axis: size if axis in open_ else known.get(v, v) if isinstance(v, Term) else v
                for axis, v in enumerate(blocks)
            }
            threads = 1
            for extent in extents.values():
                threads *= extent if type(extent) is int else MOST_THREADS + 1
            exact = [block_extent(axis, blocks[axis], size) for axis in open_]
            conditions = (*(need.cond for need in self.needed.values()), *(need.cond for need in exact))
            if threads > MOST_THREADS or self._settling.refuted(conditions):
                continue
            yield [*exact, *self._counted(extents)]
            tried += 1
            if tried == MOST_SIZES:
                return

    def _counted(self, extents: Mapping[int, TermValue]) -> Iterator[Precondition]:
        """No more threads along an axis than an int can count, as is supposed of kernels that number them."""
        shape = self._pair[0].shape
        for axis, letter in enumerate(AXES):
            grid = shape.values[Builtin.GRID_DIM, axis]
            if isinstance(grid, Term) and not self._fit(axis, extents):
                count = terms.apply(
                    Op.MUL, I128, I128, [terms.apply(Op.ZEXT, I128, I32, (size,)) for size in (
                        grid, shape.values[Builtin.BLOCK_DIM, axis])]
                )  # fmt: skip
                cond = terms.apply(Op.ULE, BOOL, I128, (count, INT_MAX))
                yield Precondition(f"gridDim.{letter} * blockDim.{letter} <= {INT_MAX}", cond, True)

    def _fit(self, axis: int, extents: Mapping[int, TermValue]) -> bool:
        extent = extents[axis]
        return type(extent) is int and extent * self._most_blocks(axis) <= INT_MAX

    def _most_blocks(self, axis: int) -> int:
        grid = self._pair[0].shape.values[Builtin.GRID_DIM, axis]
        return min(terms.unsigned_range(grid, 32)[1], MOST_GRID[axis])

    # ------------------------------------------------------------ what they leave

    def _open(self, sizes: Sequence[Precondition]) -> Iterator[str]:
        """Why it is not shown for these sizes."""
        fixes = dict(one.fixes for one in (*self.needed.values(), *sizes) if one.fixes is not None)
        values, calls = self._values(fixes), PureCalls(self._find)
        runs = [
            BlockRun(kernel, BlockOfLaunch(values, calls, mark))
            for kernel, mark in zip(self._pair, ("", SECOND), strict=True)
        ]
        try:
            for run in runs:
                run.run()
            one, other = (run.objects.left for run in runs)
            are_same = SameReals(calls).are_same if self._reals else SameForms().are_same
            for base in {**one, **other}:
                differs = different_cell(one.get(base), other.get(base), are_same)
                if differs is not None:
                    yield f"{differs.loc}: with {_in_words(values)}, a block may leave another value here"
                    return
        except UntoldError as error:
            yield f"blocks are not compared as a whole: {error}"

    def _values(self, fixes: Mapping[Term, TermValue]) -> dict[tuple[Builtin, int], TermValue]:
        """What built-in variables are: of both kernels, the same block is run."""
        shape = self._pair[0].shape
        found = dict[tuple[Builtin, int], TermValue]()
        for axis, letter in enumerate(AXES):
            extent, grid = shape.values[Builtin.BLOCK_DIM, axis], shape.values[Builtin.GRID_DIM, axis]
            size = fixes.get(extent, extent) if isinstance(extent, Term) else extent
            assert type(size) is int
            most = self._most_blocks(axis)
            if isinstance(grid, Term):  # see `_counted`
                most = min(most, INT_MAX // size)
            block = terms.var(f"block.{letter}", I32, 0, most - 1) if most > 1 else 0
            found[Builtin.BLOCK_DIM, axis], found[Builtin.GRID_DIM, axis] = size, grid
            found[Builtin.BLOCK_IDX, axis] = block
        return found


class SameReals:
    """Compares bits, those of floats as real numbers."""

    def __init__(self, calls: PureCalls) -> None:
        self._forms = SameForms()
        self._numbers = RealComparison(calls.call_of)

    def are_same(self, a: TermValue, b: TermValue) -> bool:
        """Are two values of one type seen to be the same?"""
        if self._forms.are_same(a, b):
            return True
        sort = next((v.sort for v in (a, b) if isinstance(v, Term)), None)
        floats = self._numbers.floats(a, b, sort.width) if isinstance(sort, BVSort) else None
        return floats is not None and self._numbers.are_equal(floats)


def block_extent(axis: int, value: TermValue, size: int) -> Precondition:
    """Blocks have an extent along an axis, where it is a value that is not known."""
    assert isinstance(value, Term)
    cond = terms.apply(Op.EQ, BOOL, I32, (value, size))
    return Precondition(f"blockDim.{AXES[axis]} == {size}", cond, True, AXES[axis], fixes=(value, size))


def _in_words(values: Mapping[tuple[Builtin, int], TermValue]) -> str:
    extents = ", ".join(str(values[Builtin.BLOCK_DIM, axis]) for axis in range(3))
    return f"blockDim = ({extents})"


def different_cell(
    one: BlockMemory | None, other: BlockMemory | None, are_same: Callable[[TermValue, TermValue], bool]
) -> LeftInCell | None:  # fmt: skip
    """Where two blocks may leave something else in one array, which they have written; None if they leave values that
    are the same. Raises UntoldError if that is not told.

    Each cell is looked at, as if it were apart from all others. Two with different origins may be the same place. Then
    one of them is written at most, in each kernel, and the other one holds what was there at the start: so what is
    shown of both says that of the place, too.
    """
    written = [memory for memory in (one, other) if memory is not None]
    for memory in written:
        memory.require_no_order()
    for cell in dict.fromkeys(cell for memory in written for cell in memory.left):
        found = [memory.left[cell] for memory in written if cell in memory.left]
        bits = [each.bits for each in found]
        if len(found) == 1:
            bits += [memory.at_start(cell) for memory in written if cell in memory.left]
        if len({memory.size for memory in written}) > 1 or not are_same(bits[0], bits[1]):
            return found[0]
    return None
