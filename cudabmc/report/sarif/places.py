"""Positions: files below the working directory by relative URI, regions with the text of their line."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from cudabmc.report.json_text import Json
from cudabmc.source.location import Location

ROOT = "%SRCROOT%"
"""The base of relative URIs. GitHub takes it for the root of the repository, where cudabmc should then be run."""

_WORD = re.compile(r"\w+")


class SarifLocations:
    """Makes locations, and keeps the list of the files that they name. `sources` are texts by path."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._lines = {path: text.splitlines() for path, text in sources.items()}
        self._artifacts: dict[str, dict[str, Json]] = {}

    def artifact(self, file: str) -> dict[str, Json]:
        """The location of a file, with its number in the list of artifacts."""
        location = _file(file)
        uri = str(location["uri"])
        self._artifacts.setdefault(uri, location)
        return {**location, "index": list(self._artifacts).index(uri)}

    def artifacts(self) -> list[dict[str, Json]]:
        """The location of each file, in the order of their numbers."""
        return list(self._artifacts.values())

    def location(self, loc: Location, text: str = "", *, snippet: bool = True) -> dict[str, Json] | None:
        """A location, with what to say about it and the text of its line; None for what is in no file."""
        physical = self._physical(loc, snippet)
        if physical is None:
            return None
        location: dict[str, Json] = {"physicalLocation": physical}
        if text:
            location["message"] = {"text": text}
        return location

    def uri(self, file: str) -> str:
        """What the file is called, however its path was written."""
        return str(_file(file)["uri"])

    def line(self, loc: Location) -> str | None:
        """The line of the source, if it is known."""
        lines = self._lines.get(loc.file, [])
        return lines[loc.line - 1] if 0 < loc.line <= len(lines) else None

    def _physical(self, loc: Location, snippet: bool) -> Json:
        if loc.file.startswith("<") or not loc.file:
            return None
        physical: dict[str, Json] = {"artifactLocation": self.artifact(loc.file)}
        if loc.line:
            physical["region"] = self._region(loc, snippet)
        return physical

    def _region(self, loc: Location, snippet: bool) -> Json:
        region: dict[str, Json] = {"startLine": loc.line}
        line = self.line(loc)
        if loc.column:
            region["startColumn"] = loc.column
            word = _WORD.match(line, loc.column - 1) if line is not None else None
            region["endColumn"] = loc.column + (len(word[0]) if word else 1)
        if line is not None and snippet:
            region["snippet"] = {"text": line}
        return region


def _file(file: str) -> dict[str, Json]:
    inside = os.path.relpath(os.path.abspath(file))
    # Relative URIs do not lead upwards (SARIF 2.1.0, 3.4.4).
    if Path(inside).parts[:1] == (os.pardir,):
        return {"uri": Path(os.path.abspath(file)).as_uri()}
    return {"uri": quote(Path(inside).as_posix(), errors="replace"), "uriBaseId": ROOT}
