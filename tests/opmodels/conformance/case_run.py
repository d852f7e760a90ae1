"""Runs a conformance case and compares the answer with what the case says about itself."""

from pathlib import Path

from case_file import Case

from cudabmc import Verdict, verify
from cudabmc.arguments import parse_arguments
from cudabmc.errors import SourceError, UnsupportedError

HARMLESS = {"no kernel was launched"}


def check(case: Case, folder: Path, *more: str) -> None:
    """Verify the program of the case; what differs is an AssertionError that names lines of the file of cases."""
    source = folder / "case.cu"
    source.write_text("\n".join(text for _, text in case.lines()) + "\n", encoding="utf-8")
    options = parse_arguments([*case.options, *more, str(source)]).options
    if case.expect == "unsupported":
        _check_refusal(case, lambda: verify([str(source)], options))
        return
    try:
        result = verify([str(source)], options)
    except SourceError as error:
        raise AssertionError(f"{_place(case, error.location.line if error.location else 0)}: {error.message}") from None
    told = [f"{result.verdict.value} {result.reason}", *result.warnings]
    found: dict[str, set[int]] = {}
    for violation in result.violations:
        for place in violation.places:
            told.append(f"{_place(case, place.loc.line)}: {violation.prop}: {violation.message}")
            found.setdefault(violation.prop, set()).add(_number(case, place.loc.line))
    text = "\n".join(told)
    expected = {case.prop: set(case.marked)} if case.expect == "fires" else {}
    assert found == expected, text
    assert result.verdict is (Verdict.FAILED if case.expect == "fires" else Verdict.SUCCESSFUL), text
    assert set(result.warnings) <= HARMLESS, text
    assert case.where == "main" or result.kernels, text


def _check_refusal(case, run) -> None:  # type: ignore[no-untyped-def]
    """The program is refused, and the message names what the case is about."""
    try:
        result = run()
    except UnsupportedError as error:
        missing = [name for name in case.names if name not in error.message]
        assert not missing, f"{case.file}:{case.line}: refused, but for another reason: {error.message}"
        return
    except SourceError as error:
        raise AssertionError(f"{_place(case, error.location.line if error.location else 0)}: {error.message}") from None
    raise AssertionError(f"{case.file}:{case.line}: not refused: {result.verdict.value}")


def _number(case: Case, line: int) -> int:
    """The line of the file of cases that a line of the program is."""
    lines = case.lines()
    return lines[line - 1][0] if 0 < line <= len(lines) else 0


def _place(case: Case, line: int) -> str:
    return f"{case.file}:{_number(case, line) or case.line}"
