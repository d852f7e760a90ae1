"""A finding in short, as Markdown: what happens, who takes part, values and inputs, the last steps, and what to do."""

import os
import re
from collections.abc import Iterator, Sequence

from cudabmc.language_server.findings import Finding, FindingStep, ProvedSpan
from cudabmc.report.inputs import input_lines
from cudabmc.report.plural import plural
from cudabmc.report.style import printable
from cudabmc.report.table import columns

MOST_STEPS = 8
"""Steps that are shown."""

_MOST_VALUES = 12
_MOST_THREADS = 4
_LONGEST_SCHEDULE = 200
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def finding_markdown(finding: Finding, page: str = "") -> str:
    """The counterexample in short; `page` is the address of what is said about the property."""
    rule = f"[{finding.rule}]({page})" if page else f"`{finding.rule}`"
    parts = [f"**{_text(finding.what)}** {rule}", _text(finding.hint)]
    if finding.launch:
        parts.append(f"It happens in the launch `{finding.launch}`.")
    facts = [*_threads(finding), *_values(finding), *_inputs(finding), *_steps(finding)]
    if facts:
        parts.append("\n".join(("```text", *(printable(line).replace("```", "'''") for line in facts), "```")))
    if 0 < len(finding.schedule) <= _LONGEST_SCHEDULE:
        parts.append(f"Replay it: `--replay {finding.schedule}`")
    return "\n\n".join(parts)


def proved_markdown(proved: ProvedSpan) -> str:
    """What is proved of a kernel."""
    given = " and ".join(_code(condition) for condition in proved.preconditions)
    return f"{_code(proved.kernel)} is proved for every launch{f' with {given}' if given else ''}."


def _code(text: str) -> str:
    return f"`{printable(text)}`"


def _text(text: str) -> str:
    """A text of which Markdown takes nothing for a mark."""
    return _MARKS.sub(r"\\\1", printable(text))


def _names(finding: Finding) -> dict[str, str]:
    """Letters for one or two threads, by their names."""
    if len(finding.threads) > 2:
        return {}
    return {thread.name: letter for letter, thread in reversed(list(zip("AB", finding.threads, strict=False)))}


def _threads(finding: Finding) -> Iterator[str]:
    letters = _names(finding)
    threads = [thread.name for thread in finding.threads]
    for name in threads[:_MOST_THREADS]:
        yield f"{letters[name]}  {name}" if name in letters else name
    if threads[_MOST_THREADS:]:
        yield f"... and {plural(len(threads) - _MOST_THREADS, 'further thread')}"


def _values(finding: Finding) -> Iterator[str]:
    shown = [thread for thread in finding.threads[:_MOST_THREADS] if thread.values]
    if not shown:
        return
    names = list(dict.fromkeys(name for thread in shown for name, _ in thread.values))
    letters = _names(finding)
    rows = [[name, *(dict(thread.values).get(name, "-") for thread in shown)] for name in names[:_MOST_VALUES]]
    if len(shown) > 1:
        rows.insert(0, ["", *(letters.get(thread.name, thread.name) for thread in shown)])
    yield ""
    yield "Values:"
    yield from (f"  {row}" for row in columns(rows))
    if names[_MOST_VALUES:]:
        yield f"  ... and {len(names) - _MOST_VALUES} more"


def _inputs(finding: Finding) -> Iterator[str]:
    if finding.inputs:
        yield ""
        yield "Inputs:"
        yield from (f"  {line}" for line in input_lines(finding.inputs, full=False))


def _steps(finding: Finding) -> Iterator[str]:
    shown = _last(finding.steps)
    if not shown:
        return
    yield ""
    yield "Steps:" if len(shown) == finding.steps_in_all else f"Steps ({len(shown)} of {finding.steps_in_all}):"
    yield from (f"  {row}" for row in columns([_row(step, finding) for step in shown]))


def _last(steps: Sequence[FindingStep]) -> list[FindingStep]:
    """The accesses that the finding is about, and the last steps besides."""
    essential = [step for step in steps if step.essential][-MOST_STEPS:]
    others = [step for step in steps if not step.essential]
    room = MOST_STEPS - len(essential)
    return sorted([*essential, *others[len(others) - min(room, len(others)) :]], key=lambda step: step.number)


def _row(step: FindingStep, finding: Finding) -> list[str]:
    here = finding.span is None or step.span.path == finding.span.path
    line = f"line {step.span.line}" if here else f"{os.path.basename(step.span.path)}:{step.span.line}"
    return [str(step.number), _names(finding).get(step.thread, step.thread), line, step.what]
