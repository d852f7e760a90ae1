"""Every program under benchmarks/ gets the verdict, property and lines that it names."""

from pathlib import Path
from zlib import crc32

import pytest
from expectation import ROOT, Expectation, programs, read_expectation

from cudabmc.command.arguments import parse_arguments
from cudabmc.result import Result, Violation
from cudabmc.verification.pipeline import verify

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

SHARES = {
    **dict.fromkeys(("races", "sync", "streams", "models", "ratio"), 4),
    **dict.fromkeys(("textbook", "memory", "host", "inputs", "api"), 8),
}
"""Of which part of a folder the short set runs everything that is not slow: a 4th, an 8th, or else a 24th."""


def _is_short(name: str) -> bool:
    """Is a program in the short set? That does not depend on what other programs there are."""
    return name not in SLOW and crc32(name.encode()) % SHARES.get(name.partition("/")[0], 24) == 0


@pytest.mark.parametrize(
    "folder, least, most", [("races", 75, 125), ("textbook", 35, 65), ("some_folder", 8, 28)], ids=str
)
def test_the_short_set_has_a_fixed_part_of_a_folder(folder: str, least: int, most: int) -> None:
    names = [f"{folder}/program_{number}" for number in range(400)]
    assert least <= sum(map(_is_short, names)) <= most
    assert not _is_short("inputs/max_of_eight")


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
