"""One violation as text."""

from collections.abc import Sequence
from textwrap import wrap

from cudabmc.options.schedule import format_schedule
from cudabmc.report.excerpt import excerpt
from cudabmc.report.group import ViolationGroup
from cudabmc.report.inputs import input_lines
from cudabmc.report.names import Namer, namer, object_name, short_thread_name, thread_name, thread_names
from cudabmc.report.plural import plural
from cudabmc.report.style import Style, printable
from cudabmc.report.table import columns
from cudabmc.report.trace import trace
from cudabmc.result import Place, ThreadId, Violation
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location

_LABEL = 10  # width of the labels at the left
_MOST_OUTPUT = 10  # lines of the program's output, unless the trace is shown in full
_MOST_OTHERS = 3
_MOST_CROWDS = 16


def violation_text(group: ViolationGroup, lookup: LineLookup, style: Style, *, full_trace: bool) -> list[str]:
    """Headline and notes with carets, then the details, indented."""
    violation = group.first
    if group.cause is not None and not full_trace:
        return _in_short(group, group.cause, lookup, style)
    details = [
        *_people(violation.places, full_trace),
        *(_labelled("Object", [object_name(violation.object, lookup)]) if violation.object else []),
        *_labelled("Inputs", input_lines(violation.inputs, violation.idle, full=full_trace)),
        *_stacks(violation.places),
        *_values(violation.places, namer(violation)),
        *_also(group),
    ]
    sections = [details] if details else []
    if violation.output:
        sections.append(_output(violation.output, full_trace))
    if violation.steps:
        sections.append(trace(violation, style, full=full_trace))
    if not violation.replayed:
        sections.append(_labelled("Steps", ["none are recorded: the run met this when its time or memory was over"]))
    end = []
    if violation.schedule:
        end += _labelled("Schedule", [f"--replay {format_schedule(violation.schedule)}"])
    hint = printable(sentence(group.hint)) if group.hint else ""
    end += _labelled("Hint", wrap(hint, style.width - _LABEL - 2, break_on_hyphens=False))
    sections += [end] if end else []
    lines = headlines(violation, lookup, style)
    for section in sections:
        lines += ["", *("  " + line for line in section)]
    return lines


def _in_short(group: ViolationGroup, cause: Violation, lookup: LineLookup, style: Style) -> list[str]:
    """A violation that probably has the cause of an earlier one, which is shown in full."""
    violation = group.first
    where = f" at {cause.places[0].loc}" if cause.places else ""
    details = [
        *_people(violation.places, full=False),
        *_labelled("Inputs", input_lines(violation.inputs, violation.idle, full=False)),
        *_labelled("Cause", [f"probably that of the finding{where} above; --full-trace shows the steps of this one"]),
        *_also(group),
        *(_labelled("Schedule", [f"--replay {format_schedule(violation.schedule)}"]) if violation.schedule else []),
    ]
    return [*headlines(violation, lookup, style), "", *("  " + line for line in details)]


def headlines(violation: Violation, lookup: LineLookup, style: Style) -> list[str]:
    """`file:line:col: error: sentence [id]` with its source line, then a note for each other place."""
    places = violation.places
    where = _position(places[0].loc) if places else "cudabmc: "
    message = printable(violation.message)
    lines = [f"{style.bold(where)}{style.error('error:')} {style.bold(message)} [{violation.prop}]"]
    lines += excerpt(places[0].loc, lookup, style) if places else []
    for place, further in _merged(places[1:]):
        more = f" and {plural(further, 'further thread')}" if further else ""
        who = namer(violation)(place.thread) + more + _doing(place.action)
        lines.append(f"{style.bold(_position(place.loc))}{style.note('note:')} {who}")
        lines += excerpt(place.loc, lookup, style)
    return lines


def _position(loc: Location) -> str:
    return printable(str(loc) if loc.line else loc.file) + ": "


