"""What stands behind a verdict: what was checked, within which bounds, on which assumptions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from cudabmc.options.surroundings import listed
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.report.plural import plural
from cudabmc.report.program_end import sentence
from cudabmc.report.style import WIDEST, Style, printable
from cudabmc.result import (
    ORDERS_OF_HOST_THREADS,
    TURNS_OF_HOST_THREADS,
    AcceptedBy,
    Guarantee,
    ProvedKernel,
    Result,
    Statistics,
    Suppressed,
    Verdict,
)

if TYPE_CHECKING:
    from cudabmc.coverage import Coverage


_HOLDS_FOR = {
    Guarantee.THIS_RUN: "this run, in which no value is arbitrary",
    Guarantee.ALL_INPUTS: "all inputs, at the sizes that the program sets up",
    Guarantee.EVERY_LAUNCH: "every launch: any grid, any block, any contents of arrays",
}


_AS_PROVED = {
    Guarantee.THIS_RUN: "this run",
    Guarantee.ALL_INPUTS: _HOLDS_FOR[Guarantee.ALL_INPUTS],
}
"""Where the results of some launches are arbitrary."""

MOST_PLACED = 3
"""Launches that a sentence names."""


class _Paragraph(str):
    """A text that is wrapped; its first line begins with `first`, and the others with `indent`."""

    __slots__ = ("first", "indent")
    first: str
    indent: str

    @classmethod
    def of(cls, text: str, first: str, indent: str) -> "_Paragraph":
        made = cls(text)
        made.first, made.indent = first, indent
        return made


def summary(result: Result, options: Options, style: Style) -> list[str]:
    """The lines between the violations and the verdict."""
    lines = [
        *_checked(result, options),
        *(_proof_lines(result, options) if options.prove else _run_lines(result, options)),
        *_paragraph("Holds for", holds_for(result)),
        *_bullets("Bounds hit", result.bounds),
        *_bullets("Assumptions", result.assumptions),
        *_bullets("Other ends", (sentence(end) for end in result.ends if not end.certain)),
        *_suppressed(result.suppressed),
        *(f"{style.warning('warning:')} {printable(text)}" for text in result.warnings),
    ]
    if result.verdict is Verdict.UNKNOWN and result.reason and result.reason != "; ".join(result.bounds):
        lines += _paragraph("Unknown", printable(result.reason))
    if result.verdict is Verdict.FAILED and result.reason:
        lines += _paragraph("Incomplete", f"{printable(result.reason)}; there may be more violations")
    return _laid_out(lines, style.width)


def _laid_out(lines: Iterable[str], width: int) -> list[str]:
    found = list[str]()
    for line in lines:
        if isinstance(line, _Paragraph):
            found += wrap(
                line, width, initial_indent=line.first, subsequent_indent=line.indent, break_on_hyphens=False,
                break_long_words=False,
            )  # fmt: skip
        else:
            found.append(line)
    return found


def _proof_lines(result: Result, options: Options) -> list[str]:
    if options.equivalent:
        from cudabmc.report.comparison import proved_comparison

        answer, *parts = proved_comparison(result)
        return [*_paragraph("Compared", printable(answer)), *_items(parts)]
    from cudabmc.report.proofs import proof_lines  # few runs need it

    return proof_lines(result.proofs)


def _run_lines(result: Result, options: Options) -> list[str]:
    return [
        *_paragraph("Kernels", ", ".join(_brief(result.kernels)) or "none launched"),
        *_paragraph("Explored", explored(result.statistics, options)),
        *_coverage_lines(result.coverage),
        *_comparison_lines(result, options),
    ]


def _comparison_lines(result: Result, options: Options) -> list[str]:
    if not options.equivalent:
        return []
    from cudabmc.report.comparison import comparison  # few runs need it

    return _paragraph("Compared", printable(comparison(result, options)))


def _coverage_lines(coverage: "Coverage | None") -> list[str]:
    if coverage is None:
        return []
    from cudabmc.report.coverage_lines import launched_text, reached_text  # few runs need it

    return [
        *_paragraph("Reached", printable(reached_text(coverage))),
        *_paragraph("Launched", printable(launched_text(coverage))),
    ]


def holds_for(result: Result) -> str:
    """For what the answer holds; empty if that is nothing."""
    if result.holds_for is None:
        return ""
    if result.verdict is Verdict.UNKNOWN:
        text = f"the run in which {listed(result.known)} are known: no violation there"
        return f"{text}, {placed_text(result.placed)}" if result.placed else text
    text = _HOLDS_FOR[result.holds_for]
    if TURNS_OF_HOST_THREADS in result.assumptions:
        some = any(note in result.assumptions for note in ORDERS_OF_HOST_THREADS)
        text += f", and {'some orders' if some else 'every order'} of the threads of the host"
    if result.placed:
        text = f"{_AS_PROVED[result.holds_for]}, {placed_text(result.placed)}"
    given = _limits(result) if result.holds_for is Guarantee.EVERY_LAUNCH else []
    if given:
        text = f"every launch with {' and '.join(given)} as given, any contents of arrays"
    return f"{text}, under the preconditions above" if any(p.preconditions for p in result.proofs) else text


def placed_text(placed: Sequence[ProvedKernel]) -> str:
    """Which launches were proved, and not run."""
    shown = [f"{launch.name} at {launch.place}" for launch in placed]
    more = f" and {len(shown) - MOST_PLACED} more" if shown[MOST_PLACED:] else ""
    verb = "launch" if len(shown) == 1 else "launches"
    return f"with any results of the {verb} of {', '.join(shown[:MOST_PLACED])}{more}, proved and not run"


def _limits(result: Result) -> list[str]:
    """The options that say which launches a proof is about."""
    if result.question is None:
        return []
    options = result.question.options
    limits = (("--grid", options.grid), ("--block", options.block), ("--arg", options.arg))
    return [name for name, value in limits if value]


def _checked(result: Result, options: Options) -> list[str]:
    """What the answer is about. With a counterexample above it, a number is enough: it stands for itself."""
    if result.violations and not options.statistics:
        count = f"{len(result.properties)} of {len(PROPERTIES)} properties"
        return _paragraph("Checked", f"{count} (--show-properties lists them)")
    left_out = [prop for prop in PROPERTIES if prop not in result.properties]
    checked = ", ".join(result.properties) or "no property"
    return [*_paragraph("Checked", checked), *_paragraph("Not checked", ", ".join(left_out))]


def _suppressed(accepted: Sequence[Suppressed]) -> list[str]:
    """A line for each comment; a baseline may accept hundreds."""
    by_comments = [suppressed for suppressed in accepted if suppressed.by is AcceptedBy.COMMENT]
    title = f"Suppressed ({plural(len(by_comments), 'finding')} accepted by comments in the source)"
    lines = _bullets(title, map(_suppressed_line, by_comments))
    files = Counter(suppressed.loc.file for suppressed in accepted if suppressed.by is AcceptedBy.BASELINE)
    for file, count in files.items():
        lines += _paragraph("Baseline", f"{plural(count, 'finding')} accepted by {file}")
    return lines


def _suppressed_line(suppressed: Suppressed) -> str:
    violation = suppressed.violation
    where = violation.places[0].loc if violation.places else suppressed.loc
    return f"{where}: {violation.prop}: {suppressed.reason or '(no reason given)'}"


def explored(stats: Statistics, options: Options) -> str:
    """How much of the question was looked at."""
    random = options.strategy != "exhaustive"
    text = plural(stats.interleavings, "random interleaving" if random else "interleaving")
    if not random:
        text += f" within context bound {options.context_bound}"
    if not stats.interleavings:
        text = "no interleaving to its end"
    if stats.all_orders:
        return f"all orders at once, after {plural(stats.interleavings, 'interleaving')}"
    if stats.cut_off:
        text += f"; the bound cut off {plural(stats.cut_off, 'schedule')}"
    if options.replay:
        text = "the one schedule given with --replay"
    if options.two_threads:
        text += "; two threads of each launch only (--two-threads)"
    return text


def statistics(stats: Statistics) -> list[str]:
    """The counters of a run."""
    parts = [*_paragraph("Front end", printable(stats.frontend)), *_paragraph("Solver", stats.solver)]
    rows = [f"  {name:<26}{value:>14}" for name, value in statistic_rows(stats)]
    return [*_laid_out(parts, WIDEST), "Statistics:", *rows]


def statistic_rows(stats: Statistics) -> list[tuple[str, str]]:
    """What the counters are called, and their values with units; the parts of one follow it, indented."""
    return [
        ("launches", f"{stats.launches}"),
        ("  run at once", f"{stats.launches_at_once}"),
        ("threads", f"{stats.threads}"),
        ("instructions", f"{stats.instructions}"),
        ("visible events", f"{stats.events}"),
        ("interleavings explored", f"{stats.interleavings}"),
        ("interleavings pruned", f"{stats.pruned}"),
        ("schedules cut off", f"{stats.cut_off}"),
        ("context switches", f"{stats.context_switches}"),
        ("verification conditions", f"{stats.vcs}"),
        ("  settled without solver", f"{stats.vcs_simplified}"),
        ("  sent to the solver", f"{stats.vcs_solver}"),
        ("solver queries", f"{stats.queries}"),
        ("solver time", f"{stats.solver_seconds:.3f} s"),
        ("  to load it", f"{stats.solver_load_seconds:.3f} s"),
        ("front end time", f"{stats.frontend_seconds:.3f} s"),
        ("  for the C++ library", f"{stats.library_seconds:.3f} s"),
        ("total time", f"{stats.seconds:.3f} s"),
        ("memory", f"{stats.memory / 2**20:.1f} MiB"),
    ]


def _brief(kernels: Sequence[str]) -> list[str]:
    """Long names of instances of templates in short."""
    if not any("::" in kernel or "<" in kernel for kernel in kernels):
        return list(kernels)
    from cudabmc.source.brief_names import brief_names

    names = brief_names(kernels)
    return [names[kernel] for kernel in kernels]


def _paragraph(label: str, text: str) -> list[str]:
    return [_Paragraph.of(f"{label}: {text}", "", "  ")] if text else []


def _bullets(label: str, texts: Iterable[str]) -> list[str]:
    bullets = _items(texts)
    return [f"{label}:", *bullets] if bullets else []


def _items(texts: Iterable[str]) -> list[str]:
    return [_Paragraph.of(printable(text), "  - ", "    ") for text in texts]
