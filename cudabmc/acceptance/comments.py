"""Comments in the source that accept a finding: `// cudabmc-ignore: data-race the counter is approximate`.

The comment stands at the end of the line that a report points to (for a race: one of the two lines), or
alone on the lines directly above it. Several properties are separated by commas; the rest is the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from cudabmc.properties import PROPERTIES, Property
from cudabmc.result import Suppressed, Violation
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location

_COMMENT = re.compile(
    r"(?://|/\*)\s*cudabmc-ignore\s*:\s*(?P<ids>[\w-]+(?:\s*,\s*[\w-]+)*)[\s:.-]*(?P<reason>.*?)\s*(?:\*/.*)?$"
)
_COMMENT_ALONE = re.compile(r"\s*(?://|/\*|\*)")
_MOST_ABOVE = 5  # lines of comments that are looked at


class Comments:
    """The comments of a run's sources. `warnings` says which of them name no property."""

    def __init__(self, line: LineLookup) -> None:
        self._line = line
        self.warnings: dict[str, None] = {}

    def accepting(self, violation: Violation) -> Suppressed | None:
        """The comment that accepts the violation, if there is one."""
        places = violation.places[:2] if PROPERTIES[violation.prop].two_places else violation.places[:1]
        for place in places:
            for loc, ids, reason in self._comments(place.loc):
                if violation.prop in ids:
                    return Suppressed(violation, loc, reason)
        return None

    def accepts(self, prop: Property, at: Location) -> bool:
        """Does a comment accept a violation of the property at this place?"""
        return any(prop.id in ids for _, ids, _ in self._comments(at))

    def _comments(self, at: Location) -> Iterator[tuple[Location, list[str], str]]:
        """Those that belong to a line: where, properties, reason."""
        for above in range(_MOST_ABOVE + 1):
            loc = replace(at, line=at.line - above, column=0, macro="")
            text = self._line(loc) if loc.line > 0 else None
            if text is None or (above and not _COMMENT_ALONE.match(text)):
                return
            found = _COMMENT.search(text)
            if found:
                ids = re.split(r"\s*,\s*", found["ids"])
                self._look_for_misprints(loc, ids)
                yield replace(loc, column=found.start() + 1), ids, found["reason"]

    def _look_for_misprints(self, loc: Location, ids: list[str]) -> None:
        for name in ids:
            if name not in PROPERTIES:
                near = get_close_matches(name, PROPERTIES, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                self.warnings.setdefault(f"{loc}: cudabmc-ignore names no property {name!r}{hint}")
