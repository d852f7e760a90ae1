"""The results as one page that needs nothing from the network: tables to sort and filter, and plots."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from cudabmc.report.style import printable
from cudabmc.suite.case import Case
from cudabmc.suite.judgement import Category
from cudabmc.suite.plots import bars, cactus_plot, css_class
from cudabmc.suite.tally import Judged, Row, SuiteRun
from cudabmc.suite.text_table import conclusion, full_story, kernels_text, shown_categories
from cudabmc.version import __version__

_HERE = Path(__file__).parent


def html_report(run: SuiteRun, link: Callable[[Case], str | None] = lambda case: None) -> str:
    """The page. `link` is the way to the page of a case, for those that have one."""
    counts = run.counts
    names = ", ".join(row.name for row in counts.by_suite)
    right = counts.total.right == counts.total.cases and not run.left
    groups = [("suite", counts.by_suite), ("property", counts.by_property), ("folder", counts.by_folder)]
    categories = shown_categories(counts)
    parts = [
        f"<header><h1>Suite {_text(names)}</h1>",
        f'<p class="{"right" if right else "wrong"}">{_text(conclusion(counts, run.left))}</p></header>',
        '<section id="table"><h2>Results</h2>',
        _table("total", [counts.total], categories),
        *(_table(f"by {title}", rows, categories) for title, rows in groups if len(rows) > 1),
        *([f"<p>Kernels: {_text(kernels_text(counts.kernels))}</p>"] if counts.kernels.kernels else []),
        f"<details><summary>What the columns count</summary>{_meanings(categories)}</details></section>",
        f'<section id="plots"><h2>Answers</h2>{_legend(categories)}<figure>{bars(counts.by_property)}</figure>',
        '<h2>Times</h2><p class="legend"><span class="line all"></span>all <span class="line correct"></span>correct '
        'programs <span class="line faulty"></span>faulty programs</p>',
        f"<figure>{cactus_plot(run.results)}</figure></section>",
        _cases(run.results, categories, link),
        f"<footer>cudabmc {__version__}</footer>",
    ]
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(names)}: {_text(conclusion(counts, run.left))}</title>"
        f"<style>\n{style}</style></head>\n<body>\n"
        + "\n".join(parts)
        + f"\n<script>\n{script}</script></body></html>\n"
    )


def _table(title: str, rows: Sequence[Row], categories: Sequence[Category]) -> str:
    heads = [title, "cases", "as expected", *(category.words for category in categories), "time (s)"]
    lines = [
        f"<tr><th scope=row>{_text(row.name)}</th><td>{row.cases}</td><td>{row.right}</td>"
        + "".join(f"<td>{row.categories[category] or ''}</td>" for category in categories)
        + f"<td>{row.seconds:.1f}</td></tr>"
        for row in rows
    ]
    return f'<table class="sortable counts"><thead>{_heads(heads)}</thead><tbody>{"".join(lines)}</tbody></table>'


def _heads(names: Sequence[str]) -> str:
    cells = "".join(
        f'<th scope=col aria-sort="none"><button type="button">{_text(name)}</button></th>' for name in names
    )
    return f"<tr>{cells}</tr>"


def _meanings(categories: Sequence[Category]) -> str:
    rows = "".join(f"<dt>{_text(c.words)}</dt><dd>{_text(c.meaning)}</dd>" for c in categories)
    return f"<dl>{rows}</dl>"


def _legend(categories: Sequence[Category]) -> str:
    boxes = "".join(f'<span class="box {css_class(c)}"></span>{_text(c.words)} ' for c in categories)
    return f'<p class="legend">{boxes}</p>'


def _cases(results: Sequence[Judged], categories: Sequence[Category], link: Callable[[Case], str | None]) -> str:
    choices = "".join(f'<option value="{_text(c.value)}">{_text(c.words)}</option>' for c in categories)
    heads = _heads(["case", "expected", "answer", "counted as", "time (s)", "memory (MiB)"])
    in_order = sorted(results, key=lambda result: result.judgement.expected)  # what is wrong, first
    rows = "".join(_case(result, link(result.case)) for result in in_order)
    return (
        '<section id="cases"><h2>Cases</h2><p class="tools"><label>Name <input type="search" id="name"></label> '
        f'<label>Counted as <select id="category"><option value="">anything</option>{choices}</select></label> '
        '<label><input type="checkbox" id="wrong"> not as expected only</label> <output id="shown"></output></p>'
        f'<table class="sortable cases"><thead>{heads}</thead><tbody>{rows}</tbody></table></section>'
    )


def _case(result: Judged, page: str | None) -> str:
    case, outcome, judgement = result.case, result.outcome, result.judgement
    name = _text(case.name)
    if not judgement.expected:
        story = "\n".join(printable(line) for line in full_story(result).splitlines())
        name = f"<details><summary>{name}</summary><pre>{escape(story)}</pre></details>"
    if page is not None:
        name += f' <a class="page" href="{quote(page)}">page</a>'
    title = f' title="{_text(case.why)}"' if case.why else ""
    answer = outcome.answer.ending.value
    if outcome.answer.violations:
        answer += f", {', '.join(sorted({found.property for found in outcome.answer.violations}))}"
    kernels = "".join(f"<li>{_text(str(kernel))}</li>" for kernel in outcome.answer.kernels)
    kernels = f"<ul>{kernels}</ul>" if kernels else ""
    return (
        f'<tr class="{"right" if judgement.expected else "wrong"}" data-name="{_text(case.name)}" '
        f'data-category="{_text(judgement.category.value)}">'
        f"<th scope=row{title}>{name}</th><td>{_text(str(case.expectation))}</td><td>{_text(answer)}{kernels}</td>"
        f'<td><span class="box {css_class(judgement.category)}"></span>{_text(judgement.category.words)}</td>'
        f"<td>{outcome.seconds:.2f}</td><td>{outcome.memory / 2**20:.0f}</td></tr>"
    )


def _text(text: str) -> str:
    return escape(printable(text))
