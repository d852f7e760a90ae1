"""What an editor offers for a finding: a comment that accepts it."""

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from cudabmc.language_server.diagnostics import SOURCE
from cudabmc.language_server.findings import Finding
from cudabmc.language_server.suppression_edit import accepting


def accepting_actions(
    uri: str, path: str, lines: Sequence[str], diagnostics: Iterable[types.Diagnostic], findings: Iterable[Finding]
) -> list[types.CodeAction]:
    """An action for each of the diagnostics that is a finding of ours, in a file as the editor has it now. Nothing is
    offered for a line that has changed since it was verified."""
    known = {(one.fingerprint, one.rule): one for one in findings if one.span is not None and one.span.path == path}
    return list(_actions(uri, lines, diagnostics, known))


def _actions(
    uri: str, lines: Sequence[str], diagnostics: Iterable[types.Diagnostic], known: dict[tuple[str, str], Finding]
) -> Iterator[types.CodeAction]:
    for diagnostic in diagnostics:
        finding = known.get((str(diagnostic.data), str(diagnostic.code)))
        if diagnostic.source != SOURCE or finding is None or finding.span is None:
            continue
        line = diagnostic.range.start.line  # editors move diagnostics with the text
        insertion = accepting(lines, line, finding.rule) if finding.span.reads(lines, line) else None
        # What has no place, such as a leak, is not accepted by comments.
        if insertion is not None and finding.threads:
            start = types.Position(insertion.line, 0)
            edit = types.TextEdit(types.Range(start, start), insertion.text)
            yield types.CodeAction(
                f"Accept this finding with a comment (cudabmc-ignore: {finding.rule})",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=types.WorkspaceEdit({uri: [edit]}),
            )
