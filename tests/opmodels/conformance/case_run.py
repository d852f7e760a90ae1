"""Runs a conformance case and compares the answer with what the case says about itself."""

from collections.abc import Callable
from pathlib import Path

from case_file import Case

from cudabmc import Result, Verdict, verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.source.location import Location

SOURCE = "case.cu"
HARMLESS = ("no kernel was launched", "the program ends with status ")
"""How warnings begin that say nothing against a case."""


def check(case: Case, folder: Path, *more: str) -> None:
    """Verify the program of the case; what differs is an AssertionError that names lines of the file of cases."""
    source = folder / SOURCE
    source.write_text("\n".join(text for _, text in case.lines()) + "\n", encoding="utf-8")
    options = parse_arguments([*case.options, *more, str(source)]).options
    if case.expect == "unsupported":
        _check_refusal(case, lambda: verify([str(source)], options))
        return
    try:
        result = verify([str(source)], options)
    except SourceError as error:
        raise AssertionError(f"{_place(case, error.location)}: {error.message}") from None
    told = [f"{result.verdict.value} {result.reason}", *result.warnings]
    found: dict[str, set[int]] = {}
    for violation in result.violations:
        for place in violation.places:
            found.setdefault(violation.prop, set())
            told.append(f"{_place(case, place.loc)}: {violation.prop}: {violation.message}")
            if _number(case, place.loc) != case.line:  # what stands around a case is of its own line
                found[violation.prop].add(_number(case, place.loc))
    text = "\n".join(told)
    expected = {case.prop: set(case.marked)} if case.expect == "fires" else {}
    assert found == expected, text
    assert result.verdict is (Verdict.FAILED if case.expect == "fires" else Verdict.SUCCESSFUL), text
    assert all(warning.startswith(HARMLESS) for warning in result.warnings), text
    assert case.where == "main" or result.kernels, text


def _check_refusal(case: Case, run: Callable[[], Result]) -> None:
    """The program is refused, and the message names what the case is about."""
    try:
        result = run()
    except UnsupportedError as error:
        missing = [name for name in case.names if name not in error.message]
        assert not missing, f"{case.file}:{case.line}: refused, but for another reason: {error.message}"
        return
    except SourceError as error:
        raise AssertionError(f"{_place(case, error.location)}: {error.message}") from None
    raise AssertionError(f"{case.file}:{case.line}: not refused: {result.verdict.value}")


def _number(case: Case, place: Location | None) -> int:
    """The line of the file of cases that a place in the program is; 0 for one in a header."""
    lines = case.lines()
    if place is None or Path(place.file).name != SOURCE or not 0 < place.line <= len(lines):
        return 0
    return lines[place.line - 1][0]


def _place(case: Case, place: Location | None) -> str:
    """FILE:LINE for messages: that of the case for what is not in it."""
    return f"{case.file}:{_number(case, place) or case.line}"
