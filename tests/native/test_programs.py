"""The programs of other tests get the same answers from machine code, into which all host code goes here."""

from pathlib import Path
from zlib import crc32

import pytest

from cudabmc.command.arguments import parse_arguments
from cudabmc.frontend.load import load_with
from cudabmc.native import watch
from tests.lane.test_programs import Source, sources
from tests.native.answers import compare

pytest.importorskip("llvmlite")

PARTS, SHORT = 60, 11
"""All programs in parts by their names, and the part that is in the short set."""


def pieces_of(source: Source, folder: Path) -> int:
    """Compares the answers, and counts the loops and functions that became machine code."""
    words = list(source.words)
    if source.text:
        file = folder / "main.cu"
        file.write_text(source.text)
        words.append(str(file))
    command = parse_arguments(words)
    try:
        return compare(load_with(command.files, command.options).program, command.options, 60.0)[1]
    except AssertionError as error:
        raise AssertionError(f"{source.name}: {error}") from error


@pytest.mark.parametrize(
    "part", [pytest.param(n, marks=() if n == SHORT else pytest.mark.long) for n in range(PARTS)], ids=str
)
def test_programs(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    of_part = [source for source in sources() if crc32(source.name.encode()) % PARTS == part]
    assert sum(pieces_of(source, tmp_path) for source in of_part) > 0
