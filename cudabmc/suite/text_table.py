"""The result table as text, and the cases that are not as expected in words."""

from collections.abc import Sequence

from cudabmc.report.plural import plural
from cudabmc.report.style import Style, printable
from cudabmc.result import ProofOutcome
from cudabmc.suite.judgement import Category
from cudabmc.suite.run_case import reproduce
from cudabmc.suite.tally import Judged, KernelCounts, Row, Tally

RARE = (Category.CRASHED, Category.UNJUDGED)
"""Columns that are shown only when there is something in them."""


def shown_categories(tally: Tally) -> list[Category]:
    """The columns of the table."""
    return [category for category in Category if category not in RARE or tally.total.categories[category]]


def text_table(tally: Tally, style: Style | None = None) -> str:
    """The table with its rows in total, by suite if there are several, by property and by folder."""
    style = style or Style()
    categories = shown_categories(tally)
    heads = [["", ""], ["", "cases"], ["as", "expected"], *(_split(c.value) for c in categories), ["", "time"]]
    blocks: list[tuple[str, Sequence[Row]]] = [("", [tally.total])]
    groups = {"by suite": tally.by_suite, "by property": tally.by_property, "by folder": tally.by_folder}
    blocks += [(title, group) for title, group in groups.items() if len(group) > 1]
    body = [_cells(row, categories) for _, rows in blocks for row in rows]
    widths = [max(len(line[i]) for line in [*body, *map(list, zip(*heads, strict=True))]) for i in range(len(heads))]
    widths[0] = max([widths[0], *(len(title) for title, _ in blocks)])
    lines = [_line([head[part] for head in heads], widths) for part in (0, 1)]
    cells = iter(body)
    for title, rows in blocks:
        if title:
            lines += ["", style.bold(title)]
        lines += [_line(next(cells), widths) for _ in rows]
    if tally.kernels.kernels or tally.kernels.stated:
        lines += ["", f"{style.bold('kernels')}  {kernels_text(tally.kernels)}"]
    return "\n".join(lines) + "\n"


def kernels_text(row: KernelCounts) -> str:
    """How many kernels are proved, faulty or unknown, and how many of those with an expectation are as expected."""
    counts = [f"{row.outcomes[outcome]} {outcome.value}" for outcome in ProofOutcome if row.outcomes[outcome]]
    stated = f" ({row.right} of {row.stated} as expected)" if row.stated else ""
    return f"{row.kernels}: {', '.join(counts) or 'no answer'}{stated}"


def problem_line(judged: Judged) -> str:
    """What is wrong with a case that is not as expected: its place in the suite, its name, and why."""
    case = judged.case
    return printable(f"{case.where.file}:{case.where.line}: {case.name}: {judged.judgement.because}")


def full_story(judged: Judged) -> str:
    """A case that is not as expected, for a reader who has nothing but this text."""
    case, outcome = judged.case, judged.outcome
    lines = [f"{case.where.file}:{case.where.line}: {case.name}", f"  {judged.judgement.because}"]
    lines += [f"  counted as {judged.judgement.category.value}: {judged.judgement.category.meaning}"]
    lines += [f"  why the suite has it: {case.why}"] if case.why else []
    lines += [f"  {note}" for note in case.notes]
    lines += [f"  took {outcome.seconds:.1f} s, {outcome.memory / 2**20:.0f} MiB"]
    lines += [f"  alone: {reproduce(case)}", ""]
    report = [printable(line) for line in outcome.report.splitlines()]
    return "\n".join([*map(printable, lines), *report]).rstrip() + "\n"


def conclusion(tally: Tally, left: int, style: Style | None = None) -> str:
    """The last line: are all cases as expected, and how many have not run."""
    style = style or Style()
    wrong = tally.total.cases - tally.total.right
    text = f"{plural(tally.total.cases, 'case')}, "
    text += f"{wrong} not as expected" if wrong else "all as expected"
    text += f"; {left} not run" if left else ""
    return style.error(text) if wrong else style.warning(text) if left else style.good(text)


def _split(heading: str) -> list[str]:
    first, _, last = heading.rpartition(" ")
    return [first, last]


def _cells(row: Row, categories: Sequence[Category]) -> list[str]:
    counts = [str(row.categories[category] or "-") for category in categories]
    return [printable(row.name), str(row.cases), str(row.right), *counts, f"{row.seconds:.1f} s"]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]).rstrip()
