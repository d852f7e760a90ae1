"""Writes preprocessed tokens as text that says where they stand."""

from collections.abc import Iterable

from cudabmc.frontend.c.marks import line_mark, mark
from cudabmc.frontend.c.pptokens import PPToken

# A gap of up to this many lines is written as empty lines, a longer one as a line mark.
_MAX_EMPTY_LINES = 8


def emit(tokens: Iterable[PPToken], path: str) -> str:
    """The text of the tokens, each at its line and column or behind a mark (see `marks`)."""
    out = [line_mark(1, path)]
    write = out.append
    file, line, column = path, 1, 1
    use: tuple[int, int] | None = None
    for token in tokens:
        kind = token.type
        if kind == "CPP_WS":
            continue
        place = token.lineno
        source = token.source or file
        if source != file or place.line != line:
            gap = place.line - line
            near = source == file and 0 < gap <= _MAX_EMPTY_LINES
            write("\n" * gap if near else "\n" + line_mark(place.line, source))
            file, line, column, use = source, place.line, 1, None
        if token.from_macro:
            here = (place.line, place.column)
            if use != here:
                write(mark(*here, place.text))
                use = here
            write(token.value)
            write(" ")
            continue
        if use is not None or place.column < column:
            write(mark(place.line, place.column))
        else:
            write(" " * (place.column - column))
        write(token.value)
        column = place.column + len(token.value)
        use = None
    write("\n")
    return "".join(out)
