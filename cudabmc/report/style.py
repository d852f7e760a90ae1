"""Colours of a terminal, or none, and text that a terminal cannot take for a command."""

from cudabmc.late_dataclass import dataclass

WIDEST = 100
"""Columns of a paragraph where the terminal has as many."""


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text if `colour` is set; paragraphs are at most `width` columns wide."""

    colour: bool = False
    width: int = WIDEST

    def _paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour and text else text

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def error(self, text: str) -> str:
        return self._paint("1;31", text)

    def warning(self, text: str) -> str:
        return self._paint("1;35", text)

    def note(self, text: str) -> str:
        return self._paint("1;36", text)

    def good(self, text: str) -> str:
        return self._paint("1;32", text)


def printable(text: str) -> str:
    """Control characters (all but the tab) as escapes: programs under test print what they like."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)
