"""Verification conditions, and violations before they are confirmed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from cudabmc.late_dataclass import dataclass
from cudabmc.properties import Property
from cudabmc.result import ObjectInfo, Place
from cudabmc.state.value import Value


class Wording(Protocol):
    """What a report says of a condition."""

    @property
    def text(self) -> str:
        """What happens, in a sentence."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Who takes part, and where; the first is the primary position."""

    @property
    def hint(self) -> str:
        """What to do about it, or empty."""


@dataclass(frozen=True, slots=True)
class FixedWording:
    """A wording that is made with its condition."""

    text: str
    places: tuple[Place, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """`formula` is true in exactly the executions that break property `prop` here.

    It is the plain True for a violation that does not depend on inputs. It holds at most `within`, which is easier to
    decide: where two accesses meet, say, whatever they write.
    """

    prop: Property
    wording: Wording
    formula: Value
    about: ObjectInfo | None
    schedule: Any
    steps: int = 0  # length of the trace when it was found
    console: Any = None  # what the program had printed
    within: Value = True

    def under(self, formula: Value, schedule: Any, within: Value = True) -> "Condition":
        """The same condition for another formula."""
        return replace(self, formula=formula, schedule=schedule, within=within)

    @property
    def text(self) -> str:
        """What happens, in a sentence."""
        return self.wording.text

    @property
    def places(self) -> tuple[Place, ...]:
        """Who takes part, and where; the first is the primary position."""
        return self.wording.places

    @property
    def key(self) -> tuple[object, ...]:
        """Conditions with one key are one finding: the property and its position, for a race both."""
        places = self.places if self.prop.two_places else self.places[:1]
        return (self.prop.id, *sorted((p.loc.file, p.loc.line, p.loc.column) for p in places))

    def shown_by(self, conditions: "Iterable[Condition]") -> "Condition | None":
        """The condition of the same finding that holds for certain, if there is one among these."""
        return next((c for c in conditions if c.key == self.key and c.formula is True), None)
