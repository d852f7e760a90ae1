"""Are two values the same, each computed by a thread of one of two kernels?

What makes them is compared part by part, as terms, and the solver is asked about whole numbers alone: so floats are the
same if they are made of the same numbers in the same way. What a thread reads behind a barrier is what some thread of
its block has written in front of it, or what lay there before (Li and Gopalakrishnan, Parameterized Verification of GPU
Kernel Programs, IPDPS Workshops 2012, section IV). All writers count: which one was the last does not matter then.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import permutations

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64, FloatType, IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import MemoryAccess
from cudabmc.prover.integers import Overlap
from cudabmc.prover.left_by_kernel import WritesBefore
from cudabmc.prover.matching import digits_at, elements, narrowed, quotient
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.pair_threads import BlockMates, PairedThread, settling_of
from cudabmc.prover.preconditions import ShapeGroup
from cudabmc.prover.questions import Precondition, ProofQuestion, Settled
from cudabmc.prover.settling import Settling
from cudabmc.terms import BVSort, Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of
from cudabmc.terms.term import lower

MOST_QUESTIONS = 300
"""Questions about one pair of values."""

MOST_THREADS = 12
"""Threads of one case: each has written what the one before has read."""

MOST_READ = 8
"""Elements of conditions that are followed to their writers."""

EITHER_WAY = frozenset(
    {Kind.FADD, Kind.FMUL, Kind.FMA, Kind.MUL, Kind.BVAND, Kind.BVOR, Kind.BVXOR, Kind.EQ, Kind.FEQ}
)
"""What is the same with its first two operands swapped: so it is for floats, too, of which any NaN is the same as any
other."""


@dataclass(frozen=True, slots=True)
class PairCase:
    """What is known where values are compared: of a thread of each kernel, the first two of `threads`, and of others of
    their blocks. A precondition for which what was `met` cannot be is none. The unknown `hole` stands for one value, by
    which it is `filled_in`: the first one that it is compared with."""

    threads: tuple[PairedThread, ...]
    known: tuple[TermValue, ...]
    overlaps: tuple[Overlap, ...] = ()
    met: tuple[tuple[TermValue, ...], ...] = ()
    hole: Term | None = None
    filled_in: list[TermValue] = field(default_factory=list)

    def and_also(self, *known: TermValue) -> "PairCase":
        return replace(self, known=(*self.known, *known))


@dataclass(frozen=True, slots=True)
class ReadBehindBarrier:
    """What a thread reads behind a barrier: what another one of its block has put there, in front of it."""

    thread: PairedThread
    by: WritesBefore

    @property
    def round(self) -> Mapping[Term, TermValue]:
        """The round of the loop that the barrier is in, which is that of all threads of the block."""
        return {} if self.by.round is None else {self.by.round: self.thread.of(self.by.round)}


class SameValues:
    """Answers for two kernels that are proved by themselves. What it takes goes to `needed`."""

    def __init__(self, base: Settling, needed: dict[str, Precondition]) -> None:
        self.needed = needed
        self.shapes = False
        """May preconditions on the shape of launches be taken?"""
        self._base = base
        self._mates = BlockMates()
        self._asked = 0

    def begin(self) -> None:
        """Another pair of values is asked about."""
        self._asked = 0

    def never(self, case: PairCase, *conditions: TermValue, shapes: Sequence[ShapeGroup] = ()) -> bool:
        """Can conditions not hold in a case? More `shapes` of launches than others may be supposed for it."""
        if any(one is False for one in (*case.known, *conditions)):
            return True
        self._asked += 1
        if self._asked > MOST_QUESTIONS:
            return False
        base = replace(self._base, shapes=[*self._base.shapes, *shapes]) if shapes else self._base
        settling = settling_of(base, case.threads, self.needed)
        question = ProofQuestion((*case.known, *conditions), case.overlaps, met=case.met)
        answer = settling.answer(question, shapes=self.shapes)
        if isinstance(answer, Settled):
            settling.need(answer)
        return isinstance(answer, Settled)

    def equal(self, a: TermValue, b: TermValue, case: PairCase) -> bool:
        """Are two values the same whenever the case is met?"""
        if case.hole is not None:
            for one, other in ((a, b), (b, a)):
                if one is case.hole:
                    return _fills(case, other)
                if isinstance(one, Term) and one.kind is Kind.SUM and case.hole in one.args:
                    return self._are_summands(one, other, case)
        if a is b or (not isinstance(a, Term) and not isinstance(b, Term) and type(a) is type(b) and _same(a, b)):
            return True
        if self._asked > MOST_QUESTIONS:
            return False
        for one, other in ((a, b), (b, a)):
            found = self._written(one, case)
            if found is not None:
                return all(self.equal(value, other, more) for value, more in found)
        if isinstance(a, Term) and isinstance(b, Term) and a.kind is b.kind is Kind.ITE and a.args[0] is b.args[0]:
            holds, fails = case.and_also(lower(a.args[0])), case.and_also(terms.lnot(lower(a.args[0])))
            (then, rest), (other_then, other_rest) = (map(lower, one.args[1:]) for one in (a, b))
            return self.equal(then, other_then, holds) and self.equal(rest, other_rest, fails)
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Term) and one.kind is Kind.ITE:
                cond, then, rest = map(lower, one.args)
                fails = case.and_also(terms.lnot(cond))
                return self.equal(then, other, case.and_also(cond)) and self.equal(rest, other, fails)
        if not _is_number(a) and not _is_number(b):
            return self._are_made_alike(a, b, case) or self.never(case)
        if not any(_is_read_behind(part, case) for part in elements([a, b])):
            return self._are_numbers(a, b, case) or self._are_made_alike(a, b, case) or self.never(case)
        summed = isinstance(a, Term) and (a.kind in EITHER_WAY - {Kind.MUL} or a.kind is Kind.SUM)
        return (not summed and self._are_made_alike(a, b, case)) or self._are_in_parts(a, b, case)

    def _are_summands(self, one: Term, other: TermValue, case: PairCase) -> bool:
        """Is a sum with the hole another one, which has all its other summands? The rest of that fills the hole."""
        type, whole = type_of(one.sort), replace(case, hole=None)
        factors = dict(zip(one.args, one.params[1], strict=True))
        if case.hole is None or factors.pop(case.hole) != 1:
            return False
        rest = terms.apply(Op.SUB, type, type, (other, one.params[0]))
        for part, factor in factors.items():
            twins = (twin for twin in _summands(rest, factor) if self.equal(lower(part), twin, whole))
            found = next(twins, None)
            if found is None:
                return False
            rest = terms.apply(Op.SUB, type, type, (rest, terms.apply(Op.MUL, type, type, (found, factor))))
        return _fills(case, rest)

    def _are_in_parts(self, a: TermValue, b: TermValue, case: PairCase) -> bool:
        """Are numbers the same, whatever was written of what they are made of?"""
        for one, other in ((a, b), (b, a)):
            for element in elements([one]):
                found = self._written(element, case)
                if found is not None and isinstance(one, Term):
                    return all(
                        self.never(more) or self.equal(terms.replace(one, {element: value}), other, more)
                        for value, more in found
                    )
        return self._are_numbers(a, b, case) or self.never(case)

    def _are_numbers(self, a: TermValue, b: TermValue, case: PairCase) -> bool:
        width = next((one.sort.width for one in (a, b) if isinstance(one, Term) and isinstance(one.sort, BVSort)), 0)
        if not width:
            return False
        type = IntType(width)
        return self.never(case, terms.lnot(terms.apply(Op.EQ, BOOL, type, (a, b))))

    def _are_made_alike(self, a: TermValue, b: TermValue, case: PairCase) -> bool:
        """Are they the same operation on the same values?"""
        if not isinstance(a, Term) or not isinstance(b, Term) or not a.args:
            return False
        if (a.kind, a.sort, a.params, len(a.args)) != (b.kind, b.sort, b.params, len(b.args)):
            return False
        if a.kind is Kind.SELECT and a.args[0] is not b.args[0]:
            return False
        mine, others = list(map(lower, a.args)), list(map(lower, b.args))
        if a.kind is Kind.SELECT:
            mine, others = mine[1:], others[1:]
        kept = dict(self.needed)
        swapped = [others[1], others[0], *others[2:]] if a.kind in EITHER_WAY and len(others) >= 2 else others
        filled_in = list(case.filled_in)
        for order in (others, swapped) if swapped != others else (others,):
            if all(self.equal(x, y, case) for x, y in zip(mine, order, strict=True)):
                return True
            case.filled_in[:] = filled_in
            self.needed.clear()
            self.needed.update(kept)
        return False

    # ------------------------------------------------------------ what others have written

    def with_reads(self, case: PairCase, *values: TermValue) -> PairCase:
        """The case, with what is known of all that values are made of that is read behind barriers."""
        threads, facts = list(case.threads), list[TermValue]()
        for element in list(elements(list(values)))[:MOST_READ]:
            found = self._written(element, case, anywhere=True)
            if found is None:
                continue
            written = list[TermValue]()
            for value, more in found:
                threads += [thread for thread in more.threads if thread not in threads]
                written.append(terms.land(*more.known[len(case.known) :], terms.equal(element, value, _bits(element))))
            facts.append(terms.lor(*written))
        return replace(case, threads=tuple(threads)).and_also(*facts)

    def _written(
        self, value: TermValue, case: PairCase, *, anywhere: bool = False
    ) -> list[tuple[TermValue, PairCase]] | None:  # fmt: skip
        """What a value may be that a thread reads behind a barrier, and in which case; None if it is no such value, or
        if that is not told. Writers are put where they must be in that case, or are `anywhere`: what is supposed of all
        threads may be wrong of one that is not there."""
        if not isinstance(value, Term):
            return None
        if value.kind is Kind.BITS_TO_FP:
            of_bits = self._written(lower(value.args[0]), case)
            type = type_of(value.sort)
            assert isinstance(type, FloatType)
            return None if of_bits is None else [(as_float(bits, type), more) for bits, more in of_bits]
        if value.kind is not Kind.SELECT:
            return None
        place = _is_read_behind(value, case)
        if place is None:
            return None
        offset = lower(value.args[1])
        nobody = case.and_also(*self._not_written(place, offset))
        if not self.never(nobody):
            if place.by.before is None:
                return None
            before = [(terms.select(place.by.before, offset), nobody)]
        else:
            before = []
        return [*(self._by_another(place, write, offset, case, anywhere) for write in place.by.writes), *before]

    def _by_another(
        self, read: ReadBehindBarrier, write: MemoryAccess, offset: TermValue, case: PairCase, anywhere: bool
    ) -> tuple[TermValue, PairCase]:  # fmt: skip
        """What some thread of the block has written at an offset."""
        thread = read.thread
        for at in () if anywhere else _guesses(thread, (write,), offset):
            mate = self._mates.another(thread, read.round)
            there = replace(case, threads=(*case.threads, mate)).and_also(*mate.facts, _reaches(mate, write, offset))
            differs = terms.lnot(terms.land(*(_same_number(mate.of(one), place) for one, place in at.items())))
            if self.never(there, differs):
                mate = self._mates.another(thread, {**read.round, **at})
                break
        else:
            mate = self._mates.another(thread, read.round)
        value = bits_of(write.how.value, write.size)
        assert value is not None, "kernels are refused of which it is not told what they write"
        there = replace(case, threads=(*case.threads, mate))
        return mate.of(value), there.and_also(*mate.facts, _reaches(mate, write, offset))

    def _not_written(self, read: ReadBehindBarrier, offset: TermValue) -> Iterator[TermValue]:
        """What is known if no thread of the block writes at an offset: some threads are asked."""
        writes = read.by.writes
        for at in _guesses(read.thread, writes, offset):
            mate = self._mates.another(read.thread, {**read.round, **at})
            missed = terms.lnot(terms.lor(*(_reaches(mate, write, offset) for write in writes)))
            yield terms.implies(terms.land(*mate.facts), terms.land(mate.of(read.by.at_head), missed))


def _fills(case: PairCase, value: TermValue) -> bool:
    """Is it the value that the hole stands for?"""
    if not case.filled_in:
        case.filled_in.append(value)
    return case.filled_in[0] is value


def _summands(value: TermValue, factor: int) -> Iterator[TermValue]:
    """Those of a number with a factor; what was added last comes first."""
    if isinstance(value, Term) and value.kind is Kind.SUM:
        for part, of in zip(reversed(value.args), reversed(value.params[1]), strict=True):
            if of == factor:
                yield part
    elif isinstance(value, Term) and factor == 1:
        yield value


def _is_read_behind(element: Term, case: PairCase) -> ReadBehindBarrier | None:
    """Is an element read behind a barrier, and is it told what was written in front of that?"""
    array = element.args[0]
    if len(case.threads) > MOST_THREADS:
        return None
    for thread in case.threads[:2]:
        base, barrier = thread.kernel.trace.contents.get(array, (None, None))
        if base is not None and barrier is not None:
            found = thread.kernel.writes_before(base, barrier)
            return None if found is None else ReadBehindBarrier(thread, found)
    return None


def _bits(element: Term) -> IntType:
    assert isinstance(element.sort, BVSort)
    return IntType(element.sort.width)


def _is_number(value: TermValue) -> bool:
    return type(value) is int or (isinstance(value, Term) and isinstance(value.sort, BVSort))


def _guesses(
    thread: PairedThread, writes: tuple[MemoryAccess, ...] | list[MemoryAccess], offset: TermValue
) -> Iterator[Mapping[Term, TermValue]]:  # fmt: skip
    """Places in a block of threads that may have written at an offset: that of the thread itself with its axes in any
    order, where its coordinate tells the offset, and the first one."""
    coordinates = [
        unknown for (variable, _), unknown in thread.kernel.coordinates.items() if variable is Builtin.THREAD_IDX
    ]
    for write in writes if len(coordinates) > 1 else ():
        digits = digits_at(coordinates, write.offset, offset)
        if digits is not None:
            yield {one: narrowed(place) for one, place in digits.items()}
    for order in permutations(coordinates):
        yield {one: thread.of(other) for one, other in zip(coordinates, order, strict=True)}
    for write in writes if len(coordinates) == 1 else ():
        (coordinate,) = coordinates
        place = solved_for(coordinate, write.offset, offset)
        if place is not None:
            yield {coordinate: place}
    yield dict.fromkeys(coordinates, 0)


def solved_for(unknown: Term, value: TermValue, wanted: TermValue) -> TermValue | None:
    """A guess for which number of 32 bits an unknown is if a value of 64 bits, which it tells, is the one that is
    wanted: as if nothing wrapped around. None if there is none."""
    width = 64
    while isinstance(value, Term):
        if value is unknown:
            return wanted if width == 32 else None
        if value.kind in (Kind.ZEXT, Kind.SEXT) and width == 64 and value.args[0].sort == BVSort(32):
            width, value = 32, value.args[0]
            wanted = terms.apply(Op.TRUNC, I32, I64, (wanted,))
            continue
        if value.kind is not Kind.SUM:
            return None
        _, factors = value.params
        with_unknown = [n for n, arg in enumerate(value.args) if unknown in terms.free_vars(arg)]
        if len(with_unknown) != 1:
            return None
        (at,) = with_unknown
        type = IntType(width)
        inner, factor = value.args[at], factors[at]
        rest = terms.apply(
            Op.SUB, type, type, (value, terms.apply(Op.MUL, type, type, (inner, factor)))
        )  # fmt: skip
        wanted = terms.apply(Op.SUB, type, type, (wanted, rest))
        if factor == (1 << width) - 1:
            wanted = terms.apply(Op.NEG, type, type, (wanted,))
        elif factor != 1:
            divided = quotient(wanted, factor) if width == 64 else None
            if divided is None:
                return None
            wanted = divided
        value = inner
    return None


def _reaches(thread: PairedThread, write: MemoryAccess, offset: TermValue) -> TermValue:
    """Does a thread come to a write, and is it at an offset?"""
    meets = terms.apply(Op.EQ, BOOL, I64, (thread.of(write.offset), offset))
    return terms.land(thread.of(write.where), meets)


def as_float(bits: TermValue, type: FloatType) -> TermValue:
    """The float that bits stand for. Any NaN is the same as any other."""
    return terms.apply(Op.BITCAST, type, IntType(type.width), (bits,))


def _same_number(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.EQ, BOOL, I32, (a, b))


def _same(a: bool | float, b: bool | float) -> bool:
    return a == b and str(a) == str(b)  # 0.0 is not -0.0
