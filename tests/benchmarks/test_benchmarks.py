"""Every program under benchmarks/ gets the verdict, property and lines that it names."""

from pathlib import Path
from zlib import crc32

import pytest
from expectation import ROOT, Expectation, programs, read_expectation

from cudabmc.arguments import parse_arguments
from cudabmc.result import Result, Violation
from cudabmc.verify import verify

PROGRAMS = programs()


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT).with_suffix(""))


def _describe(result: Result) -> str:
    reports = [
        f"{v.prop} at {' and '.join(str(place.loc.line) for place in v.places)}: {v.message}" for v in result.violations
    ]
    return "\n".join([f"{result.verdict.value} {result.reason}", *result.bounds, *reports])


def _is_expected(violation: Violation, expected: Expectation) -> bool:
    """The planted property, at marked lines: both places of a race, else the primary one."""
    places = violation.places if expected.property == "data-race" else violation.places[:1]
    return violation.prop == expected.property and {place.loc.line for place in places} <= expected.lines


SLOW = {"inputs/max_of_eight", "inputs/chosen_block_size"}
"""What takes ten seconds and more."""

WHOLE = {"textbook", "memory", "races", "sync", "host", "inputs", "streams", "api", "models", "ratio"}
"""Folders of which the short set runs everything that is not slow; of the others it runs an eighth."""


def _is_short(name: str) -> bool:
    """Is a program in the short set? The eighth does not depend on what other programs there are."""
    return name not in SLOW and (name.partition("/")[0] in WHOLE or crc32(name.encode()) % 8 == 0)


def test_the_short_set_has_about_an_eighth_of_a_large_folder() -> None:
    names = [f"some_folder/program_{number}" for number in range(400)]
    assert 35 < sum(map(_is_short, names)) < 65
    assert _is_short("races/anything") and not _is_short("inputs/max_of_eight")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if _is_short(_name(path)) else pytest.mark.long) for path in PROGRAMS],
    ids=[_name(path) for path in PROGRAMS],
)
def test_a_program_gets_the_verdict_that_it_names(path: Path) -> None:
    expected = read_expectation(path)
    command = parse_arguments([*expected.options, str(path)])
    result = verify(command.files, command.options)

    assert result.verdict.value == expected.verdict, _describe(result)
    assert result.kernels or result.violations, "no kernel was launched"
    assert not [v for v in result.violations if not _is_expected(v, expected)], _describe(result)
