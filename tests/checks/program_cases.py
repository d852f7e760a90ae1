"""Small CUDA programs that carry their expectation on the lines that cause it.

    //# name --options           starts a program
    //! expect UNKNOWN           only where neither a marked line nor its absence says the verdict
    //! warns no execution       a warning that the report must hold
    //! because while the loop   part of the reason of an UNKNOWN
    //! long                     it takes a minute: not in the short set
    //! por-too                  `--no-por` must give the same answer (`por-too long`: it takes seconds)
    //! known the reason         a known fault: the test must fail
    //! known-unreduced reason   the same, but only with `--no-por`
        x = 1;  // <- data-race  this line is named by a violation of that property

A program without a marked line is expected to be SUCCESSFUL. All lines that the violations of a property
name (both positions of a race, all threads of a deadlock) must be marked, and all marked ones be named.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from cudabmc import Options, Result, verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.result import HAS_LEFT

_HEAD = re.compile(r"//# *(\S+) *(.*)")
_NOTE = re.compile(r"//! *(\S+) *(.*)")
_MARK = re.compile(r"// <- ([a-z, -]+)$")

Named = dict[str, frozenset[int]]
"""Property -> lines."""


@dataclass(frozen=True)
class Case:
    """One program and what must be answered."""

    name: str
    options: str
    text: str
    expect: str
    lines: Named
    warns: str
    because: str
    long: bool
    por_too: str | None
    known: str
    known_unreduced: str


def cases(text: str) -> list[object]:
    """The programs of a collection as parameters of a test."""
    return [_parameter(case, case.known, long=case.long) for case in read(text)]


def unreduced(*collections: str) -> list[object]:
    """The programs that are marked `por-too`."""
    marked = [c for text in collections for c in read(text) if c.por_too is not None]
    return [_parameter(c, c.known or c.known_unreduced, long=c.por_too == "long") for c in marked]


def _parameter(case: Case, known: str, *, long: bool = False) -> object:
    marks = [pytest.mark.xfail(strict=True, reason=known)] if known else []
    marks += [pytest.mark.long] if long else []
    return pytest.param(case, id=case.name, marks=marks)


def read(text: str) -> list[Case]:
    """The programs of a collection."""
    return [_case(part) for part in re.split(r"(?m)^(?=//# )", text)[1:]]


def _case(text: str) -> Case:
    head = _HEAD.match(text)
    assert head, text
    notes = {m[1]: m[2] for m in _NOTE.finditer(text)}
    lines: dict[str, set[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        mark = _MARK.search(line)
        for prop in mark[1].split(", ") if mark else []:
            lines.setdefault(prop, set()).add(number)
    expect = notes.get("expect") or ("FAILED" if lines else "SUCCESSFUL")
    return Case(
        head[1], head[2], text, expect, {p: frozenset(n) for p, n in lines.items()},
        notes.get("warns", ""), notes.get("because", ""), "long" in notes, notes.get("por-too"),
        notes.get("known", ""), notes.get("known-unreduced", ""),
    )  # fmt: skip


def run(case: Case, folder: Path, *more: str) -> Result:
    """Verify the program of a case."""
    source = folder / "main.cu"
    source.write_text(case.text)
    options: Options = parse_arguments([*shlex.split(case.options), *more, str(source)]).options
    return verify([str(source)], options)


def named(result: Result) -> Named:
    """Property -> the lines that its violations name; that of a thread that is no longer there is an extra."""
    found: dict[str, set[int]] = {}
    for violation in result.violations:
        places = [place for place in violation.places if place.action != HAS_LEFT]
        found.setdefault(violation.prop, set()).update(place.loc.line for place in places if place.loc.line)
    return {p: frozenset(n) for p, n in found.items()}


def check(case: Case, result: Result) -> None:
    """Compare an answer with what the program says about itself."""
    told = "\n".join(
        [
            f"{result.verdict.value} {result.reason}",
            *result.warnings,
            *(f"{v.prop}: {v.message}" for v in result.violations),
        ]
    )
    assert result.verdict.value == case.expect, told
    assert named(result) == case.lines, told
    assert case.warns in "\n".join(result.warnings), told
    assert case.because in result.reason, told
    if result.verdict.value == "SUCCESSFUL" and not case.warns:
        assert not result.warnings, told
