"""Findings that probably have one cause are told as such; none is lost."""

from dataclasses import replace

from report_samples import at, beyond, race, second_read

from cudabmc.report.group import grouped
from cudabmc.result import ObjectInfo, Violation


def causes(*violations: Violation) -> list[Violation | None]:
    """The cause of each finding, in their order."""
    return [group.cause for group in grouped(violations)]


def test_races_of_one_access_have_one_cause() -> None:
    second = second_read()
    assert causes(race(), second) == [None, race()]
    elsewhere = replace(second, places=(replace(second.places[0], loc=at(2)), second.places[1]))
    assert causes(race(), elsewhere) == [None, None], "they share no access"


def test_races_on_two_objects_have_two_causes() -> None:
    other = replace(second_read(), object=ObjectInfo("r", 128, "shared", at(2, 20)))
    assert causes(race(), other) == [None, None]


def test_accesses_beyond_an_array_of_an_arbitrary_size_have_one_cause() -> None:
    assert causes(beyond(3, 1), beyond(5, 8)) == [None, beyond(3, 1)]
    without = [replace(violation, hint="") for violation in (beyond(3, 1), beyond(5, 8))]
    assert causes(*without) == [None, None]


def test_other_properties_are_other_causes() -> None:
    assert causes(beyond(3, 1), replace(beyond(5, 8), prop="assertion")) == [None, None]


def test_an_assertion_beside_a_race_says_what_to_repair_first() -> None:
    failing = replace(beyond(3, 1), prop="assertion", hint="look")
    hints = {group.first.prop: group.hint for group in grouped([failing, race()])}
    assert hints["assertion"] == f"look; the data race at {race().places[0].loc} may be the cause, so repair that first"
    assert "repair that first" not in hints["data-race"]
    assert [group.hint for group in grouped([failing])] == ["look"]
