"""Faulty programs with the correct programs that they differ from in a few lines."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from benchmarks.expectation import Expectation, programs, read_expectation

MOST_LINES = 8
"""Lines that are different in one of the two, or in the other: a defect, and what is left out of the checks with it."""

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Twins(NamedTuple):
    """A faulty program, what it says of itself, and a correct one that is almost the same."""

    faulty: Path
    expectation: Expectation
    correct: Path


def twins() -> list[Twins]:
    """Every faulty program that has a twin, in a fixed order."""
    expected = {path: read_expectation(path) for path in programs()}
    lines = {path: _lines(path) for path in expected}
    correct = [path for path, one in expected.items() if one.verdict == "SUCCESSFUL"]
    found = []
    for path, one in expected.items():
        if one.verdict == "FAILED":
            twin = min(correct, key=lambda other: (_apart(lines[path], lines[other]), other))
            if _apart(lines[path], lines[twin]) <= MOST_LINES:
                found.append(Twins(path, one, twin))
    return found


def _apart(one: Counter[str], other: Counter[str]) -> int:
    return sum((one - other).values()) + sum((other - one).values())


def _lines(path: Path) -> Counter[str]:
    """The lines of a program that have code, without blanks and comments."""
    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    lines = (" ".join(line.split()) for line in text.splitlines())
    return Counter(line for line in lines if line)
