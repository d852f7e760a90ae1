"""The declarations of the properties, and the pages about them."""

import re
from pathlib import Path

import pytest

from cudabmc.errors import UsageError
from cudabmc.options.table import FLAGS, OPTIONS, Options
from cudabmc.properties import PROPERTIES, Property, enabled_properties, property_by_id
from cudabmc.properties.nan import NAN
from cudabmc.report.explanation import explanation
from cudabmc.report.property_text import property_list

DOCS = Path(__file__).parents[2] / "docs" / "properties"
ON = set(
    """assertion bounds null-dereference invalid-pointer use-after-free double-free invalid-free memory-space
    division-by-zero data-race barrier-divergence deadlock launch-config api-misuse unwinding
    misaligned-access uninitialised-use""".split()  # noqa: SIM905
)
ON_REQUEST = [
    "exit-status", "memory-leak", "uninitialised-read", "signed-overflow", "unsigned-overflow", "shift", "nan",
]  # fmt: skip
POINTERS = {"null-dereference", "invalid-pointer", "use-after-free", "double-free", "invalid-free", "memory-space"}


def on(options: Options) -> set[str]:
    return {prop.id for prop in enabled_properties(options)}


def test_the_ids_are_those_of_the_design() -> None:
    assert set(PROPERTIES) == {*ON, *ON_REQUEST}
    assert list(PROPERTIES) == sorted(PROPERTIES)


def test_the_defaults_are_those_of_the_design() -> None:
    assert on(Options()) == ON


def test_no_pointer_check_turns_off_everything_about_pointers() -> None:
    assert on(Options()) - on(Options(pointer_check=False)) == POINTERS


@pytest.mark.parametrize("prop", PROPERTIES)
def test_each_property_is_switched_by_its_id(prop: str) -> None:
    assert prop in on(Options(check=(prop,)))
    assert prop not in on(Options(no_check=(prop,)))
    assert on(Options(no_check=("all",), check=(prop,))) == set()


@pytest.mark.parametrize("prop", [p for p in PROPERTIES.values() if p.flag], ids=lambda p: p.id)
def test_each_switch_changes_its_property(prop: Property) -> None:
    changed = Options.from_mapping({prop.flag: not prop.default_on})
    assert (prop.id in on(changed)) is not prop.default_on


def test_all_checks_all() -> None:
    assert on(Options(check=("all",))) == set(PROPERTIES)


def test_an_unknown_id_gets_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        on(Options(check=("data-rce",)))
    assert "data-race" in caught.value.hint
    with pytest.raises(UsageError):
        property_by_id("")


@pytest.mark.parametrize("prop", PROPERTIES.values(), ids=lambda p: p.id)
def test_each_property_is_explained(prop: Property) -> None:
    text = explanation(prop)
    assert prop.id in text and prop.hint.split()[0] in text
    assert len(prop.explanation) > 100
    assert prop.sentence.endswith(".") and prop.hint.endswith(".")


@pytest.mark.parametrize("prop", PROPERTIES.values(), ids=lambda p: p.id)
def test_each_page_has_two_programs_and_the_option(prop: Property) -> None:
    page = (DOCS / f"{prop.id}.md").read_text()
    assert page.startswith(f"# {prop.id}: {prop.title}\n\n{prop.sentence}\n")
    assert page.count("```cuda\n") == 2
    assert page.count("// fails here") == 1
    for option in OPTIONS:
        if option.name == prop.flag:
            assert f"`{option.shown_flags[0]}`" in page
    assert all(flag in FLAGS for flag in re.findall(r"`(--[\w-]+)", page))


def test_there_are_no_other_pages_and_the_index_names_all() -> None:
    assert {path.stem for path in DOCS.glob("*.md")} - {"README"} == set(PROPERTIES)
    index = (DOCS / "README.md").read_text()
    assert all(f"| [{p.id}]({p.id}.md) | {p.sentence} |" in index for p in PROPERTIES.values())


def test_the_list_says_what_is_on() -> None:
    lines = property_list({NAN}).splitlines()
    assert [line.split()[0] for line in lines if line.split()[1] == "on"] == ["nan"]
