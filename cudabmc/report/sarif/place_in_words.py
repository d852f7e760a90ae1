"""The place that a sentence is about: `loop main.1 at shift.cu:5:9 was cut off after 64 iterations`."""

import re
from collections.abc import Iterable

from cudabmc.source.location import Location


def place_in(text: str, files: Iterable[str]) -> Location | None:
    """The first place in one of the files that the sentence names."""
    names = "|".join(re.escape(file) for file in sorted(files, key=len, reverse=True))
    found = re.search(rf"(?<![\w./-])({names}):(\d+)(?::(\d+))?", text) if names else None
    return Location(found[1], int(found[2]), int(found[3] or 0)) if found else None
