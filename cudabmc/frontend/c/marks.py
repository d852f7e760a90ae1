"""Position marks in preprocessed text.

Text that a macro did not touch stands at its own line and column, with `# line "file"` where lines
were skipped or the file changed. Text from a macro body has the position of the use of the macro,
which a column of the output cannot say. So a mark stands before it, and another one where the
text of the file continues:

    \\x01 line : column : macro \\x02      what follows, up to the end of the line, stands there
    \\x01 line : column : \\x02            what follows starts there, and columns count on

`plain` takes the marks out, for people.
"""

import re

OPEN = "\x01"
CLOSE = "\x02"
MARK = re.compile(r"\x01(\d+):(\d+):(\w*)\x02")


def mark(line: int, column: int, macro: str = "") -> str:
    """The text of a mark."""
    return f"{OPEN}{line}:{column}:{macro}{CLOSE}"


def line_mark(line: int, file: str) -> str:
    """A line mark; the text after it is `line` of `file`."""
    return f'# {line} "{file}"\n'


def plain(text: str) -> str:
    """Preprocessed text without position marks."""
    return MARK.sub("", text)
