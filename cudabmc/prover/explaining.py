"""What a proof rests on, for people: collected while the kernel is proved, if it is wanted.

Everything is written in the words of the source at once: terms do not outlive the run.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field

from cudabmc import terms
from cudabmc.goto.program import Program, Return
from cudabmc.kernel.graph import KernelGraph
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import AccessKind, MemoryAccess, RegisterValue, ThreadState
from cudabmc.prover.in_words import LEFT_OUT, conditions_in_c, in_c
from cudabmc.prover.integers import LARGEST_OBJECT
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from cudabmc.prover.loop_plans import Counter, KnownLoop, LoopPlans, Supposition
from cudabmc.prover.places import PlaceSet, PointedObject, PointedPlace
from cudabmc.prover.questions import Open, Precondition, ProofQuestion, Settled
from cudabmc.prover.source_names import SourceNames, loop_location
from cudabmc.prover.unknowns import TwoThreads
from cudabmc.result import ExplainedAccess, ExplainedInterval, ExplainedLoop, ExplainedQuestion, ProofExplanation
from cudabmc.source.location import Location
from cudabmc.terms import BVSort, FPSort, Kind, Term, TermValue

_WORD = re.compile(r"\w+")
_CAST = re.compile(r"\((?:unsigned|int|long|short|char)\b[ \w]*\)")

MOST_IN_A_FACT = 40
"""Operations of a fact about a loop that is shown."""


@dataclass(slots=True)
class _LoopNotes:
    """What is known of a loop so far, in whatever part of the kernel."""

    loc: Location
    together: bool = False
    facts: dict[str, None] = field(default_factory=dict)
    later: dict[str, None] = field(default_factory=dict)
    conditional: dict[tuple[str, str], None] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, fact: str, under: str) -> None:
        """A fact that may hold under a condition."""
        if not under:
            self.facts[fact] = None
        elif fact not in self.facts:
            self.conditional[under, fact] = None


@dataclass(frozen=True, slots=True)
class AskedAbout:
    """What could happen at some places that breaks a property."""

    prop: str
    text: str
    locations: Sequence[Location]


class Explaining:
    """Takes notes of a proof. Nothing is done before `begin`, which nobody calls if no explanation is wanted."""

    def __init__(self) -> None:
        self._whole: KernelPart | None = None
        self._part: KernelPart | None = None  # the one at hand
        self._program = Program()
        self._loops: dict[int, _LoopNotes] = {}
        self._known: set[Term] = set()
        self._pointed: dict[str, Sequence[PointedObject]] = {}
        self._intervals: list[ExplainedInterval] = []
        self._questions: list[ExplainedQuestion] = []

    def begin(self, whole: KernelPart, program: Program) -> None:
        """Take notes of the proof of a kernel of the program."""
        self._whole, self._part, self._program = whole, whole, program

    def explanations(self) -> tuple[ProofExplanation, ...]:
        """All notes as one explanation; none if they were not wanted."""
        if self._whole is None:
            return ()
        loops = [
            ExplainedLoop(
                one.loc, one.together, tuple(one.facts), tuple(one.later), tuple(one.conditional),
                tuple(one.names.items()),
            )
            for _, one in sorted(self._loops.items(), key=lambda item: (item[1].loc.line, item[1].loc.column))
        ]
        return (ProofExplanation(tuple(loops), tuple(self._intervals), tuple(self._questions)),)

    # ------------------------------------------------------------ loops

    def loops(self, region: KernelPart, plans: LoopPlans) -> None:
        """What is known of the loops of a part of the kernel."""
        if self._whole is None:
            return
        self._part = region
        for loop in plans.known():
            self._known.update(loop.facts)
            self._pointed.update(loop.pointed)
            notes = self._notes(loop.head)
            if notes is None or loop.plan.once:
                continue
            names = self._names(loop.head)
            notes.together |= loop.together
            notes.facts.update(dict.fromkeys(_facts(loop, names)))
            notes.later.update(dict.fromkeys(_round_before(loop, names)))
            notes.names |= _of_texts(names, (*notes.facts, *notes.later))

    def supposed(self, one: Supposition, needed: Iterable[Precondition]) -> None:
        """Invariants that hold under preconditions."""
        notes = self._notes(one.head)
        if notes is not None:
            names = self._names(one.head)
            texts = [in_c(part, names) for part in terms.conjuncts(one.conditions[1])]
            under = " && ".join(need.text for need in needed)
            for text in texts:
                notes.add(text, under)
            notes.names |= _of_texts(names, texts)

    def counted(self, counter: Counter, needed: Iterable[Precondition]) -> None:
        """A counter does not overflow, under preconditions."""
        notes = self._notes(counter.head)
        name = self._names(counter.head).register(counter.register) if notes is not None else ""
        if notes is not None and name:
            notes.add(f"{name} does not overflow", " && ".join(need.text for need in needed))

    def _notes(self, head: int) -> _LoopNotes | None:
        """Those of a loop; None if none are wanted. Between barriers a loop may be cut, which is another one then."""
        if self._whole is None or self._part is None or head not in self._whole.loops:
            return None
        if self._part.loops[head].blocks != self._whole.loops[head].blocks:
            return None
        found = self._loops.get(head)
        if found is None:
            found = self._loops[head] = _LoopNotes(loop_location(self._whole.graph, self._whole.loops[head]))
        return found

    # ------------------------------------------------------------ intervals

    def interval(self, region: KernelPart, start: ThreadState, accesses: Sequence[MemoryAccess]) -> None:
        """The accesses of an interval."""
        if self._whole is None:
            return
        self._part = region
        names = self._names()
        begun = set(terms.conjuncts(start.reach))
        condition = self._condition(start.reach, frozenset(), names)
        found = dict.fromkeys(self._access(access, begun, names) for access in accesses)
        ordered = sorted(found, key=lambda one: (one.loc.file, one.loc.line))
        begin = None if region.start is None else _barrier_location(region.graph, region.start)
        meanings = _of_texts(names, [condition, *(text for one in ordered for text in (one.place, one.condition))])
        self._intervals.append(
            ExplainedInterval(begin, tuple(_ends(region)), condition, tuple(ordered), tuple(meanings.items()))
        )

    def _access(self, access: MemoryAccess, begun: set[Term], names: SourceNames) -> ExplainedAccess:
        place = names.place(access.base, access.offset, access.size)
        return ExplainedAccess(access.loc, _action(access.how), place, self._condition(access.where, begun, names))

    def _condition(self, where: TermValue, begun: Iterable[Term], names: SourceNames) -> str:
        """A condition, without what is known of loops and what holds at the begin anyway."""
        if where is False:
            return "never"
        left = _without(where, self._known.union(begun))
        return conditions_in_c([one for one in terms.conjuncts(left) if not _is_nearness(one)], names)

    # ------------------------------------------------------------ questions

    def asked(self, about: AskedAbout, question: ProofQuestion, answer: Settled | Open, seconds: float) -> None:
        """A question, and its answer."""
        if self._whole is None:
            return
        places = tuple(dict.fromkeys(about.locations))
        # What is asked of two threads of a block, once there is an interval, is about the last one.
        of_block = question.two not in (None, TwoThreads.OF_BLOCKS)
        interval = len(self._intervals) - 1 if of_block and self._intervals else None
        needed = answer.needed if isinstance(answer, Settled) else ()
        under = tuple(dict.fromkeys(one.text for one in needed if one.text))
        why = answer.why if isinstance(answer, Open) else ""
        excluded = isinstance(answer, Settled)
        self._questions.append(
            ExplainedQuestion(about.prop, about.text, places, excluded, under, why, interval, seconds)
        )

    # ------------------------------------------------------------ names

    def _names(self, loop: int | None = None) -> SourceNames:
        assert self._whole is not None and self._part is not None
        loops = {**self._part.loops, **self._whole.loops}
        return SourceNames(self._whole.graph, loops, self._program, self._pointed, loop)


def _of_texts(names: SourceNames, texts: Iterable[str]) -> dict[str, str]:
    """What names stand for that occur in texts."""
    words = {word for text in texts for word in _WORD.findall(text)}
    return {name: meaning for name, meaning in names.meanings.items() if name in words}


# ---------------------------------------------------------------- loops


def _facts(loop: KnownLoop, names: SourceNames) -> Iterator[str]:
    """What holds at the head of a loop in each round."""
    for register, value in loop.values.items():
        name = names.register(register)
        if name:
            yield from _of_register(loop, register, value, name, names)
    yield from _plainest(list(_invariants(loop, names)))


def _invariants(loop: KnownLoop, names: SourceNames) -> Iterator[tuple[tuple[int, ...], str]]:
    """The invariants that were guessed and shown, with the registers that they are about."""
    for one in loop.plan.invariants:
        if loop.values.keys() < set(one.registers):
            continue
        cond = one.of(loop.values, loop.first)
        pointers = [names.register(register) for register in one.registers]
        if isinstance(loop.values[one.registers[0]], PlaceSet):
            if all(pointers):
                yield one.registers, f"{' and '.join(pointers)} {one.text}"
        elif isinstance(cond, Term):
            yield one.registers, in_c(cond, names, MOST_IN_A_FACT)


def _plainest(found: Sequence[tuple[tuple[int, ...], str]]) -> list[str]:
    """Without what is said of a register with a cast, if something else is said of it: most invariants come twice, for
    signed numbers and for unsigned ones."""
    plain = {registers for registers, text in found if not _CAST.search(text)}
    return [text for registers, text in found if registers not in plain or not _CAST.search(text)]


def _of_register(
    loop: KnownLoop, register: int, value: RegisterValue, name: str, names: SourceNames
) -> Iterator[str]:  # fmt: skip
    moves = register in loop.plan.moves
    if isinstance(value, PlaceSet):
        if not value.lost and value.targets:
            places = [_place(one, moves, names.element_size(register), names) for one in value.targets]
            yield f"{name} points {'to' if moves else 'into'} {' or '.join(dict.fromkeys(places))}"
    elif moves:
        yield f"{name} == {in_c(value, names, MOST_IN_A_FACT)}"
        if any(_is_about(exact, value) for exact in loop.plan.exact):
            yield f"{name} does not overflow"


def _place(target: PointedPlace, exactly: bool, size: int, names: SourceNames) -> str:
    return names.place(target.base, target.offset, size or 1) if exactly else names.object(target.base)


def _is_about(exact: TermValue, value: TermValue) -> bool:
    """Does it say of this value that it is what mathematics says?"""
    if not isinstance(exact, Term) or exact.kind is not Kind.EQ:
        return False
    return any(arg.kind in (Kind.SEXT, Kind.ZEXT) and arg.args[0] is value for arg in exact.args)


def _round_before(loop: KnownLoop, names: SourceNames) -> Iterator[str]:
    """What a round has left for the next one: what it has changed, and where it has come."""
    before = loop.plan.before
    if before is None:
        return
    texts = []
    for register, value in loop.values.items():
        left, name = before.registers.get(register), names.register(register)
        if name and register not in loop.plan.moves and isinstance(value, Term) and isinstance(left, Term):
            if isinstance(left.sort, FPSort):
                continue  # what a program computes with floats tells nothing of its loops
            if not any(map(names.is_loaded, terms.free_vars(left))):
                texts.append(f"{name} == {in_c(left, names, MOST_IN_A_FACT // 2)}")
    for cond in terms.conjuncts(before.reach):
        met = terms.free_vars(cond)
        if _is_first_round(cond, loop.rounds) or _is_nearness(cond):
            continue
        if loop.rounds in met or any(names.is_earlier(one, loop.head) for one in met):
            texts.append(in_c(cond, names, MOST_IN_A_FACT // 2))
    yield from (text for text in texts if LEFT_OUT not in text)


def _is_first_round(cond: Term, rounds: Term) -> bool:
    """Is it about one round alone?"""
    if cond.kind is not Kind.NOT or cond.args[0].kind is not Kind.AND:
        return False
    return any(part.kind is Kind.EQ and terms.free_vars(part) == {rounds} for part in cond.args[0].args)


# ---------------------------------------------------------------- intervals


def _without(cond: TermValue, known: AbstractSet[Term]) -> TermValue:
    """A condition where what is known holds."""
    done: dict[Term, TermValue] = dict.fromkeys(known, True)

    def left(term: Term) -> TermValue:
        found = done.get(term)
        if found is None:
            found = term
            if term.kind is Kind.NOT:
                found = terms.lnot(left(term.args[0]))
            elif term.kind is Kind.AND:
                found = terms.land(*map(left, term.args))
            done[term] = found
        return found

    return left(cond) if isinstance(cond, Term) else cond


def _is_nearness(cond: Term) -> bool:
    """Does it say that a pointer that is compared points into its array, as the language demands?"""
    parts = cond.args if cond.kind is Kind.ULT else cond.args[0].args if cond.kind is Kind.NOT else ()
    numbers = [part.params[0] for part in parts if part.kind is Kind.CONST and isinstance(part.sort, BVSort)]
    return any(number in (2 * LARGEST_OBJECT, 2 * LARGEST_OBJECT + 1) for number in numbers)


def _action(how: AccessKind) -> str:
    if how.atomic:
        return "atomic"
    return "write" if how.writes else "read"


def _barrier_location(graph: KernelGraph, number: int) -> Location:
    return graph.blocks[number].code[-1].loc


def _ends(region: KernelPart) -> Iterator[Location | None]:
    """The barriers that an interval ends at, and None if it may be the end of the kernel."""
    graph = region.graph
    order = region.flow.order
    barriers = [_barrier_location(graph, number) for number in order if is_barrier(graph.blocks[number])]
    if region.interval:
        yield from sorted(set(barriers), key=lambda loc: (loc.file, loc.line, loc.column))
    if any(isinstance(graph.blocks[n].end, Return) and not is_barrier(graph.blocks[n]) for n in order):
        yield None
