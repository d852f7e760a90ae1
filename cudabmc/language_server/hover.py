"""What an editor shows for a place under the mouse or the cursor."""

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from cudabmc.language_server.counterexample_text import finding_markdown, proved_markdown
from cudabmc.language_server.diagnostics import Diagnoser
from cudabmc.language_server.findings import FileAnswer, SourceSpan

_BETWEEN = "\n\n---\n\n"


def hover_at(
    position: types.Position, path: str, lines: Sequence[str], answers: Iterable[FileAnswer], diagnoser: Diagnoser
) -> types.Hover | None:
    """The counterexamples of the findings in a line of a file, which has these lines, and of those whose other places
    are at the position; or what is proved of the kernel there."""
    found: dict[str, types.Range] = {}
    for text, span, whole_line in _texts(answers):
        where = diagnoser.range(span)
        at = where.start.line == position.line if whole_line else where.start <= position <= where.end
        if at and span.path == path and span.is_in(lines):
            found.setdefault(text, where)
    if not found:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, _BETWEEN.join(found))
    return types.Hover(content, next(iter(found.values())))


def _texts(answers: Iterable[FileAnswer]) -> Iterator[tuple[str, SourceSpan, bool]]:
    """All that there is to say, and the places that it is about; of some the whole line stands for them."""
    for answer in answers:
        pages = dict(answer.pages)
        for finding in answer.findings:
            if finding.accepted:
                continue
            text = finding_markdown(finding, pages.get(finding.rule, ""))
            if finding.span is not None:
                yield text, finding.span, True
            yield from ((text, span, False) for span, _ in finding.related)
        yield from ((proved_markdown(proved), proved.span, True) for proved in answer.proved)
