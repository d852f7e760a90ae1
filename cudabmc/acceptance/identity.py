"""What makes a finding the same one after lines have moved."""

from collections.abc import Callable

from cudabmc.late_dataclass import dataclass
from cudabmc.properties import PROPERTIES
from cudabmc.result import Place, Violation
from cudabmc.source.files import LineLookup


@dataclass(frozen=True, slots=True)
class PlaceIdentity:
    """A place without its line number: `code` is the text of its line, or what happens there if that is not known."""

    file: str
    function: str
    code: str

    @property
    def squeezed(self) -> tuple[str, str, str]:
        """Without the white space of the line."""
        return self.file, self.function, "".join(self.code.split())


@dataclass(frozen=True, slots=True)
class FindingIdentity:
    """A finding without threads, line numbers and values. A race has two places; a leak has that of the allocation,
    and all others have one. It is `about` an object, or has an empty name there."""

    prop: str
    about: str
    places: tuple[PlaceIdentity, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for the same finding, whichever of two places a report names first."""
        return self.prop, self.about, *sorted(place.squeezed for place in self.places)


def place_identity(place: Place, line: LineLookup, file: Callable[[str], str]) -> PlaceIdentity:
    """That of a place; `file` says what a file is called, however its path was written."""
    return PlaceIdentity(file(place.loc.file), place.function, (line(place.loc) or place.action).strip())


def identity(violation: Violation, line: LineLookup, file: Callable[[str], str]) -> FindingIdentity:
    """That of a violation, with files named likewise."""
    prop, about = PROPERTIES[violation.prop], violation.object
    named = violation.places[: 2 if prop.two_places else 1]
    places = tuple(place_identity(place, line, file) for place in named)
    if not places and about is not None and about.allocated is not None:
        places = (PlaceIdentity(file(about.allocated.file), "", (line(about.allocated) or "").strip()),)
    return FindingIdentity(prop.id, about.name if about else "", places)
