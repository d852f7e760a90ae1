"""Text changes that put code beside a statement, or a condition in front of it, in the style of the lines around."""

import re
from collections.abc import Sequence

from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.statements import SourceStatement, StatementKind

_STEP = "    "


def before(source: EditedSource, statement: SourceStatement, code: str) -> list[TextChange]:
    """`code` in front of a statement."""
    if not statement.is_in_block:
        return _in_braces(source, statement, (code, ""))
    if source.begins_line(statement.begin):
        return [TextChange(statement.begin, statement.begin, f"{code}\n{source.indent(statement.begin)}")]
    return [TextChange(statement.begin, statement.begin, f"{code} ")]


def after(source: EditedSource, statement: SourceStatement, code: str) -> list[TextChange]:
    """`code` behind a statement."""
    if not statement.is_in_block:
        return _in_braces(source, statement, ("", code))
    end = source.end_of_line(statement.end)
    if end is not None and source.begins_line(statement.begin):
        return [TextChange(end, end, f"\n{source.indent(statement.begin)}{code}")]
    return [TextChange(statement.end, statement.end, f" {code}")]


def around(source: EditedSource, statement: SourceStatement, first: str, last: str) -> list[TextChange]:
    """`first` in front of a statement and `last` behind it."""
    if not statement.is_in_block:
        return _in_braces(source, statement, (first, last))
    return [*before(source, statement, first), *after(source, statement, last)]


def at_beginning(source: EditedSource, body: SourceStatement, code: str) -> list[TextChange]:
    """`code` as the first thing in what a loop repeats."""
    if body.kind is StatementKind.BLOCK:
        return before(source, body.body[0], code) if body.body else []
    return before(source, body, code)


def at_end(source: EditedSource, body: SourceStatement, code: str) -> list[TextChange]:
    """`code` as the last thing in what a loop repeats."""
    if body.kind is StatementKind.BLOCK:
        return after(source, body.body[-1], code) if body.body else []
    return after(source, body, code)


def without(source: EditedSource, statement: SourceStatement) -> list[TextChange]:
    """The text without a statement; without its line if it has one of its own."""
    if not statement.is_in_block:
        return [TextChange(statement.begin, statement.end, ";")]
    end = source.end_of_line(statement.end)
    if end is None or not source.begins_line(statement.begin):
        blanks = re.compile(r"[ \t]*").match(source.text, statement.end)
        return [TextChange(statement.begin, blanks.end() if blanks else statement.end, "")]
    begin = source.text.rfind("\n", 0, statement.begin)
    return [TextChange(max(0, begin), end, "")]


def guarded(source: EditedSource, statement: SourceStatement, condition: str) -> list[TextChange]:
    """The statement under a condition. One that is all that an `if` holds has its condition beside that of the `if`,
    and an `if` has it in front of its own."""
    parent = statement.parent
    if parent is not None and parent.kind is StatementKind.IF and parent.otherwise is None:
        return both(source, parent.head, condition)
    if statement.kind is StatementKind.IF and statement.otherwise is None and _is_plain(source, statement):
        return both(source, statement.head, condition, first=True)
    if not statement.is_in_block:
        return _in_braces(source, statement, (f"if ({condition})", ""), step=True)
    if not source.begins_line(statement.begin):
        return [TextChange(statement.begin, statement.begin, f"if ({condition}) ")]
    indent = source.indent(statement.begin)
    return [
        TextChange(statement.begin, statement.begin, f"if ({condition})\n{indent}{_STEP}"),
        *deeper(source, statement.begin, statement.end),
    ]


def _is_plain(source: EditedSource, branch: SourceStatement) -> bool:
    """Does nothing but a condition stand behind its `if`: no `constexpr`, and no declaration?"""
    words = source.words_in(branch)[:2]
    return words == ["if", "("] and not any(token.text in ("=", ";") for token in source.tokens_in(*branch.head))


def both(
    source: EditedSource, head: tuple[int, int], condition: str, *, first: bool = False
) -> list[TextChange]:  # fmt: skip
    """A condition to which another one is added: behind it, or in front."""
    said = source.text_of(head)
    ahead, behind = (f"{condition} && ", "") if first else ("", f" && {condition}")
    if "||" in said or "?" in said or "," in said:
        ahead, behind = f"{ahead}(", f"){behind}"
    return [TextChange(at, at, text) for at, text in zip(head, (ahead, behind), strict=True) if text]


def deeper(source: EditedSource, begin: int, end: int) -> list[TextChange]:
    """The lines behind the first one, up to an offset, stand deeper by a step."""
    text = source.text
    found = [at + 1 for at in range(begin, end) if text[at] == "\n"]
    return [TextChange(at, at, _STEP) for at in found if text[at] not in "\n#"]


def _in_braces(source: EditedSource, statement: SourceStatement, code: Sequence[str], *, step: bool = False
               ) -> list[TextChange]:  # fmt: skip
    """A statement that is all that a branch or a loop holds, in a block with code in front of it and behind it."""
    first, last = code
    if not source.begins_line(statement.begin):
        inner = " ".join(part for part in ("{", first, source.text_of(statement), last, "}") if part)
        return [TextChange(statement.begin, statement.end, inner)]
    outer = statement.parent
    assert outer is not None
    indent, own = source.indent(outer.begin), source.indent(statement.begin)
    opened = source.token_before(statement.begin).end
    found = [TextChange(opened, opened, " {")]
    if first:
        found.append(TextChange(statement.begin, statement.begin, f"{first}\n{own}{_STEP if step else ''}"))
    if step:
        found += deeper(source, statement.begin, statement.end)
    end = source.end_of_line(statement.end)
    closing = (f"\n{own}{last}" if last else "") + f"\n{indent}}}"
    found.append(TextChange(statement.end if end is None else end, statement.end if end is None else end, closing))
    return found
