"""Violations as results. The message links every other place, so that a viewer that shows one line of a finding
leads to the others (GitHub shows related locations only where the message links them)."""

from collections.abc import Iterable, Mapping

from cudabmc.properties import PROPERTIES
from cudabmc.report.group import ViolationGroup, grouped
from cudabmc.report.json_text import Json
from cudabmc.report.names import object_name, short_thread_name, thread_name
from cudabmc.report.plural import plural
from cudabmc.report.sarif.fingerprint import Fingerprints
from cudabmc.report.sarif.flows import MOST_STEPS, code_flow
from cudabmc.report.sarif.places import SarifLocations
from cudabmc.report.sarif.rules import INDEX, level
from cudabmc.report.violation import sentence
from cudabmc.result import AcceptedBy, Place, Result, Suppressed, Violation
from cudabmc.source.location import Location

MOST_IN_ALL = 20_000
"""Steps of all findings together: a log of 10 MB is too large for GitHub."""
MOST_RELATED = 16
LEAST_STEPS = 40


def findings(result: Result, places: SarifLocations) -> list[dict[str, Json]]:
    """One result for each group of violations at the same places, then those that comments accept."""
    groups = grouped(result.violations)
    launches = {proof.name: proof.launch for proof in result.proofs if proof.launch}
    accepted = [(ViolationGroup(s.violation), s) for s in result.suppressed]
    most = max(LEAST_STEPS, min(MOST_STEPS, MOST_IN_ALL // max(1, len(groups) + len(accepted))))
    fingerprints = Fingerprints(places)
    told = [
        _finding(group, places, fingerprints, most, suppressed, launches)
        for group, suppressed in [*((group, None) for group in groups), *accepted]
    ]
    if result.suggestion is not None and result.suggestion.found and result.suggestion.lines and told:
        from cudabmc.report.sarif.fixes import fix

        told[0]["fixes"] = [fix(result.suggestion, places)]
    return told


def _finding(
    group: ViolationGroup, places: SarifLocations, fingerprints: Fingerprints, most: int,
    suppressed: Suppressed | None, launches: Mapping[str, str],
) -> dict[str, Json]:  # fmt: skip
    violation = group.first
    prop = PROPERTIES[violation.prop]
    related = _related(violation, places)
    finding: dict[str, Json] = {
        "ruleId": prop.id,
        "ruleIndex": INDEX[prop.id],
        "kind": "fail",
        "level": level(prop),
        "message": {"text": _message(group, related)},
        "locations": _primary(violation, places),
        "relatedLocations": [location for location, _ in related],
        "partialFingerprints": {"cudabmc/v1": fingerprints.of(violation)},
        "occurrenceCount": 1 + len(group.further) + len(group.others),
        "stacks": _stacks(violation.places, places),
        "properties": _properties(violation, launches),
    }
    flow = code_flow(violation, places, most)
    if flow is not None:
        finding["codeFlows"] = [flow]
    if suppressed is not None:
        finding["suppressions"] = [_suppression(suppressed, places)]
    return finding


def _primary(violation: Violation, places: SarifLocations) -> list[Json]:
    """Where it happens; without a place (a leak), where its object comes from."""
    loc: Location | None = None
    if violation.places:
        loc = violation.places[0].loc
    elif violation.object:
        loc = violation.object.allocated
    location = places.location(loc) if loc else None
    if location is None:
        return []
    if violation.places and violation.places[0].function:
        location["logicalLocations"] = [{"name": violation.places[0].function, "kind": "function"}]
    return [location]


def _related(violation: Violation, places: SarifLocations) -> list[tuple[dict[str, Json], str]]:
    """The other places and the object, numbered from 1, each with the words that the message links to it."""
    about: dict[Location, tuple[str, str]] = {}
    for place in violation.places[1:]:
        action = f": {place.action}" if place.action else ""
        said, linked = thread_name(place.thread) + action, _linked(place)
        about.setdefault(place.loc, (said, linked))
    info = violation.object
    if info and info.allocated and violation.places:
        about.setdefault(info.allocated, (f"This is {object_name(info, places.line)}.", "the object"))
    found: list[tuple[dict[str, Json], str]] = []
    for loc, (said, linked) in about.items():
        location = places.location(loc, said)
        if location is not None and len(found) < MOST_RELATED:
            location["id"] = len(found) + 1
            found.append((location, linked))
    return found


def _linked(place: Place) -> str:
    return f"{place.action or 'the other place'} by {short_thread_name(place.thread)}"


def _message(group: ViolationGroup, related: Iterable[tuple[dict[str, Json], str]]) -> str:
    """Sentences: what is broken, where else to look, what to do."""
    violation = group.first
    prop = PROPERTIES[violation.prop]
    # A bracket of the program must not look like a link of ours.
    parts = [sentence(violation.message.strip().replace("](", "\\](") or prop.title)]
    links = [f"[{_escaped(words)}]({location['id']})" for location, words in related]
    if links:
        parts.append(f"See {', '.join(links)}.")
    if group.further:
        parts.append(f"The same in {plural(len(group.further), 'further thread')}.")
    parts.append(_hint(violation))
    return " ".join(parts)


def _hint(violation: Violation) -> str:
    return sentence(violation.hint.strip() or PROPERTIES[violation.prop].hint)


def _escaped(words: str) -> str:
    return "".join("\\" + c if c in "[]\\" else c for c in words)


def _stacks(participants: Iterable[Place], places: SarifLocations) -> list[Json]:
    found: list[Json] = []
    for place in list(participants)[:MOST_RELATED]:
        frames: list[Json] = []
        for name, loc in ((place.function, place.loc), *place.stack):
            location = places.location(loc, name)
            if location is not None:
                if name:
                    location["logicalLocations"] = [{"name": name, "kind": "function"}]
                frames.append({"location": location})
        stack: Json = {"message": {"text": thread_name(place.thread)}, "frames": frames}
        if place.stack and frames and stack not in found:  # the standard wants them to differ
            found.append(stack)
    return found


def _properties(violation: Violation, launches: Mapping[str, str]) -> Json:
    """What SARIF has no field for. `threads` and `values` go together, and `launch` is that of a faulty kernel."""
    shown = violation.places[:MOST_RELATED]
    told: dict[str, Json] = {
        "what": sentence(violation.message.strip() or PROPERTIES[violation.prop].title),
        "hint": _hint(violation),
        "inputs": _pairs(violation.inputs),
        "threads": [thread_name(place.thread) for place in shown],
        "values": [_pairs(place.values) for place in shown],
        "schedule": list(violation.schedule),
    }
    launch = next((found for place in shown if (found := launches.get(place.thread.kernel))), None)
    if launch is not None:
        told["launch"] = launch
    return told


def _pairs(pairs: Iterable[tuple[str, str]]) -> Json:
    return [{"name": name, "value": value} for name, value in pairs]


def _suppression(suppressed: Suppressed, places: SarifLocations) -> Json:
    kind = "inSource" if suppressed.by is AcceptedBy.COMMENT else "external"
    told: dict[str, Json] = {"kind": kind, "status": "accepted"}
    if suppressed.reason:
        told["justification"] = suppressed.reason
    location = places.location(suppressed.loc)
    if location is not None:
        told["location"] = location
    return told
