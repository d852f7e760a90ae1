"""The programs of other tests get the same answers where every launch runs at once."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import split
from zlib import crc32

import pytest

from benchmarks.expectation import ROOT, programs, read_expectation
from cudabmc.command.arguments import parse_arguments
from cudabmc.frontend.load import load_with
from cudabmc.goto.program import Program
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from tests.checks import (
    test_alignment,
    test_barriers,
    test_conditional_order,
    test_counting_waits,
    test_interference,
    test_memory,
    test_races,
    test_stray_pointers,
    test_switched_off,
    test_symbolic,
    test_synchronisation,
    test_uninitialised,
    test_validated_reads,
    test_warps,
)
from tests.checks.program_cases import read
from tests.native.kernels.answers import compare, look_at_small_arrays


@dataclass(frozen=True)
class Source:
    """A program: its name, the command line for it, and its text if it is in no file."""

    name: str
    words: tuple[str, ...]
    text: str = ""


COLLECTIONS = (
    test_alignment, test_barriers, test_conditional_order, test_counting_waits, test_interference, test_memory,
    test_races, test_stray_pointers, test_switched_off, test_symbolic, test_synchronisation, test_uninitialised,
    test_validated_reads, test_warps,
)  # fmt: skip

LEFT_OUT = {"inputs", "pug"}
"""Folders of benchmarks/ whose programs take long, and mostly do not run at once."""


def sources() -> list[Source]:
    """All programs, in a fixed order."""
    told = [
        Source(f"{collection.__name__}/{case.name}", tuple(split(case.options)), case.text)
        for collection in COLLECTIONS
        for case in read(collection.PROGRAMS)
    ]
    for path in programs():
        name = str(path.relative_to(ROOT))
        if name.partition("/")[0] not in LEFT_OUT:
            told.append(Source(name, (*read_expectation(path).options, str(path))))
    return told


def compared(source: Source, folder: Path, compare: Callable[[Program, Options], tuple[object, int]]) -> int:
    """Compares the answers, and counts what was fast."""
    words = list(source.words)
    if source.text:
        file = folder / "main.cu"
        file.write_text(source.text)
        words.append(str(file))
    command = parse_arguments(words)
    try:
        return compare(load_with(command.files, command.options).program, command.options)[1]
    except AssertionError as error:
        raise AssertionError(f"{source.name}: {error}") from error


PARTS, SHORT = 120, 47
"""All programs in parts by their names, and the part that is in the short set: many of its launches run at once."""


@pytest.mark.parametrize(
    "part", [pytest.param(n, marks=() if n == SHORT else pytest.mark.long) for n in range(PARTS)], ids=str
)
def test_programs(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    monkeypatch.setattr(at_once, "RECORDED", 0)
    look_at_small_arrays(monkeypatch)
    chosen = [source for source in sources() if crc32(source.name.encode()) % PARTS == part]
    taken = [compared(source, tmp_path, compare) > 0 for source in chosen]
    if part == SHORT:  # most of the others race, wait for each other, or depend on inputs
        assert sum(taken) > len(taken) // 4
