"""A file of accepted findings, in YAML: findings of today that are to fail no job, while new ones do.

    version: 1
    findings:
    - property: data-race
      object: counter
      reason: an approximate count is enough
      places:
      - {file: src/count.cu, function: count, code: '*counter += 1;'}

A finding is named by what stays the same when lines move (`identity.py`). Files are named as seen from the folder of
the baseline. `count`, if it is there, says how many findings of this name are accepted: of two like lines one may be
new.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import yaml

from cudabmc.acceptance.identity import FindingIdentity, PlaceIdentity, identity
from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.result import Suppressed, Violation
from cudabmc.source.files import LineLookup
from cudabmc.source.location import Location

VERSION = 1
_HEADER = "# Accepted findings, for cudabmc --baseline. A reason that an entry is given is kept by --write-baseline.\n"
_TEXTS = {"property", "object", "reason"}
_KEYS = {*_TEXTS, "places", "count"}


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """`count` findings of a name are accepted; the entry stands at `loc`."""

    finding: FindingIdentity
    count: int
    reason: str
    loc: Location


def read_baseline(path: str) -> tuple[BaselineEntry, ...]:
    """The entries of a file. Raises UsageError."""
    try:
        changed = os.stat(path)
        return _read(path, changed.st_mtime_ns, changed.st_size)
    except OSError as error:
        hint = f"cudabmc --write-baseline {path} ... makes it" if isinstance(error, FileNotFoundError) else ""
        raise UsageError(f"cannot read the baseline {path}: {error.strerror or error}", hint=hint) from None


def baseline_text(violations: Iterable[Violation], line: LineLookup, path: str, *, keeps: bool) -> str:
    """The file `path` that accepts these violations, with the reasons that its entries have now; it `keeps` its other
    entries, or not. Raises UsageError."""
    known = {entry.finding.key: entry for entry in (read_baseline(path) if os.path.exists(path) else ())}
    entries: dict[tuple[object, ...], BaselineEntry] = {}
    for violation in violations:
        finding = identity(violation, line, names_from(path))
        reason = known[finding.key].reason if finding.key in known else ""
        count = entries[finding.key].count + 1 if finding.key in entries else 1
        entries[finding.key] = BaselineEntry(finding, count, reason, Location(path, 0))
    if keeps:
        entries = {**known, **entries}
    in_order = sorted(entries.values(), key=lambda entry: _sorted_by(entry.finding))
    document = {"version": VERSION, "findings": [_document(entry) for entry in in_order]}
    return _HEADER + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100_000)


def unused(path: str, files: Iterable[str], accepted: Iterable[Suppressed]) -> list[BaselineEntry]:
    """The entries for findings in these files that have accepted nothing."""
    name, used = names_from(path), {suppressed.loc for suppressed in accepted}
    own = {name(str(file)) for file in files}
    entries = (entry for entry in read_baseline(path) if entry.loc not in used)
    return [entry for entry in entries if entry.finding.places and entry.finding.places[0].file in own]


def names_from(baseline: str) -> Callable[[str], str]:
    """Names files as seen from the folder of a baseline, the same however a path was written."""
    folder = os.path.dirname(os.path.realpath(baseline))

    @cache
    def name(file: str) -> str:
        if file.startswith("<") or not file:
            return file
        return os.path.relpath(os.path.realpath(file), folder).replace(os.sep, "/")

    return name


def _sorted_by(finding: FindingIdentity) -> tuple[object, ...]:
    return [place.squeezed for place in finding.places], finding.prop, finding.about


def _document(entry: BaselineEntry) -> dict[str, object]:
    finding = entry.finding
    found: dict[str, object] = {"property": finding.prop}
    if finding.about:
        found["object"] = finding.about
    if entry.count != 1:
        found["count"] = entry.count
    if entry.reason:
        found["reason"] = entry.reason
    found["places"] = [
        {"file": place.file, **({"function": place.function} if place.function else {}), "code": place.code}
        for place in finding.places
    ]
    return found


# ---------------------------------------------------------------- reading


@lru_cache(maxsize=8)
def _read(path: str, _changed: int, _size: int) -> tuple[BaselineEntry, ...]:
    """Read anew when the file has changed."""
    with open(path, encoding="utf-8") as stream:
        try:
            loader = yaml.SafeLoader(stream.read())
            root = loader.get_single_node()
            document = loader.construct_document(root) if root is not None else None
        except (yaml.YAMLError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            where = f"{path}:{mark.line + 1}" if mark else path
            raise UsageError(f"{where}: no YAML: {getattr(error, 'problem', None) or error}") from None
    if not isinstance(document, Mapping) or document.get("version") != VERSION:
        raise UsageError(f"{path} is no baseline of version {VERSION}", hint="--write-baseline FILE makes one")
    found = document.get("findings") or []
    if not isinstance(found, list):
        raise UsageError(f"{path}: findings: a list is expected")
    return tuple(_entries(path, found, _lines(root)))


def _lines(root: yaml.Node | None) -> list[int]:
    """Where the entries begin."""
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    nodes = next((value for key, value in pairs if key.value == "findings"), None)
    return [node.start_mark.line + 1 for node in nodes.value] if isinstance(nodes, yaml.SequenceNode) else []


def _entries(path: str, found: list[Any], lines: list[int]) -> Iterator[BaselineEntry]:
    for entry, number in zip(found, lines, strict=True):
        loc = Location(path, number)
        if not isinstance(entry, Mapping) or not isinstance(entry.get("property"), str):
            raise UsageError(f"{loc}: an entry needs a property")
        wrong = [key for key in entry if key not in _KEYS]
        wrong += [key for key in _TEXTS if not isinstance(entry.get(key, ""), str)]
        count = entry.get("count", 1)
        if wrong or not isinstance(count, int) or count < 1:
            raise UsageError(f"{loc}: {wrong[0] if wrong else 'count'}: this is not in the format of a baseline")
        places = tuple(_place(loc, place) for place in entry.get("places") or ())
        finding = FindingIdentity(entry["property"], entry.get("object", ""), places)
        yield BaselineEntry(finding, count, entry.get("reason", ""), loc)


def _place(loc: Location, place: object) -> PlaceIdentity:
    if not isinstance(place, Mapping) or not all(isinstance(part, str) for part in place.values()):
        raise UsageError(f"{loc}: a place is a file, a function and the code of the line")
    return PlaceIdentity(place.get("file", ""), place.get("function", ""), place.get("code", ""))
