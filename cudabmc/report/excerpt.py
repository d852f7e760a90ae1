"""A line of the source with a caret under a position."""

import re

from cudabmc.report.style import Style, printable
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location

_WORD = re.compile(r"\w+")


def excerpt(loc: Location, lookup: LineLookup, style: Style) -> list[str]:
    """Two lines, as gcc prints them; one if the column is not known, none if the line is not."""
    source = lookup(loc)
    if source is None:
        return []
    number = f"{loc.line:>5}"
    lines = [f"{number} | {printable(source.rstrip())}".rstrip()]
    start = loc.column - 1
    if 0 <= start <= len(source):
        word = _WORD.match(source, start)
        tail = "~" * (len(word[0]) - 1) if word else ""
        # Tabs are kept, so that the caret lands under its character whatever a tab's width is.
        indent = "".join(c if c == "\t" else " " * len(printable(c)) for c in source[:start])
        lines.append(f"{' ' * len(number)} | {indent}{style.error('^' + tail)}")
    if loc.macro:
        lines.append(f"{' ' * len(number)} | (in the expansion of macro {loc.macro})")
    return lines
