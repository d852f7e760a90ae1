"""Threads of two kernels that are compared: the one that each walk is about, others of their blocks, and those that are
made of another thread.

A thread is what unknowns of the walk are replaced by. What was found out on the walk holds of it, too, and so do the
preconditions of arithmetic, which have one text for all threads.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.integers import ExactResult
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.questions import Precondition
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import Shared
from cudabmc.terms import Term, TermValue

EXTENT_OF = {Builtin.THREAD_IDX: Builtin.BLOCK_DIM, Builtin.BLOCK_IDX: Builtin.GRID_DIM}
"""What coordinates are less than."""


@dataclass(frozen=True, slots=True, eq=False)
class PairedThread:
    """A thread of a kernel: what values of the walk are for it, and what the coordinates of its block are, if they are
    told."""

    kernel: LeftByKernel
    of: Callable[[TermValue], TermValue]
    block: Mapping[Term, TermValue]

    @property
    def facts(self) -> tuple[TermValue, ...]:
        """What holds of it wherever it is: also that it is one of its block, and that one of the grid. For unknowns
        their ranges say so, and no fact does."""
        inside = (
            terms.apply(Op.ULT, BOOL, I32, (self.of(unknown), self.kernel.shape.values[EXTENT_OF[variable], axis]))
            for (variable, axis), unknown in self.kernel.coordinates.items()
        )
        told = (*map(self.of, self.kernel.shape.facts), *inside)
        return tuple(dict.fromkeys(fact for fact in told if fact is not True))

    def supposed(self, one: Precondition) -> Precondition:
        """A precondition of the walk, of this thread."""
        exact: dict[ExactResult, None] = {}
        for result in one.exact:
            where, made, wide = (self.of(value) for value in (result.where, result.result, result.exact))
            if isinstance(made, Term):
                exact[ExactResult(where, made, wide, result.signed)] = None
        return replace(one, cond=self.of(one.cond), besides=self.of(one.besides), exact=tuple(exact), fixes=None)

    def wrapping(self) -> set[Term]:
        """Results that may wrap around."""
        return {made for one in self.kernel.settling.wrapping if isinstance(made := self.of(one), Term)}


def walking(kernel: LeftByKernel, known: Mapping[Term, TermValue] | None = None) -> PairedThread:
    """The thread that the walk is about, where some unknowns are `known`, as values of another thread."""
    if not known:
        return PairedThread(kernel, lambda value: value, {})
    coordinates = kernel.coordinates
    block = {
        unknown: known[unknown] for (variable, _), unknown in coordinates.items()
        if variable is Builtin.BLOCK_IDX and unknown in known
    }  # fmt: skip
    return PairedThread(kernel, terms.Substitution(known).of, block)


class BlockMates:
    """Makes other threads of a block, each with unknowns of its own."""

    def __init__(self) -> None:
        self._count = 0

    def another(self, thread: PairedThread, at: Mapping[Term, TermValue] | None = None) -> PairedThread:
        """Another thread of the block of one, or that one: the one `at` some coordinates, if they are told. Both share
        the block, and what lies in memory behind barriers that are passed once. Rounds of loops are its own: it may do
        something in an earlier one than that in which the other one is."""
        self._count += 1
        number, kernel = self._count, thread.kernel
        kept = {unknown for (variable, _), unknown in kernel.coordinates.items() if variable is Builtin.BLOCK_IDX}
        kept |= kernel.kept_contents
        renaming = terms.Renaming({})
        values = terms.Substitution({
            **thread.block, **{kernel.unknowns.one_more(one, number): value for one, value in (at or {}).items()}
        })  # fmt: skip

        def of(value: TermValue) -> TermValue:
            for unknown in terms.free_vars(value) if isinstance(value, Term) else ():
                is_met = unknown in renaming.names or unknown in kept
                if not is_met and kernel.unknowns.shared(unknown) < Shared.GRID:
                    renaming.names[unknown] = kernel.unknowns.one_more(unknown, number)
            return values.of(renaming.of(value))

        return PairedThread(kernel, of, thread.block)


def settling_of(
    base: Settling, threads: Sequence[PairedThread], needed: dict[str, Precondition]
) -> Settling:  # fmt: skip
    """Settles questions about some threads. What it takes goes to `needed`."""
    counts, shown, overflows = dict[str, Precondition](), list[Precondition](), dict[str, Precondition]()
    wrapping = set[Term]()
    for thread in threads:
        own = thread.kernel.settling
        shown += map(thread.supposed, own.shown)
        wrapping |= thread.wrapping()
        for found, many in ((counts, own.counts), (overflows, own.overflows)):
            for one in map(thread.supposed, many):
                found[one.text] = found[one.text].and_also(one) if one.text in found else one
    return replace(
        base, counts=list(counts.values()), shown=shown, overflows=list(overflows.values()), wrapping=wrapping,
        needed=needed, _kept={}, _kept_results={},
    )  # fmt: skip
