"""Which violations of a run are accepted: by a comment at their place, or by the baseline."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cudabmc.properties import Property
from cudabmc.result import AcceptedBy, Suppressed, Violation
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location

if TYPE_CHECKING:
    from cudabmc.acceptance.baseline import BaselineEntry
    from cudabmc.acceptance.comments import Comments


class Accepted:
    """Asked by one run. `warnings` says which comments name no property."""

    def __init__(self, line: LineLookup, baseline: str | None = None) -> None:
        """`baseline` is its file. Raises UsageError if it cannot be read."""
        self._line = line
        self._made: Comments | None = None  # most runs have nothing to accept
        self._baseline = None if baseline is None else _Baseline(baseline, line)
        self._known: dict[tuple[Property, Location], bool] = {}

    @property
    def _comments(self) -> "Comments":
        if self._made is None:
            from cudabmc.acceptance.comments import Comments

            self._made = Comments(self._line)
        return self._made

    @property
    def warnings(self) -> list[str]:
        """What a user should know about comments that accept findings."""
        return [] if self._made is None else [*self._made.warnings]

    def accepting(self, violation: Violation) -> Suppressed | None:
        """What accepts the violation, if something does."""
        found = self._comments.accepting(violation)
        if found is None and self._baseline is not None:
            return self._baseline.accepting(violation)
        return found

    def accepts(self, prop: Property, at: Location) -> bool:
        """May a violation of the property at this place be accepted? Then execution goes on behind it."""
        known = self._known.get((prop, at))
        if known is None:
            named = self._baseline is not None and self._baseline.names(prop, at)
            known = self._known[prop, at] = named or self._comments.accepts(prop, at)
        return known

    def accepts_all(self, prop: Property, places: Sequence[Location]) -> bool:
        """Is what may break the property at these places, together, accepted? A comment needs to stand at one of
        them."""
        by_comment = any(self._comments.accepts(prop, at) for at in places)
        return by_comment or (self._baseline is not None and all(self._baseline.names(prop, at) for at in places))


class _Baseline:
    """The entries of a baseline, each of which accepts as many findings as it says."""

    def __init__(self, path: str, line: LineLookup) -> None:
        from cudabmc.acceptance.baseline import names_from, read_baseline

        self._line, self._file = line, names_from(path)
        self._entries: dict[tuple[object, ...], BaselineEntry] = {}
        self._left = Counter[tuple[object, ...]]()
        self._places: set[tuple[str, str, str]] = set()  # property, file, line without white space
        self._add(read_baseline(path))

    def _add(self, entries: "Sequence[BaselineEntry]") -> None:
        for entry in entries:
            key = entry.finding.key
            self._entries.setdefault(key, entry)
            self._left[key] += entry.count
            for place in entry.finding.places:
                file, _, code = place.squeezed
                self._places.add((entry.finding.prop, file, code))

    def accepting(self, violation: Violation) -> Suppressed | None:
        from cudabmc.acceptance.identity import identity

        key = identity(violation, self._line, self._file).key
        if not self._left[key]:
            return None
        self._left[key] -= 1
        entry = self._entries[key]
        return Suppressed(violation, entry.loc, entry.reason, AcceptedBy.BASELINE)

    def names(self, prop: Property, at: Location) -> bool:
        code = "".join((self._line(at) or "").split())
        return (prop.id, self._file(at.file), code) in self._places
