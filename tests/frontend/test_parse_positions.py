"""Positions survive macros, includes, comments and continued lines."""

from pathlib import Path
from typing import Any

import pytest
from parse_text import TYPES, parse_text
from pycparser import c_ast

from cudabmc.errors import SourceError
from cudabmc.frontend.c.marks import plain
from cudabmc.frontend.c.parser import location_of, parse
from cudabmc.frontend.c.preprocess import preprocess, preprocess_text
from cudabmc.source.files import SourceFiles
from cudabmc.source.location import Location


def _names(node: Any, found: dict[str, str]) -> dict[str, str]:
    """Where each identifier first stands, as line:column."""
    if isinstance(node, c_ast.ID):
        where = location_of(node)
        found.setdefault(node.name, f"{where.line}:{where.column}")
    for _, child in node.children():
        _names(child, found)
    return found


def _where(text: str) -> dict[str, str]:
    return _names(parse_text(text).ast, {})


def test_column_counts_in_the_source_line() -> None:
    assert _where("int a;\nint f() { return  a + /* c */ b; }") == {"a": "2:19", "b": "2:31"}


def test_text_of_a_macro_stands_at_its_use() -> None:
    found = _where("#define M q + r\nint a =   M   + s;\nint b = t;")
    assert found == {"q": "2:11", "r": "2:11", "s": "2:17", "t": "3:9"}


def test_argument_of_a_macro_keeps_its_own_place() -> None:
    found = _where("#define M(x, y) (z = (y), x)\nint f() {\n  M(a,\n    b); return c;\n}")
    assert found == {"z": "3:3", "b": "4:5", "a": "3:5", "c": "4:16"}


def test_macro_in_an_argument_stands_at_its_own_use() -> None:
    found = _where("#define N q\n#define M(x) (z = x)\nint f() { return M(1 + N); }")
    assert found == {"z": "3:18", "q": "3:24"}


def test_macro_in_a_macro_stands_at_the_outer_use() -> None:
    assert _where("#define N q\n#define M N + N\nint a = 1, b = M;") == {"q": "3:16"}


def test_continued_line_keeps_lines_and_columns() -> None:
    assert _where("int a = \\\n  b + \\\n    c;\nint d = e;") == {"b": "2:3", "c": "3:5", "e": "4:9"}


def test_skipped_lines_do_not_shift() -> None:
    assert _where("#if 0\n" + "x\n" * 30 + "#endif\nint a = b;") == {"b": "33:9"}


def test_include_has_its_own_file_and_lines(tmp_path: Path) -> None:
    (tmp_path / "h").mkdir()
    (tmp_path / "h" / "b.h").write_text("int x = y;\n")
    (tmp_path / "a.h").write_text("\n#include <b.h>\nint z = w;\n")
    main = tmp_path / "m.cu"
    main.write_text('#include "a.h"\nint v = u;\n')
    files = SourceFiles()
    text = preprocess(str(main), [str(tmp_path / "h")], [], [], files=files)
    inits = [location_of(node.init) for node in parse(text, str(main), TYPES).ast.ext]
    assert inits == [
        Location(str(tmp_path / "h" / "b.h"), 1, 9),
        Location(str(tmp_path / "a.h"), 3, 9),
        Location(str(main), 2, 9),
    ]
    assert files.line(inits[1]) == "int z = w;"


def test_position_marks_can_be_taken_out() -> None:
    text = plain(preprocess_text("#define N 3\nint a = N;\n", "t.cu"))
    assert text.split() == ["#", "1", '"t.cu"', "int", "a", "=3", ";"]


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ('\n#include "no.h"\n', "no.h: no such file", 2, 10),
        ("\n#include <no.h>\n", "no.h: no such file", 2, 10),
        ("\n  #error too bad\n", "#error too bad", 2, 4),
        ("\n#if 1\nint a;\n", "#if without #endif", 2, 1),
        ("int a;\n#endif\n", "misplaced #endif", 2, 2),
        ("int a;\n#else\n", "misplaced #else", 2, 2),
        ("\n#foo\n", "invalid preprocessing directive #foo", 2, 2),
        ("\n#if 1 +\n#endif\n", "the #if expression cannot be evaluated", 2, 5),
        ("#define M(a) a\nint x = M(1;\n", "macro call without )", 2, 10),
        ("\n#ifdef\n#endif\n", "malformed preprocessing directive", 2, 2),
        ("\n#define\n", "malformed preprocessing directive", 2, 2),
        ("#define M(a, b) a\nint x = M(1);\n", "macro M requires 2 arguments but was passed 1", 2, 9),
    ],
)
def test_preprocessing_error_has_its_position(text: str, message: str, line: int, column: int) -> None:
    with pytest.raises(SourceError) as caught:
        preprocess_text(text, "t.cu")
    assert caught.value.location is not None
    assert (caught.value.message, caught.value.location) == (message, Location("t.cu", line, column))


def test_caret_points_at_the_column() -> None:
    files = SourceFiles()
    files.add("t.cu", "int a;\n\tint b = c;\n")
    assert files.caret(Location("t.cu", 2, 10), "no such name") == (
        "t.cu:2:10: error: no such name\n    \tint b = c;\n    \t        ^"
    )


def test_file_that_includes_itself_ends(tmp_path: Path) -> None:
    main = tmp_path / "m.cu"
    main.write_text('#include "m.cu"\n')
    with pytest.raises(SourceError, match="too deeply"):
        preprocess(str(main), [], [], [])
