"""How a kernel was proved, as text: what is known of its loops, what its threads access between barriers, and what was
asked. (`cudabmc prove --explain`)"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from cudabmc.report.plural import plural
from cudabmc.report.style import printable
from cudabmc.result import ExplainedAccess, ExplainedInterval, ExplainedLoop, ExplainedQuestion, ProofExplanation
from cudabmc.source.location import Location

MOST_SHOWN = 40
"""Accesses of an interval that are shown, and questions of a proof."""

LONG = 0.5
"""Seconds of a question that are shown."""

WIDTH = 96
_WIDEST_PLACE = 44
_WIDEST_LINES = 16
_NO_BREAK = "\N{NO-BREAK SPACE}"


def explanation_lines(explanation: ProofExplanation, kernel: Location) -> list[str]:
    """The lines, for a kernel that stands there."""
    lines = _wrapped(f"For launches with {explanation.launch}:", "") if explanation.launch else []
    for loop in explanation.loops:
        lines += _loop(loop, kernel)
    for number, interval in enumerate(explanation.intervals):
        lines += _interval(interval, kernel)
        lines += _questions([one for one in explanation.questions if one.interval == number], kernel)
    others = [one for one in explanation.questions if one.interval is None]
    return lines + (["The kernel as a whole", *_questions(others, kernel)] if others else [])


def _loop(loop: ExplainedLoop, kernel: Location) -> Iterator[str]:
    together = ", which all threads of a block go through together" if loop.together else ""
    yield f"Loop in {_line(loop.loc, kernel)}{together}"
    for fact in loop.facts:
        yield from _wrapped(fact, "  ")
    for condition, fact in loop.conditional:
        yield from _wrapped(f"if {condition}: {fact}", "  ")
    if loop.later:
        yield "  in each round but the first"
        for fact in loop.later:
            yield from _wrapped(fact, "    ")
    if not (loop.facts or loop.conditional or loop.later):
        yield "  nothing is known of what it changes"
    yield from _names(loop.names)


def _interval(interval: ExplainedInterval, kernel: Location) -> Iterator[str]:
    begin = "the start" if interval.begin is None else f"the barrier in {_line(interval.begin, kernel)}"
    ends = [_line(loc, kernel) for loc in interval.ends if loc is not None]
    parts = [f"the barrier in {' or '.join(dict.fromkeys(ends))}"] if ends else []
    parts += ["the end"] if None in interval.ends else []
    under = f", where {interval.condition}" if interval.condition else ""
    yield from _wrapped(f"From {begin} to {' or '.join(parts) or 'wherever threads come'}{under}", "")
    rows = list(dict.fromkeys(replace(one, loc=replace(one.loc, column=0)) for one in interval.accesses))
    shown = rows[:MOST_SHOWN]
    yield from _accesses(shown, kernel)
    if rows[MOST_SHOWN:]:
        yield f"  and {plural(len(rows) - len(shown), 'access', 'accesses')} more (--json lists them)"
    if not shown:
        yield "  no access"
    yield from _names(interval.names)


def _accesses(accesses: Sequence[ExplainedAccess], kernel: Location) -> Iterator[str]:
    lines = [_line(one.loc, kernel) for one in accesses]
    widest = max(map(len, lines), default=0)
    place = max((len(one.place) for one in accesses if len(one.place) <= _WIDEST_PLACE), default=0)
    for line, one in zip(lines, accesses, strict=True):
        first = f"  {line:{widest}}  {one.action:6}  "
        condition = f"  if {one.condition}" if one.condition else ""
        if len(first) + max(place, len(one.place)) + len(condition) <= WIDTH:
            yield printable(f"{first}{one.place:{place if condition else 0}}{condition}")
            continue
        yield from _wrapped(one.place, first)
        yield from _wrapped(condition.strip(), " " * (len(first) + 2)) if condition else ()


def _questions(questions: Sequence[ExplainedQuestion], kernel: Location) -> list[str]:
    """A line for each; those that read alike are one."""
    alike: dict[tuple[str, str], float] = {}
    for one in questions:
        asked = _lines(one.locations, kernel), f"{one.text}: {answer_text(one)}"
        alike[asked] = alike.get(asked, 0.0) + one.seconds
    shown = list(alike.items())[:MOST_SHOWN]
    widest = max((len(place) for (place, _), _ in shown if len(place) <= _WIDEST_LINES), default=0)
    lines: list[str] = []
    for (place, text), seconds in shown:
        took = f" ({seconds:.1f}{_NO_BREAK}s)" if seconds >= LONG else ""
        lines += _wrapped(f"{text}{took}", f"  {place:{widest}}  ", 4 + widest)
    left = len(alike) - len(shown)
    return lines + ([f"  and {plural(left, 'question')} more (--json lists them)"] if left else [])


def answer_text(question: ExplainedQuestion) -> str:
    """The answer to a question."""
    if not question.excluded:
        return f"not excluded, {question.why}" if question.why else "not excluded"
    return f"no, if {' and '.join(question.preconditions)}" if question.preconditions else "no"


def _lines(locations: Iterable[Location], kernel: Location) -> str:
    """Several lines; those of the kernel's file as numbers alone."""
    found = dict.fromkeys(_line(loc, kernel) for loc in locations)
    here = [text.removeprefix("line ") for text in found if " of " not in text]
    there = [text for text in found if " of " in text]
    parts = [f"{'line' if len(here) == 1 else 'lines'} {', '.join(here)}"] if here else []
    return ", ".join([*parts, *there])


def _line(loc: Location, kernel: Location) -> str:
    return f"line {loc.line}" if loc.file == kernel.file else f"line {loc.line} of {printable(loc.file)}"


def _names(names: Sequence[tuple[str, str]]) -> Iterator[str]:
    for name, meaning in names:
        yield from _wrapped(f"({name}: {meaning})", "  ")


def _wrapped(text: str, first: str, rest: int | None = None) -> list[str]:
    """Lines of a text behind what is `first`; the others are indented by `rest`, and two more."""
    indent = " " * ((len(first) if rest is None else rest) + 2)
    lines = wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return [printable(line.replace(_NO_BREAK, " ")) for line in lines]
