"""Violations in the order of the source, with those that say the same thing merged."""

from collections.abc import Iterable
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.properties import PROPERTIES
from cudabmc.result import ObjectInfo, ThreadId, Violation
from cudabmc.source.location import NOWHERE, Location


@dataclass(slots=True)
class ViolationGroup:
    """Violations of one property at the same positions. `first` is shown in full; `further` threads
    broke it with the same sentence, and `others` are the first ones with each other sentence. `cause` is an earlier
    violation that probably has the same cause; `race` is a data race that a failing assertion may come from."""

    first: Violation
    further: list[ThreadId] = field(default_factory=list)
    others: list[Violation] = field(default_factory=list)
    cause: Violation | None = None
    race: Violation | None = None

    @property
    def hint(self) -> str:
        """What usually helps."""
        known = PROPERTIES.get(self.first.prop)
        hint = self.first.hint or (known.hint if known else "")
        if self.race is None or not self.race.places:
            return hint
        first = f"the data race at {self.race.places[0].loc} may be the cause, so repair that first"
        return f"{hint}; {first}" if hint else first


def grouped(violations: Iterable[Violation]) -> list[ViolationGroup]:
    """Groups sorted by file, line, column, property. Within a group the order is that of the run."""
    groups: dict[tuple[str, tuple[Location, ...]], ViolationGroup] = {}
    for violation in violations:
        key = (violation.prop, tuple(place.loc for place in violation.places))
        if key not in groups:
            groups[key] = ViolationGroup(violation)
            continue
        group = groups[key]
        if violation.message == group.first.message:
            group.further.extend(place.thread for place in violation.places[:1])
        elif all(violation.message != other.message for other in group.others):
            group.others.append(violation)
    found = sorted(groups.values(), key=_order)
    for number, group in enumerate(found):
        group.cause = next((other.first for other in found[:number] if _share_cause(group.first, other.first)), None)
    race = next((group.first for group in found if group.first.prop == "data-race"), None)
    for group in found:
        group.race = race if group.first.prop == "assertion" else None
    return found


def _share_cause(one: Violation, other: Violation) -> bool:
    """Are they about the same object, and the same access to it races with both, or the same can be done about both?"""
    if one.prop != other.prop or one.object is None or other.object is None:
        return False
    if _place_of(one.object) != _place_of(other.object):
        return False
    if PROPERTIES[one.prop].two_places:
        return any(place.loc == also.loc for place in one.places for also in other.places)
    return bool(one.hint) and one.hint == other.hint


def _place_of(obj: ObjectInfo) -> tuple[str, str, Location | None]:
    """What names an object; its size may depend on inputs."""
    return obj.name, obj.space, obj.allocated


def _order(group: ViolationGroup) -> tuple[str, int, int, str]:
    loc = group.first.places[0].loc if group.first.places else NOWHERE
    return loc.file, loc.line, loc.column, group.first.prop
