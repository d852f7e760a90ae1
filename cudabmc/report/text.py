"""A result as text for people: violations, what the answer rests on, and the verdict as the last line."""

from cudabmc.options.table import Options
from cudabmc.report.excerpt import excerpt
from cudabmc.report.style import Style, printable
from cudabmc.report.summary import statistics, summary
from cudabmc.result import Result, Verdict
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location


def text_report(result: Result, options: Options, lookup: LineLookup, style: Style | None = None) -> str:
    """The whole report, ending with `VERIFICATION SUCCESSFUL`, `FAILED` or `UNKNOWN` on a line of its own."""
    style = style or Style()
    lines = _violations(result, options, lookup, style) if result.violations else []
    if result.suggestion is not None:
        from cudabmc.report.suggestions import suggestion_lines

        lines += [*suggestion_lines(result.suggestion, style, quiet=options.quiet), *([] if options.quiet else [""])]
    if options.quiet:
        lines += [f"cudabmc: {style.warning('warning:')} {printable(text)}" for text in result.warnings]
        lines += [f"cudabmc: {printable(result.reason)}"] if result.reason else []
    else:
        lines += summary(result, options, style)
    if options.statistics:
        lines += statistics(result.statistics)
    if result.advice is not None:
        from cudabmc.report.advice_lines import advice_lines, limit_lines

        limits = limit_lines(result.advice, options.fail_on, style)
        if not options.quiet:
            lines += ["", *advice_lines(result.advice, result.verdict, lookup, style), *([""] if limits else [])]
        lines += limits
    if not options.quiet:
        lines.append("")
    lines.append(verdict_line(result.verdict, style))
    return "\n".join(lines) + "\n"


def _violations(result: Result, options: Options, lookup: LineLookup, style: Style) -> list[str]:
    from cudabmc.report.group import grouped
    from cudabmc.report.violation import headlines, violation_text

    lines: list[str] = []
    for group in grouped(result.violations):
        if options.quiet:
            lines += headlines(group.first, lookup, style)
        else:
            lines += [*violation_text(group, lookup, style, full_trace=options.full_trace), ""]
    return lines


def verdict_line(verdict: Verdict, style: Style) -> str:
    """The line that ESBMC prints."""
    paint = {Verdict.SUCCESSFUL: style.good, Verdict.FAILED: style.error, Verdict.UNKNOWN: style.warning}[verdict]
    return paint(f"VERIFICATION {verdict.value}")


def cut_text(reason: str, style: Style) -> str:
    """The report of a run that ended before it could say anything else."""
    return f"Unknown: {printable(reason)}\n\n{verdict_line(Verdict.UNKNOWN, style)}\n"


def problem_text(message: str, location: Location | None, hint: str, lookup: LineLookup, style: Style) -> str:
    """An error of usage or input, as compilers print it: position, source line, caret, next step."""
    where = f"{location}: " if location and location.line else f"{location.file}: " if location else "cudabmc: "
    lines = [f"{style.bold(where)}{style.error('error:')} {style.bold(printable(message))}"]
    lines += excerpt(location, lookup, style) if location and location.line else []
    return "\n".join((*lines, *hint_line(hint, style))) + "\n"


def hint_line(hint: str, style: Style) -> list[str]:
    """The next step, if there is one to name."""
    return [f"{style.note('hint:')} {printable(hint)}"] if hint else []
