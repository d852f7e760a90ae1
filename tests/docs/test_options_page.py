"""docs/options.md is current, and its examples are what the options take."""

import re
import shlex

import pytest
import yaml
from page_blocks import ROOT, blocks

from cudabmc.command.arguments import parse_arguments
from cudabmc.options.table import OPTIONS, Option, Options
from cudabmc.report.option_samples import NOTES
from cudabmc.report.options_page import options_page, python_example, values

PAGE = (ROOT / "docs" / "options.md").read_text()
SECTIONS = {match[1]: match[0] for match in re.finditer(r"(?ms)^### (\S+)\n.*?(?=^### |\Z)", PAGE)}
ALL = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)


def test_the_page_is_current() -> None:
    assert options_page() == PAGE, "python -m cudabmc.report.options_page > docs/options.md"


def test_every_option_has_a_section_that_a_table_links_to() -> None:
    assert list(SECTIONS) == [option.key for option in OPTIONS]
    shown = [(flag, option) for option in OPTIONS for flag in option.shown_flags]
    assert [flag for flag, option in shown if not re.search(rf"\[`{flag}[ `][^)]*\]\(#{option.key}\)", PAGE)] == []


def test_notes_are_of_options_that_there_are() -> None:
    assert set(NOTES) <= {option.name for option in OPTIONS}


@ALL
def test_the_command_the_suite_and_python_say_the_same(option: Option) -> None:
    section = SECTIONS[option.key]
    (block,) = blocks(section)
    command = parse_arguments(shlex.split(block.text)[1:])
    assert command.files == ("main.cu",)
    given = re.search(r"(?m)^- In a suite: `(.*)`$", section)
    assert given and Options.from_mapping(yaml.safe_load(given[1])) == command.options
    assert Options.from_mapping({option.name: python_example(option)}) == command.options
    assert f"verify('main.cu', {option.name}={python_example(option)!r})" in section
    assert command.options != Options()


@ALL
def test_a_section_says_what_the_option_takes(option: Option) -> None:
    assert f"\n- Takes: {values(option)}" in SECTIONS[option.key]
    if option.parse and option.metavar in ("N", "K"):
        assert "whole number" in values(option) or "power of two" in values(option)
