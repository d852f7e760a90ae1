"""Random host programs get the same answers from machine code, into which all of them goes here.

The short set tries other programs in each run; a failure names its seed.
"""

import random
from pathlib import Path

import pytest

from cudabmc.native import watch
from tests.native.random_host_code import random_host_code
from tests.native.test_host_code import answered

pytest.importorskip("llvmlite")


def tried(seeds: range, folder: Path) -> None:
    for seed in seeds:
        try:
            answered(random_host_code(seed), folder, "c")
        except AssertionError as error:
            raise AssertionError(f"seed {seed}\n{random_host_code(seed)}") from error


def test_random_host_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    first = random.SystemRandom().randrange(10**9)
    tried(range(first, first + 3), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_random_host_programs(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    tried(range(50 * part, 50 * part + 50), tmp_path)
