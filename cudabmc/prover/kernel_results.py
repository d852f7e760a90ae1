"""What memory holds when a kernel has ended: postconditions of the kernel, each about all indices of a range.

    cudabmc_kernel_ensures(i, 0, n, out[i] == in[i] + 1);

Each is about one element that threads write, for any index. Two things show it: some thread writes that element
(coverage), and whatever thread writes it, the value is right, so that it does not matter which one is the last. Without
races memory holds then what was written last. The values that are chased are those of Li and Gopalakrishnan,
Parameterized Verification of GPU Kernel Programs (IPDPS Workshops 2012), section IV, for one thread.

For coverage the thread is named: along each axis of the launch its place among all threads, in its block or that of its
block is made from the index. There is such a thread if that number is below their count, and it writes the element if
no values of what is not known of it say otherwise. The thread has ended, so it has left its loops. Writes in loops do
not count: that a round is run is not shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64, FloatType, IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.contracts import KernelResult
from cudabmc.prover.events import MemoryAccess, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.matching import index_at, parts, quotient
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.questions import Open, ProofQuestion, Settled
from cudabmc.prover.races import Settle
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.terms import BVSort, Kind, Term, TermValue
from cudabmc.terms.evaluate import ModelValue, evaluate, type_of

SAMPLES, MOST_TRIED, MOST_THREADS_TRIED = 8, 400, 36
"""Small launches on which a guess about the thread that writes an element is tried before the solver is asked, how many
are made to find some, and the threads that they have at most."""

WRONG = "an element may be written that is not what the kernel ensures"
MISSING = "an element that the kernel ensures something of may not be written"


@dataclass(frozen=True, slots=True)
class WritingThread:
    """A guess which thread writes an element: it `exists` where that holds, and `it_is` the one."""

    exists: TermValue
    it_is: TermValue


class KernelResults:
    """Settles the postconditions of one kernel, by a walk through all of it."""

    def __init__(
        self, unknowns: Unknowns, shape: AnyLaunch, whole: KernelPart, settling: Settling, settle: Settle,
        reasons: list[str],
    ) -> None:  # fmt: skip
        self._unknowns = unknowns
        self._shape = shape
        self._whole = whole
        self._settling = settling
        self._settle = settle
        self._reasons = reasons

    def look(self, trace: ThreadTrace) -> None:
        """Settle all that the kernel ensures, or make it candidates."""
        ended = terms.lor(*trace.said.ended)
        for result in trace.said.results:
            inside = result.index.contains(result.index.var)
            known = (*self._shape.facts, *dict.fromkeys(trace.said.known), ended, result.where, inside)
            if not result.elements:
                question = ProofQuestion((*known, terms.lnot(result.cond)))
                self._settle(question, "assertion", WRONG, (result.loc,))
            elif len(result.elements) > 1:
                self._reasons.append(f"{result.loc}: a kernel ensures something of several elements that it writes")
            else:
                self._of_element(result, known, trace)

    def _of_element(self, result: KernelResult, known: tuple[TermValue, ...], trace: ThreadTrace) -> None:
        ((element, (base, offset)),) = result.elements.items()
        writes = [access for access in trace.accesses if access.how.writes and access.base == base]
        covering = [_reaches(write, offset) for write in writes if self._whole.loop_of(write.block) is None]
        self._covered(result, terms.lor(*covering), known)
        for write in writes:
            value = bits_of(write.how.value, write.size)
            if value is None:
                self._reasons.append(f"{write.loc}: what is written here is not told")
                continue
            type = type_of(element.sort)
            if isinstance(type, FloatType):
                value = terms.apply(Op.BITCAST, type, IntType(8 * write.size), (value,))
            reaches = _reaches(write, offset)
            index = self._index_of(result, offset, write, (*known, reaches))
            cond = terms.substitute(result.cond, {element: value, result.index.var: index})
            question = ProofQuestion((*known, reaches, terms.lnot(cond)), met=((write.where,),))
            self._settle(question, "assertion", WRONG, (result.loc, write.loc))

    def _index_of(
        self, result: KernelResult, offset: TermValue, write: MemoryAccess, known: tuple[TermValue, ...]
    ) -> TermValue:  # fmt: skip
        """The index whose element a thread writes, by what the thread knows: what it reads for that index is then the
        same term as what the condition reads, also where floats are made of it."""
        index = result.index.var
        written = index_at(index, offset, write.offset)
        if written is None:
            return index
        answer = self._settling.answer(ProofQuestion((*known, terms.lnot(_are_equal(index, written)))), shapes=False)
        if not isinstance(answer, Settled):
            return index
        self._settling.need(answer)
        return written

    # ------------------------------------------------------------ coverage

    def _covered(self, result: KernelResult, written: TermValue, known: tuple[TermValue, ...]) -> None:
        """For each index there is a thread for which `written` holds."""
        guesses = list(self._guesses(result, written, known))
        for shapes in (False, True):
            for guess in guesses:
                exists = ProofQuestion((*known, terms.lnot(guess.exists)))
                writes = ProofQuestion((*known, guess.it_is, terms.lnot(written)))
                answer = self._settling.answer(exists, shapes=shapes)
                other = self._settling.answer(writes, shapes=shapes) if isinstance(answer, Settled) else Open()
                if isinstance(answer, Settled) and isinstance(other, Settled):
                    self._settling.need(answer)
                    self._settling.need(other)
                    return
        self._settle(ProofQuestion((*known, terms.lnot(written))), "assertion", MISSING, (result.loc,))

    def _guesses(
        self, result: KernelResult, written: TermValue, known: tuple[TermValue, ...]
    ) -> Iterator[WritingThread]:  # fmt: skip
        """Threads that write the element in some small launches, at least."""
        named = terms.free_vars(written) if isinstance(written, Term) else frozenset()
        of_thread = (Builtin.THREAD_IDX, Builtin.BLOCK_IDX)
        axes = [
            axis for axis in range(3) if not named.isdisjoint(self._shape.values[index, axis] for index in of_thread)
        ]  # fmt: skip
        numbers = list(dict.fromkeys(self._numbers(result, written, several=len(axes) > 1)))
        cases = _SmallCases(self._shape, axes, terms.land(*known), written)
        for choice in product(*(list(self._along(axis, numbers)) for axis in axes)):
            exists = terms.land(*(one.exists for one in choice))
            it_is = terms.land(*(one.it_is for one in choice))
            if cases.allow(it_is):
                yield WritingThread(exists, it_is)

    def _numbers(self, result: KernelResult, written: TermValue, *, several: bool) -> Iterator[TermValue]:
        """What a coordinate may be: the index, counted from either end of the range, the number of the element, or a
        row or a column of a width that is named."""
        index = result.index.var
        yield from (0, index)
        if not several:
            for _, offset in result.elements.values():
                yield from (one for size in (8, 4, 2, 1) if (one := quotient(offset, size)) is not None)
            ends = terms.apply(Op.ADD, I64, I64, (result.index.low, result.index.high))
            yield terms.apply(Op.SUB, I64, I64, (ends, terms.apply(Op.ADD, I64, I64, (index, 1))))
            return
        whole = [result.cond, result.index.low, result.index.high, written]
        widths: list[TermValue] = [
            one for one in parts([value for value in whole if isinstance(value, Term)])
            if one.kind is Kind.VAR and one.sort == terms.sort_of(I32) and self._is_size(one)
        ]  # fmt: skip
        for width in dict.fromkeys(widths):
            wide = terms.apply(Op.SEXT, I64, I32, (width,))
            for op in (Op.SREM, Op.SDIV):
                yield terms.apply(op, I64, I64, (index, wide))

    def _is_size(self, unknown: Term) -> bool:
        """Is it an argument?"""
        sizes = (self._shape.values[size, axis] for size in (Builtin.BLOCK_DIM, Builtin.GRID_DIM) for axis in range(3))
        return self._unknowns.shared(unknown) is Shared.GRID and unknown not in set(sizes)

    def _along(self, axis: int, numbers: Sequence[TermValue]) -> Iterator[WritingThread]:
        thread, block, threads, blocks = (
            terms.apply(Op.ZEXT, I64, I32, (self._shape.values[variable, axis],))
            for variable in (Builtin.THREAD_IDX, Builtin.BLOCK_IDX, Builtin.BLOCK_DIM, Builtin.GRID_DIM)
        )
        for number in numbers:
            first = terms.apply(Op.ADD, I64, I64, (terms.apply(Op.MUL, I64, I64, (block, threads)), thread))
            all_threads = terms.apply(Op.MUL, I64, I64, (blocks, threads))
            if number != 0:
                yield WritingThread(_is_below(number, all_threads), _are_equal(first, number))
                yield WritingThread(
                    _is_below(number, blocks), terms.land(_are_equal(block, number), _are_equal(thread, 0))
                )
            yield WritingThread(
                _is_below(number, threads), terms.land(_are_equal(thread, number), _are_equal(block, 0))
            )


@dataclass(frozen=True, slots=True)
class _SmallCase:
    """Numbers for all that a question names, for each thread of a launch, and whether that one writes the element."""

    threads: tuple[tuple[Mapping[Term, ModelValue], bool], ...]


class _SmallCases:
    """Some small launches with an index, at random but always the same."""

    def __init__(self, shape: AnyLaunch, axes: Sequence[int], known: TermValue, written: TermValue) -> None:
        """Of threads along some axes, where something is `known`."""
        random = Random(7)
        sizes = [shape.values[size, axis] for axis in axes for size in (Builtin.GRID_DIM, Builtin.BLOCK_DIM)]
        coordinates = [
            (shape.values[index, axis], shape.values[size, axis]) for axis in axes
            for index, size in ((Builtin.BLOCK_IDX, Builtin.GRID_DIM), (Builtin.THREAD_IDX, Builtin.BLOCK_DIM))
        ]  # fmt: skip
        unknowns = frozenset[Term]().union(*(terms.free_vars(v) for v in (known, written) if isinstance(v, Term)))
        others = [one for one in sorted(unknowns, key=lambda term: term.id) if isinstance(one.sort, BVSort)]
        self._cases: list[_SmallCase] = []
        for _ in range(MOST_TRIED):
            numbers: dict[Term, ModelValue] = {one: random.randrange(5) for one in others}
            numbers.update({one: random.randrange(1, 4) for one in sizes if isinstance(one, Term)})
            extents = [int(evaluate(size, numbers)) for _, size in coordinates]
            if prod(extents) > MOST_THREADS_TRIED:
                continue
            threads = []
            for place in product(*map(range, extents)):
                named = zip((index for index, _ in coordinates), place, strict=True)
                one = {**numbers, **{index: at for index, at in named if isinstance(index, Term)}}
                if evaluate(known, one):
                    threads.append((one, bool(evaluate(written, one))))
            if threads:
                self._cases.append(_SmallCase(tuple(threads)))
            if len(self._cases) == SAMPLES:
                break

    def allow(self, it_is: TermValue) -> bool:
        """Is there such a thread in all of them, and does each of them write?"""
        for case in self._cases:
            writes = [writes for numbers, writes in case.threads if evaluate(it_is, numbers)]
            if not writes or not all(writes):
                return False
        return True


def _reaches(write: MemoryAccess, offset: TermValue) -> TermValue:
    """Does a thread come to a write, and is it to the element at an offset?"""
    return terms.land(write.where, _are_equal(write.offset, offset))


def _are_equal(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.EQ, BOOL, I64, (a, b))


def _is_below(number: TermValue, count: TermValue) -> TermValue:
    """Is a number at least 0, and less than a count (64 bits)?"""
    at_least = terms.apply(Op.SLE, BOOL, I64, (0, number))
    return terms.land(at_least, terms.apply(Op.SLT, BOOL, I64, (number, count)))
