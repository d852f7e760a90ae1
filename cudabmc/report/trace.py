"""The interleaving of a counterexample as a table."""

from collections.abc import Iterable, Sequence
from os.path import basename

from cudabmc.report.names import short_thread_name
from cudabmc.report.plural import plural
from cudabmc.report.shorten import steps_to_show
from cudabmc.report.style import Style, printable
from cudabmc.report.table import columns
from cudabmc.result import Step, ThreadId


def trace(steps: Sequence[Step], involved: Iterable[ThreadId], style: Style, *, full: bool) -> list[str]:
    """A heading, then one line a step, a rule where the thread changes, and a line for each gap."""
    shown = list(range(len(steps))) if full else steps_to_show(steps, involved)
    switches = sum(step.preemption for step in steps)
    files = {step.loc.file for step in steps}
    short = len({basename(file) for file in files}) == len(files)
    heading = ["step", "thread", "position", "what", "values"]
    rows = columns([heading, *(_row(index, steps[index], short) for index in shown)])
    lines = [f"Interleaving ({plural(len(steps), 'step')}, {plural(switches, 'context switch', 'context switches')}):"]
    lines.append("  " + style.bold(rows[0]))
    previous = -1
    for index, row in zip(shown, rows[1:], strict=True):
        if index > previous + 1:
            lines.append(f"  ... {_left_out(steps[previous + 1 : index])} left out (--full-trace)")
        if steps[index].switch:
            lines.append("  " + style.note(_rule(steps, index)))
        lines.append("  " + row)
        previous = index
    return lines


def _row(index: int, step: Step, short: bool) -> list[str]:
    file = basename(step.loc.file) if short else step.loc.file
    values = ", ".join(f"{name} = {value}" for name, value in step.values)
    position = f"{file}:{step.loc.line}" if step.loc.line else file
    return [f"{index + 1:>4}", short_thread_name(step.thread), position, printable(step.text), printable(values)]


def _rule(steps: Sequence[Step], index: int) -> str:
    name = short_thread_name(steps[index].thread)
    if not steps[index].preemption:
        return f"---- {name}"
    number = sum(step.preemption for step in steps[: index + 1])
    left = f", leaving {short_thread_name(steps[index - 1].thread)}" if index else ""
    return f"==== context switch {number}: {name} goes on{left}"


def _left_out(steps: Sequence[Step]) -> str:
    switches = sum(step.preemption for step in steps)
    among = f" ({plural(switches, 'context switch', 'context switches')} among them)" if switches else ""
    return plural(len(steps), "step") + among
