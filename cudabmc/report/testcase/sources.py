"""The sources of the program, copied so that their lines keep their numbers."""

import re
from collections.abc import Iterator, Sequence

_MAIN = re.compile(r"\bmain\s*\(")
_SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
MAIN = "cudabmc_main_of_the_program"


def copied(sources: Sequence[tuple[str, str]], *, rename_main: bool) -> Iterator[str]:
    """The texts with their names. With `rename_main` a function that they call main is called MAIN, and returns 0 at
    its end as only main does by itself (C++17 6.6.1)."""
    for name, text in sources:
        yield f"/* {'-' * 20} {name.replace('*/', '')} {'-' * 20} */"
        if rename_main:
            yield f"#define main {MAIN}"
        yield f'#line 1 "{_escaped(name)}"'
        yield (_with_result(text) if rename_main else text).rstrip("\n")
        if rename_main:
            yield "#undef main"


def back(line: int, name: str) -> str:
    """The lines behind this one are numbered as those of the test case again."""
    return f'#line {line} "{name}"'


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def blanked(text: str) -> str:
    """The text with blanks in place of comments and literals: all else keeps its place."""
    return _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _with_result(text: str) -> str:
    """`return 0;` before the brace that closes main."""
    plain = blanked(text)
    for found in _MAIN.finditer(plain):
        close = _closing(plain, found.end() - 1, "()")
        start = plain.find("{", close) if close >= 0 else -1
        if start < 0 or plain[close + 1 : start].strip():
            continue  # a call, or a declaration
        end = _closing(plain, start, "{}")
        if end >= 0:
            return f"{text[:end]} return 0; {text[end:]}"
    return text


def _closing(text: str, start: int, pair: str) -> int:
    """Where what opens at `start` is closed; -1 if it is not."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == pair[0]) - (text[at] == pair[1])
        if depth == 0:
            return at
    return -1


def defines(text: str, function: str) -> bool:
    """Does the text (without comments) define the function?"""
    plain = blanked(text)
    for found in re.finditer(rf"\b{re.escape(function)}\s*\(", plain):
        close = _closing(plain, found.end() - 1, "()")
        if close >= 0 and plain[close + 1 :].lstrip().startswith("{"):
            return True
    return False