def _merged(places: Sequence[Place]) -> list[tuple[Place, int]]:
    """Places that do the same at the same position, with the number of further threads."""
    counts: dict[tuple[Location, str], tuple[Place, int]] = {}
    for place in places:
        first, further = counts.get((place.loc, place.action), (place, -1))
        counts[place.loc, place.action] = (first, further + 1)
    return list(counts.values())


def _labelled(label: str, values: Sequence[str]) -> list[str]:
    return [f"{label if i == 0 else '':<{_LABEL}}{value}" for i, value in enumerate(values)]


def _people(places: Sequence[Place], full: bool) -> list[str]:
    """Who did what; threads of a crowd share a line."""
    if len(places) <= 4:
        letters = "AB" if len(places) == 2 else [""] * len(places)  # the trace refers to them
        people = [
            f"{letter}  {thread_name(place.thread)}{_doing(place.action)}".strip()
            for letter, place in zip(letters, places, strict=True)
        ]
    else:
        crowds: dict[str, list[ThreadId]] = {}
        for place in places:
            crowds.setdefault(place.action, []).append(place.thread)
        people = [name + _doing(action) for action, crowd in crowds.items() for name in thread_names(crowd)]
    if len(people) > _MOST_CROWDS and not full:
        people[_MOST_CROWDS:] = [f"... {plural(len(people) - _MOST_CROWDS, 'line')} left out (--full-trace)"]
    return _labelled("Threads" if len(places) > 1 else "Thread", people)


def _doing(action: str) -> str:
    return f": {printable(action)}" if action else ""


def sentence(hint: str) -> str:
    """With a capital and a full stop, unless it begins with a name of the program."""
    first = (hint.split(maxsplit=1) or [""])[0]
    hint = hint if hint.endswith((".", "?")) else hint + "."
    return hint[0].upper() + hint[1:] if first.isalpha() and first.islower() else hint


def _stacks(places: Sequence[Place]) -> list[str]:
    lines: list[str] = []
    for letter, place in zip("ABCDEFGHIJ", places[:2], strict=False):
        if not place.stack:
            continue
        label = f"Stack {letter}" if len(places) > 1 else "Stack"
        calls = [f"{place.function} at {place.loc}", *map(_called, place.stack)]
        lines += _labelled(label, calls)
    return lines


def _called(frame: tuple[str, Location]) -> str:
    name, loc = frame
    return f"called by {name} at {loc}" if name else f"launched at {loc}"


def _values(places: Sequence[Place], name: Namer) -> list[str]:
    """The variables of up to four places side by side, in the order of the first that has them."""
    shown = [place for place in places[:4] if place.values]
    if not shown:
        return []
    if len(places) == 1:
        return _labelled("Values", [printable(f"{name} = {value}") for name, value in shown[0].values])
    tables = [dict(place.values) for place in shown]
    variables = dict.fromkeys(variable for place in shown for variable, _ in place.values)
    rows = [["", *(name(place.thread) for place in shown)]]
    rows += [[printable(variable), *(printable(t.get(variable, "-")) for t in tables)] for variable in variables]
    return _labelled("Values", columns(rows))


def _also(group: ViolationGroup) -> list[str]:
    also = []
    if group.further:
        named = short_thread_name(group.further[0])
        others = len(group.further) - 1
        also.append(f"the same in {named}" + (f" and {plural(others, 'further thread')}" if others else ""))
    also += [printable(other.message) for other in group.others[:_MOST_OTHERS]]
    if len(group.others) > _MOST_OTHERS:
        also.append(f"... and {len(group.others) - _MOST_OTHERS} more here")
    return _labelled("Also", also)


def _output(text: str, full: bool) -> list[str]:
    lines = [printable(line) for line in text.splitlines()]
    cut = 0 if full else max(0, len(lines) - _MOST_OUTPUT)
    dropped = [f"  ... {plural(cut, 'line')} left out (--full-trace)"] if cut else []
    return ["Output of the program so far:", *dropped, *(f"  {line}".rstrip() for line in lines[cut:])]
