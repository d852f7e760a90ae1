"""Findings and remarks as diagnostics of the Language Server Protocol."""

from collections.abc import Callable, Iterator, Mapping

from lsprotocol import types

from cudabmc.language_server.findings import FileAnswer, Finding, SourceSpan, Weight
from cudabmc.late_dataclass import dataclass

SOURCE = "cudabmc"
"""What editors write in front of our diagnostics."""

_SEVERITIES = {
    Weight.ERROR: types.DiagnosticSeverity.Error,
    Weight.WARNING: types.DiagnosticSeverity.Warning,
    Weight.INFORMATION: types.DiagnosticSeverity.Information,
}
_WHOLE_LINE = 10_000  # a column behind the end of any line means the end (LSP 3.17, "Position")


@dataclass(frozen=True, slots=True)
class Diagnoser:
    """Makes diagnostics. `uri` gives the address of a file, and `units` says how many of the client's units of position
    a text is long: UTF-16 code units, unless the client has asked for others."""

    uri: Callable[[str], str]
    units: Callable[[str], int]

    def by_file(self, path: str, answer: FileAnswer) -> dict[str, list[types.Diagnostic]]:
        """The diagnostics of a run on the file at `path`, by the paths of the files that they are in. What is in no
        file is in the first line of that one."""
        found: dict[str, list[types.Diagnostic]] = {path: []}
        start = SourceSpan(path, 1)
        for finding in answer.findings:
            if not finding.accepted:
                span = finding.span or start
                found.setdefault(span.path, []).append(self._of_finding(finding, span, dict(answer.pages)))
        for remark in answer.remarks:
            span = remark.span or start
            diagnostic = types.Diagnostic(
                self.range(span), remark.text, severity=_SEVERITIES[remark.weight], source=SOURCE,
                code=remark.rule or None,
            )  # fmt: skip
            found.setdefault(span.path, []).append(diagnostic)
        return found

    def range(self, span: SourceSpan) -> types.Range:
        """Where it is, in positions of the client."""
        line = max(0, span.line - 1)
        if not span.column:
            return types.Range(types.Position(line, self._indent(span)), types.Position(line, _WHOLE_LINE))
        start, end = self._units_before(span, span.column), self._units_before(span, span.end or span.column + 1)
        return types.Range(types.Position(line, start), types.Position(line, max(start, end)))

    def _of_finding(self, finding: Finding, span: SourceSpan, pages: Mapping[str, str]) -> types.Diagnostic:
        page = pages.get(finding.rule)
        return types.Diagnostic(
            self.range(span),
            f"{finding.what}\n{finding.hint}",
            severity=_SEVERITIES[finding.weight],
            code=finding.rule,
            code_description=types.CodeDescription(page) if page else None,
            source=SOURCE,
            related_information=list(self._related(finding)),
            data=finding.fingerprint,
        )

    def _related(self, finding: Finding) -> Iterator[types.DiagnosticRelatedInformation]:
        for span, text in finding.related:
            yield types.DiagnosticRelatedInformation(types.Location(self.uri(span.path), self.range(span)), text)

    def _units_before(self, span: SourceSpan, column: int) -> int:
        return column - 1 if span.text is None else self.units(span.text[: column - 1])

    def _indent(self, span: SourceSpan) -> int:
        return 0 if span.text is None else self.units(span.text) - self.units(span.text.lstrip())
