"""The programs of other tests get the same answers from machine code, into which all host code goes here."""

from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from cudabmc.native import watch
from tests.native.answers import compare
from tests.native.kernels.test_programs import compared, sources

pytest.importorskip("llvmlite")

PARTS, SHORT = 120, 11
"""All programs in parts by their names, and the part that is in the short set."""


@pytest.mark.parametrize(
    "part", [pytest.param(n, marks=() if n == SHORT else pytest.mark.long) for n in range(PARTS)], ids=str
)
def test_programs(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    of_part = [source for source in sources() if crc32(source.name.encode()) % PARTS == part]
    assert sum(compared(source, tmp_path, partial(compare, seconds=60.0)) for source in of_part) > 0
