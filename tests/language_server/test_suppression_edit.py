"""The comment that accepts a finding stands where the verifier looks for it."""

import pytest

from cudabmc.acceptance.comments import Comments
from cudabmc.language_server.suppression_edit import accepting
from cudabmc.properties import PROPERTIES
from cudabmc.source.location import Location

COMMENT = "// cudabmc-ignore: data-race TODO: say why"


def edited(text: str, line: int, prop: str = "data-race") -> str | None:
    """The text with the comment for the line, which counts from 0."""
    lines = text.splitlines(keepends=True)
    insertion = accepting(lines, line, prop)
    if insertion is None:
        return None
    return "".join([*lines[: insertion.line], insertion.text, *lines[insertion.line :]])


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("a = 1;\n", 0, f"{COMMENT}\na = 1;\n"),
        ("{\n    a = 1;\n}\n", 1, f"{{\n    {COMMENT}\n    a = 1;\n}}\n"),
        ("{\n\t\ta = 1;\n}\n", 1, f"{{\n\t\t{COMMENT}\n\t\ta = 1;\n}}\n"),
        ("{\r\n  a = 1;\r\n}\r\n", 1, f"{{\r\n  {COMMENT}\r\n  a = 1;\r\n}}\r\n"),
        ("  a = 1;", 0, f"  {COMMENT}\n  a = 1;"),
        ("// why\na = 1;\n", 1, f"// why\n{COMMENT}\na = 1;\n"),
        ("// cudabmc-ignore: bounds x\na = 1;\n", 1, f"// cudabmc-ignore: bounds x\n{COMMENT}\na = 1;\n"),
        ("a = 1; // cudabmc-ignore: bounds x\n", 0, f"{COMMENT}\na = 1; // cudabmc-ignore: bounds x\n"),
    ],
)
def test_the_comment_stands_above_the_line_as_far_in(text: str, line: int, expected: str) -> None:
    assert edited(text, line) == expected
    lines = expected.splitlines()

    def lookup(at: Location) -> str | None:
        return lines[at.line - 1] if 0 < at.line <= len(lines) else None

    assert Comments(lookup).accepts(PROPERTIES["data-race"], Location("", line + 2))
    assert edited(expected, line + 1) is None  # and not twice


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1; // cudabmc-ignore: data-race x\n", 0),
        ("// cudabmc-ignore: bounds, data-race x\na = 1;\n", 1),
        ("// cudabmc-ignore: data-race x\n// more\na = 1;\n", 2),
        ("#define STORE \\\n    a = 1;\n", 1),  # the comment would swallow what follows
        ("a = 1;\n", 1),
        ("a = 1;\n", -1),
    ],
)
def test_there_is_no_comment_where_none_is_needed_or_none_can_stand(text: str, line: int) -> None:
    assert edited(text, line) is None
