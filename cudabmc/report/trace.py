"""The interleaving of a counterexample as a table."""

from collections.abc import Sequence
from itertools import islice
from os.path import basename

from cudabmc.late_dataclass import dataclass
from cudabmc.report.accesses import access_steps
from cudabmc.report.names import Namer, namer
from cudabmc.report.origins import origin_steps
from cudabmc.report.plural import plural
from cudabmc.report.shorten import steps_to_show
from cudabmc.report.style import Style, printable
from cudabmc.report.table import columns
from cudabmc.result import Step, Violation
from cudabmc.source.location import Location

_LETTERS = "AB"
_WIDEST = 96  # of a column: the name of a kernel stands before its threads where there are several


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which columns a table needs: those that would be empty or say the same in all rows are left out."""

    one_file: bool  # the report names it above, so that lines are enough
    short: bool  # the names of the files differ without their folders

    def position(self, loc: Location) -> str:
        if self.one_file and loc.line:
            return f"{loc.line:>4}"
        file = basename(loc.file) if self.short else loc.file
        return f"{file}:{loc.line}" if loc.line else file

    def row(self, step: str, thread: str, position: str, what: str) -> list[str]:
        return [step, thread, position, printable(what)]


def trace(violation: Violation, style: Style, *, full: bool) -> list[str]:
    """A heading, then one line a step, a rule at each context switch, and a line for each gap. The two
    accesses of a race are marked A and B, as the report names them above."""
    steps = violation.steps
    name = namer(violation)
    accesses = access_steps(violation)
    shown = list(range(len(steps)))
    if not full:
        wanted = [*accesses, *origin_steps(violation)]
        shown = steps_to_show(steps, [place.thread for place in violation.places], wanted)
    rows = _rows(violation, shown, accesses, name)
    switches = sum(step.preemption for step in steps)
    lines = [f"Interleaving ({plural(len(steps), 'step')}, {plural(switches, 'context switch', 'context switches')}):"]
    lines.append("  " + style.bold(rows[0]))
    previous = -1
    for index, row in zip(shown, rows[1:], strict=False):
        if index > previous + 1:
            lines.append(f"  ... {_left_out(steps[previous + 1 : index])} left out (--full-trace)")
        if steps[index].preemption:
            lines.append("  " + style.note(_rule(steps, index, name)))
        lines.append("  " + (style.bold(row) if index in accesses else row))
        previous = index
    return [*lines, *("  " + style.bold(row) for row in rows[1 + len(shown) :])]


def _rows(violation: Violation, shown: Sequence[int], accesses: dict[int, int], name: Namer) -> list[str]:
    """The lines of the table: heading, shown steps, and the access of a race that ended the run."""
    steps = violation.steps
    files = {step.loc.file for step in steps}
    layout = _Layout(len(files) == 1, len({basename(file) for file in files}) == len(files))
    cells = [layout.row("  step", "thread", "line" if layout.one_file else "position", "what")]
    for index in shown:
        step = steps[index]
        mark = _LETTERS[accesses[index]] if index in accesses else ""
        position = layout.position(step.loc)
        cells.append(layout.row(_number(mark, index), name(step.thread), position, step.text))
    missing = set(range(len(_LETTERS))) - set(accesses.values())
    if accesses and len(missing) == 1:
        number = missing.pop()
        place = violation.places[number]
        mark = _number(_LETTERS[number], len(steps))
        cells.append(layout.row(mark, name(place.thread), layout.position(place.loc), place.action))
    return columns(cells, widest=_WIDEST)


def _number(mark: str, index: int) -> str:
    return f"{mark:<2}{index + 1:>4}"


def _rule(steps: Sequence[Step], index: int, called: Namer) -> str:
    number = sum(step.preemption for step in steps[: index + 1])
    others = (step.thread for step in reversed(steps[:index]) if step.thread != steps[index].thread)
    left = "".join(f", leaving {called(thread)}" for thread in islice(others, 1))
    return f"==== context switch {number}: {called(steps[index].thread)} continues{left}"


def _left_out(steps: Sequence[Step]) -> str:
    switches = sum(step.preemption for step in steps)
    among = f" ({plural(switches, 'context switch', 'context switches')} among them)" if switches else ""
    return plural(len(steps), "step") + among
