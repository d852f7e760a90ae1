"""Violations in the order of the source, with those that say the same thing merged."""

from collections.abc import Iterable
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.result import ThreadId, Violation
from cudabmc.source.location import NOWHERE, Location


@dataclass(slots=True)
class ViolationGroup:
    """Violations of one property at the same positions. `first` is shown in full; `further` threads
    broke it with the same sentence, and `others` are the first ones with each other sentence."""

    first: Violation
    further: list[ThreadId] = field(default_factory=list)
    others: list[Violation] = field(default_factory=list)


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
    return sorted(groups.values(), key=_order)


def _order(group: ViolationGroup) -> tuple[str, int, int, str]:
    loc = group.first.places[0].loc if group.first.places else NOWHERE
    return loc.file, loc.line, loc.column, group.first.prop
