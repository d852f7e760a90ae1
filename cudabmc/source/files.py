"""The texts of the source files, for messages that show a line."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cudabmc.source.location import Location
from cudabmc.source.text import SourceText

LineLookup = Callable[[Location], str | None]
"""The source line of a location, without its end; None if it is not known."""


class SourceFiles:
    """Keeps source texts by path; a text that was not added is read from disk when a line of it is asked for.
    Of `sources`, those that are texts without a file are added."""

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self._lines: dict[str, list[str]] = {}
        for source in sources:
            if isinstance(source, SourceText):
                self.add(str(source), source.text)

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> "SourceFiles":
        """With these texts, by their paths."""
        files = cls()
        for path, text in texts.items():
            files.add(path, text)
        return files

    def add(self, path: str, text: str) -> None:
        """Keep `text` as the contents of `path`."""
        self._lines[path] = text.splitlines()

    def line(self, location: Location) -> str | None:
        """The source line at `location` without its end, or None if there is no such file or line."""
        lines = self._lines.get(location.file)
        if lines is None:
            lines = self._lines[location.file] = _read(location.file)
        if 1 <= location.line <= len(lines):
            return lines[location.line - 1]
        return None

    def find(self, word: str) -> Location | None:
        """The first place of a text in the files that were added."""
        for path, lines in self._lines.items():
            for number, line in enumerate(lines, 1):
                if word in line:
                    return Location(path, number, line.index(word) + 1)
        return None

    def caret(self, location: Location, text: str = "", kind: str = "error", hint: str = "") -> str:
        """`file:line:col: error: text`, the source line, a caret under its column, and the hint.

        An empty `text` leaves the first line out; lines that are not known are left out.
        """
        out = [f"{location}: {kind}: {text}"] if text else []
        line = self.line(location)
        if line is not None:
            out.append(f"    {_visible(line)}")
            if location.column:
                before = _visible(line[: location.column - 1])
                out.append(f"    {''.join(c if c == chr(9) else ' ' for c in before)}^")
        if hint:
            out.append(f"hint: {hint}")
        return "\n".join(out)


def _read(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return []


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\t" else "?" for c in text)
