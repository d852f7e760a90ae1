"""Settles the questions of a proof with as few preconditions as possible.

What others need already is supposed; then simple conditions on sizes and arguments are tried; then that arithmetic does
not overflow; then that launches have a certain shape.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial

from cudabmc import terms
from cudabmc.goto.types import IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import bits
from cudabmc.prover.events import Arithmetic
from cudabmc.prover.integers import ExactResult
from cudabmc.prover.preconditions import ShapeGroup
from cudabmc.prover.questions import CLAIM_WORK, LITTLE_WORK, Open, Precondition, ProofQuestion, Settled, Solving
from cudabmc.prover.unknowns import Unknowns, name_of
from cudabmc.solver.z3_text import MOST_WORK
from cudabmc.terms import BVSort, Term, TermValue
from cudabmc.terms.evaluate import type_of

SMALL_SIZES = (2, 4, 16, 32, 1)
"""Sizes of launches that show that conditions can hold."""

PASSED_NUMBERS = (64, 1024)
"""Numbers that launches pass, for that."""

FIRST_POWER = 8
"""The power of two that is tried first: if it leaves a question open, others do."""

MOST_DOUBT = MOST_WORK
"""What the solver may do for one question to find launches that fulfil preconditions, and none are found. Where it sees
no way to come to an access, other preconditions show none either."""

@dataclass(slots=True)
class Settling:
    """`facts` hold of any thread. Of what may be supposed, `general` are conditions on sizes and arguments, `shapes`
    alternatives for the shape of launches, and `powers` that sizes are powers of two, for masks; `counts` (counters of
    loops do not overflow, under conditions) and `overflows` are about the unknowns of the region at hand, and so are
    those that were `shown` without conditions, and results that may be `wrapping`. `needed` are those that were, by
    their texts. If launches of a program are known (`launched`), they fulfil all that is offered. `threads` are some of
    launches that are meant, by the values of unknowns. Bit vectors are asked, too, while one `asks_bits`."""

    solving: Solving
    unknowns: Unknowns
    facts: tuple[TermValue, ...] = ()
    general: list[Precondition] = field(default_factory=list)
    shapes: list[ShapeGroup] = field(default_factory=list)
    counts: list[Precondition] = field(default_factory=list)
    overflows: list[Precondition] = field(default_factory=list)
    powers: list[Precondition] = field(default_factory=list)
    shown: list[Precondition] = field(default_factory=list)
    wrapping: set[Term] = field(default_factory=set)
    needed: dict[str, Precondition] = field(default_factory=dict)
    launched: bool = False
    threads: Sequence[Mapping[Term, TermValue]] = ()
    asks_bits: bool = True
    _substitutions: dict[object, terms.Substitution] = field(default_factory=dict)
    _kept: dict[object, tuple[Precondition, Precondition]] = field(default_factory=dict)
    _kept_results: dict[object, dict[Term, list[Term]]] = field(default_factory=dict)
    _gave_up: bool = False  # has the solver, since a question was asked?
    _doubt: int = 0  # its work since then that has shown no launch

    @contextmanager
    def another_region(self) -> Iterator[None]:
        """What is supposed and shown in here is of another region, which may begin where the one at hand has a
        barrier; it is forgotten behind it."""
        kept = list(self.counts), list(self.shown), self.overflows, self.wrapping
        yield
        self.counts, self.shown, self.overflows, self.wrapping = kept

    def overflows_anyway(self, one: Arithmetic) -> bool:
        """Does it not fit in a launch that is meant, whatever else is arbitrary? A proof for those in which it does
        would be about nothing. That is looked at for some threads of launches, if they come there."""
        for thread in self.threads:
            if terms.substitute(one.fits, thread) is False:
                is_it = [terms.equal(unknown, value, type_of(unknown.sort)) for unknown, value in thread.items()]
                if not self.refuted([*is_it, terms.substitute(one.where, thread)]):
                    return True
        return False

    def refuted(self, conditions: Sequence[TermValue]) -> bool:
        """Can conditions not hold together, of one thread?"""
        return self.solving.refuted([*self.facts, *conditions])

    def holding(
        self, conditions: Sequence[TermValue], claims: Sequence[TermValue], assumed: Sequence[TermValue] = ()
    ) -> list[bool]:  # fmt: skip
        """Which claims follow from conditions, of one thread? Of what is `assumed`, one for each claim, only that of
        claims that follow is known, too."""
        given, left = [*self.facts, *conditions], list(range(len(claims)))
        while left:
            supposed = [assumed[n] for n in left] if assumed else []
            kept, shown = self.solving.surviving(given, [claims[n] for n in left], supposed)
            left = [left[position] for position in kept]
            if shown:
                break
            supposed = [assumed[n] for n in left] if assumed else []
            known = [*given, *supposed]
            kept = [n for n in left if self.solving.refuted([*known, terms.lnot(claims[n])], CLAIM_WORK // 2)]
            if not supposed or kept == left:
                left = kept
                break
            left = kept
        return [n in left for n in range(len(claims))]

    def answer(self, question: ProofQuestion, *, shapes: bool = True, soon: bool = False) -> Settled | Open:
        """Is a question settled? `shapes` of launches are tried if they may be. The solver does little work for each
        query at first: what follows from something mostly does so soon. If it is not seen `soon`, more may be done."""
        self._gave_up, self._doubt = False, 0
        with_masks = self.asks_bits and bits.has_masks(question.overlaps)
        settled = self._settled_as_bits(question, self.powers, soon=soon) if with_masks else None
        if settled is not None:
            return settled
        # What several accesses take together may be more than each of them takes, but for masks as `stride - 1`.
        made_of = bits.made_of(question.overlaps, computed=soon) if with_masks else set()
        powers = [power for power in self.powers if power.one_bit in made_of]
        if any(power.text in self.needed for power in powers):
            settled, powers = self._by_powers(question, powers), []
        # To look at each power of two is easier than to look for a shape of launches.
        answer = settled or self._answer(question, LITTLE_WORK, shapes=shapes and not powers)
        if isinstance(answer, Open) and powers:
            answer = self._by_powers(question, powers) or answer
            if isinstance(answer, Open) and shapes:
                answer = self._answer(question, LITTLE_WORK, shapes=True)
        if isinstance(answer, Open) and self._gave_up and not soon:
            answer = self._answer(question, MOST_WORK, shapes=shapes)
        if isinstance(answer, Open) and self.asks_bits and not soon and not with_masks:
            return self._settled_as_bits(question, (), soon=False) or answer
        return answer

    def _answer(self, question: ProofQuestion, most: int, *, shapes: bool) -> Settled | Open:
        first = self._unused([*self.general, *self.counts])
        more = self._unused(self.overflows)
        tiers = (first, more) if more else (first,)
        answer = self._solved(question, *tiers, most=most, spent=MOST_WORK)
        if isinstance(answer, Settled):
            return answer
        others, most = [*first, *more], min(most, MOST_WORK // 2)
        for group in self.shapes if shapes else ():
            for alternative in group.strongest:
                found = self._tried(question, others, alternative, most)
                if found is not None:
                    if answer.why and most == LITTLE_WORK:  # no shape may do with more work
                        answer = self._solved(question, *tiers, spent=MOST_WORK)
                    if isinstance(answer, Settled):
                        return answer
                    found = self._weaker(question, others, group, found)
                    return self._fewer(question, others, self._wider(question, others, found))
        return answer

    def _tried(
        self, question: ProofQuestion, others: list[Precondition], alternative: Sequence[Precondition], most: int
    ) -> Settled | None:  # fmt: skip
        """The answer under an alternative, if it settles the question in a launch that there may be."""
        if not self._unused(alternative) or all(map(self._is_implied, alternative)) or self._doubt > MOST_DOUBT:
            return None
        fixed = dict(one.fixes for one in self.needed.values() if one.fixes is not None)
        for one in alternative:
            if one.fixes is not None and fixed.get(one.fixes[0], one.fixes[1]) != one.fixes[1]:
                return None  # another size is needed
        found = self._supposing(question, others, alternative, most)
        if not isinstance(found, Settled) or not self._possible(question, found):
            return None
        return self._of_one_parameter(question, others, alternative, found)

    def _of_one_parameter(
        self, question: ProofQuestion, others: list[Precondition], alternative: Sequence[Precondition], found: Settled
    ) -> Settled:  # fmt: skip
        """Do with conditions on sizes that are about one parameter: which of many a solver takes is chance."""
        about = {name for one in found.needed for name in one.parameters}
        for name in dict.fromkeys(name for one in alternative for name in one.parameters) if len(about) > 1 else ():
            fewer = [one for one in alternative if one.parameters <= {name}]
            tried = self._supposing(question, others, fewer, LITTLE_WORK)
            if isinstance(tried, Settled) and self._possible(question, tried):
                return tried
        return found

    def _weaker(
        self, question: ProofQuestion, others: list[Precondition], group: ShapeGroup, found: Settled
    ) -> Settled:  # fmt: skip
        """Do with less than blocks of one size."""
        if any(one.fixes is not None for one in found.needed):
            for alternative in group.weaker:
                if not self.launched or all(one.fixes is None for one in alternative):
                    most = LITTLE_WORK if self.launched else MOST_WORK // 2
                    tried = self._tried(question, others, alternative, most)
                    if tried is not None:
                        return tried
        return found

    def _fewer(self, question: ProofQuestion, others: list[Precondition], found: Settled) -> Settled:
        """Do with fewer preconditions, now that it is known which."""
        dropped = [one for one in others if one.exact and one not in found.needed]
        fixing = [one for one in found.needed if one.fixes is not None]
        rest = [one for one in found.needed if one.fixes is None]
        tried = self._solved(question, rest, fixing=fixing, dropped=dropped, spent=MOST_WORK)
        return Settled((*fixing, *tried.needed)) if isinstance(tried, Settled) else found

    @property
    def _alternatives(self) -> list[tuple[Precondition, ...]]:
        """Those of all groups, bounds of blocks before their sizes."""
        return [one for group in self.shapes for one in (*group.weaker, *group.strongest)]

    def _is_implied(self, one: Precondition) -> bool:
        """Is a bound of the extent of blocks no smaller than one that is needed already?"""
        return one.most is not None and any(
            known.axis == one.axis and known.most is not None and known.most <= one.most
            for known in self.needed.values()
        )

    def _supposing(
        self, question: ProofQuestion, others: list[Precondition], alternative: Sequence[Precondition], most: int
    ) -> Settled | Open:  # fmt: skip
        """Ask whether a question is settled under an alternative."""
        fixing = [one for one in alternative if one.fixes is not None]
        rest = [*others, *(one for one in alternative if one.fixes is None)]
        found = self._solved(question, rest, fixing=fixing, most=most)
        return found if isinstance(found, Open) else Settled((*fixing, *found.needed))

    def _wider(self, question: ProofQuestion, others: list[Precondition], found: Settled) -> Settled:
        """Let blocks be larger along each axis for itself."""
        dropped = [one for one in others if one.exact and one not in found.needed]
        others = [one for one in others if one not in dropped]
        for one in [need for need in found.needed if need.axis]:
            rest = [need for need in found.needed if need.axis and need is not one]
            same = [other for shape in self._alternatives for other in shape if other.axis == one.axis]
            for wider in same[: same.index(one)] if one in same else ():
                if wider.most is None:
                    continue
                tried = self._solved(question, [*others, *rest, wider], dropped=dropped, most=MOST_WORK // 2)
                if isinstance(tried, Settled) and self._possible(question, tried):
                    found = tried
                    break
        return found

    def _settled_as_bits(
        self, question: ProofQuestion, offered: Sequence[Precondition], *, soon: bool
    ) -> Settled | None:  # fmt: skip
        """The answer to a question as one about bit vectors, with what is known to be needed, and with as few of some
        preconditions about its unknowns as possible; None if there is none."""
        values = self._fixed_by(self.needed.values())
        folded = question.with_numbers(values)
        known = [self._folded(question, one, values).cond for one in self._known() if one.fixes is None]
        about = frozenset(folded.unknowns)

        def settles(some: Sequence[Precondition]) -> bool:
            supposed = (self._folded(question, one, values).cond for one in some)
            conditions, most = (*folded.conditions, *known, *supposed), bits.WORK if soon else MOST_WORK
            return self.solving.refuted_as_bits(conditions, folded.overlaps, most)

        if settles(()):
            return Settled()
        unused = [(one, one.cond) for one in self._unused(offered)]
        some = [one for one, cond in unused if isinstance(cond, Term) and terms.free_vars(cond) <= about]
        if not some or not settles(some):
            return None
        for one in list(some):
            fewer = [other for other in some if other is not one]
            if fewer and settles(fewer):
                some = fewer
        found = Settled(tuple(some))
        return found if self._possible(question, found) else None

    def _by_powers(self, question: ProofQuestion, powers: Sequence[Precondition]) -> Settled | None:
        """The answer for each power of two that an unknown may be, if there is one: a mask that is made of a known
        number takes digits, which integers know."""
        tiers = self._unused([*self.general, *self.counts]), self._unused(self.overflows)
        for power in powers:
            unknown, needed = power.one_bit, {power.text: power}
            assert unknown is not None and isinstance(unknown.sort, BVSort)
            for number in dict.fromkeys((FIRST_POWER, 0, *(1 << bit for bit in range(unknown.sort.width)))):
                is_it = terms.equal(unknown, number, IntType(unknown.sort.width))
                case = Precondition("", is_it, fixes=(unknown, number))
                most = LITTLE_WORK if number == FIRST_POWER else MOST_WORK // 2
                answer = self._solved(question, *tiers, fixing=[case], most=most)
                if isinstance(answer, Open):
                    break
                needed |= {one.text: one for one in answer.needed}
            else:
                settled = Settled(tuple(needed.values()))
                if self._possible(question, settled):
                    return settled
        return None

    def drop_implied(self) -> None:
        """What follows from the other preconditions need not be told. That is not asked of those that are about the
        unknowns of a region: others may have the same text. What shows that a counter does not overflow is not."""
        self.solving.left = max(self.solving.left, MOST_WORK // 2)
        general = {one.text for one in self.general}
        for text in list(self.needed):
            one = self.needed[text]
            told = one.cond if one.everywhere or text in general else one.besides
            others = [
                known.cond for name, known in self.needed.items()
                if name != text and (known.everywhere or name in general)
            ]  # fmt: skip
            if told is not True and self.refuted([*others, terms.lnot(told)]):
                del self.needed[text]

    def _unused(self, offered: Sequence[Precondition]) -> list[Precondition]:
        return [one for one in offered if one.text not in self.needed]

    def _solved(
        self, question: ProofQuestion, *allowed: Sequence[Precondition], fixing: Sequence[Precondition] = (),
        dropped: Sequence[Precondition] = (), most: int = MOST_WORK, spent: int = 0,
    ) -> Settled | Open:  # fmt: skip
        """Ask, with what is known to be needed; preconditions hold of both threads, and are tried in tiers. Sizes that
        are known, or that `fixing` tells, are numbers then, with which the rest folds. Results that `dropped` ones are
        about may wrap around. `spent` is what is tried to do with fewer."""
        values = self._fixed_by((*self.needed.values(), *fixing))
        folded = question.with_numbers(values)
        known = [self._folded(question, one, values) for one in self._known() if one.fixes is None]
        full = replace(
            folded, conditions=(*folded.conditions, *(one.cond for one in known if not one.exact)),
            supposed=tuple(one for one in known if one.exact), wrapping=self._wrapping_in(question, values, dropped),
        )  # fmt: skip
        tiers = [[self._folded(question, one, values) for one in tier] for tier in allowed]
        found = self.solving.settle(full, *tiers, most=most, spent=spent)
        if isinstance(found, Open):
            self._gave_up |= bool(found.why)
            return found
        texts = {one.text for one in found.needed}
        return Settled(tuple(one for tier in allowed for one in tier if one.text in texts))

    def _fixed_by(self, supposed: Iterable[Precondition]) -> terms.Substitution:
        """The values of unknowns that preconditions fix, as a substitution. Many questions ask for the same."""
        values = dict(one.fixes for one in supposed if one.fixes is not None)
        return self._substitutions.setdefault(tuple(values.items()), terms.Substitution(values))

    def _folded(self, question: ProofQuestion, one: Precondition, values: terms.Substitution) -> Precondition:
        """A precondition of all threads that a question is about, where unknowns have values. Many questions ask for
        the same."""
        key = id(one), question.two, values
        kept = self._kept.get(key)
        if kept is not None and kept[0] is one:
            return kept[1]

        def of_all(cond: TermValue) -> TermValue:
            return values.of(self._of_all(question, cond))

        found: dict[ExactResult, None] = {}
        for result in one.exact:
            for of in (lambda value: value, partial(self._of_another, question)):
                parts = (values.of(of(v)) for v in (result.where, result.result, result.exact))
                where, folded, exact = parts
                if isinstance(folded, Term):
                    found[ExactResult(where, folded, exact, result.signed)] = None
        made = replace(one, cond=of_all(one.cond), besides=of_all(one.besides), exact=tuple(found))
        self._kept[key] = one, made
        return made

    def _wrapping_in(
        self, question: ProofQuestion, values: terms.Substitution, dropped: Sequence[Precondition]
    ) -> frozenset[Term]:  # fmt: skip
        """Results of all threads that a question is about which may wrap around."""
        mine = self.wrapping | {result.result for one in dropped for result in one.exact}
        kept = self._kept_results.setdefault((question.two, values), {})
        for result in mine:
            if result not in kept:  # many questions ask for the same
                both = (values.of(of) for of in (result, self._of_another(question, result)))
                kept[result] = [of for of in both if isinstance(of, Term)]
        return frozenset(of for result in mine for of in kept[result])

    def _known(self) -> list[Precondition]:
        """What is needed already, in the words of the region at hand."""
        here = [*self.general, *self.counts, *self.overflows]
        found = [one for one in here if one.text in self.needed]
        return [*self.shown, *found, *(one for one in self.needed.values() if one.everywhere)]

    def _of_all(self, question: ProofQuestion, cond: TermValue) -> TermValue:
        """A condition, of both threads if there are two."""
        return terms.land(cond, self._of_another(question, cond))

    def _of_another(self, question: ProofQuestion, value: TermValue) -> TermValue:
        return value if question.two is None else self.unknowns.of_another(value, question.two)

    def _possible(self, question: ProofQuestion, settled: Settled) -> bool:
        """Is there a launch that fulfils all preconditions, in which what the question is about is done, if that is
        known?"""
        if self.launched:
            return True
        supposed = (*self._known(), *settled.needed)
        conditions = [self._of_all(question, one.cond) for one in supposed]
        values = self._fixed_by(supposed)
        before = self.solving.left
        for met in question.met or ((),):
            if not self._can_hold(ProofQuestion((*self.facts, *conditions, *met)).with_numbers(values)):
                self._doubt += before - self.solving.left
                return False
        return True

    def _can_hold(self, question: ProofQuestion) -> bool:
        """Are there values for which all conditions hold? They are easier to see where sizes are known, and easiest
        where numbers that the launch passes are, too: products are none then."""
        unknowns = question.unknowns
        sizes = [one for one in unknowns if name_of(one).startswith(("gridDim.", "blockDim."))]
        passed = [one for one in unknowns if name_of(one).startswith("argument.") and isinstance(one.sort, BVSort)]
        tried = [(small, number) for small in SMALL_SIZES for number in PASSED_NUMBERS if passed]
        for small, number in tried:
            numbers = {**dict.fromkeys(sizes, small), **dict.fromkeys(passed, number)}
            if self._holds_for(question, numbers, LITTLE_WORK // 8):
                return True
        return any(
            self._holds_for(question, dict.fromkeys(sizes, small), LITTLE_WORK) for small in SMALL_SIZES
        ) or self._holds_for(question, {}, LITTLE_WORK)

    def _holds_for(self, question: ProofQuestion, numbers: Mapping[Term, TermValue], most: int) -> bool:
        return self.solving.can_hold(question.with_numbers(terms.Substitution(numbers)).conditions, most)

    def need(self, settled: Settled) -> None:
        """Report preconditions. Of two about the shape of blocks along an axis, one that the other implies is left out.
        Arithmetic that never overflows needs none: that is known from then on instead."""
        for needed in settled.needed:
            if needed.exact and needed.text not in self.needed and self._is_shown(needed):
                continue
            for text, known in list(self.needed.items()):
                if needed.axis and known.axis == needed.axis and _is_within(needed, known):
                    del self.needed[text]
            self.needed[needed.text] = needed

    def _is_shown(self, one: Precondition) -> bool:
        """Does arithmetic in the region at hand not overflow, whatever its numbers are? That is known from then on."""
        if not self.solving.refuted([*self.facts, terms.lnot(one.cond)], LITTLE_WORK):
            return False
        self.shown.append(replace(one, text=""))
        self.overflows = [other for other in self.overflows if other is not one]
        return True


def _is_within(one: Precondition, bound: Precondition) -> bool:
    """Does a condition on the extent of blocks along an axis imply one that it is at most a number?"""
    extent = one.most if one.fixes is None else one.fixes[1]
    return bound.most is not None and isinstance(extent, int) and extent <= bound.most
