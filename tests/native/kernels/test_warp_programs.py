"""Programs as people write them, with warp functions and cooperative groups, run at once."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import answer, compare

PROGRAMS = sorted((Path(__file__).parent / "warp_programs").glob("*.cu"))

MANY, FEW = 20_000, 300
"""Elements, about as many as threads."""


def text(program: Path, elements: int, tmp_path: Path) -> str:
    source = tmp_path / program.name
    source.write_text(program.read_text().replace("#include", f"#define N {elements}\n#include", 1))
    return str(source)


def launches(program: Path) -> int:
    return program.read_text().count("<<<")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_launches_of_many_threads_run_at_once(program: Path, tmp_path: Path) -> None:
    options = Options()
    found, taken = answer(load([text(program, MANY, tmp_path)], options), options)
    assert (found.verdict, found.violations) == ("SUCCESSFUL", frozenset())
    assert taken >= launches(program) - (program.stem in ("block_reduction", "scan"))  # whose second launches are small


SHORT = {"scan", "warp_histogram", "reduction_tail", "groups_by_key"}
"""Compared in the short set, too."""


@pytest.mark.parametrize(
    "program",
    [pytest.param(p, marks=() if p.stem in SHORT else pytest.mark.long) for p in PROGRAMS],
    ids=lambda path: path.stem,
)
def test_small_launches_have_the_same_answer_as_in_the_interpreter(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    options = Options()
    found, taken = compare(load([text(program, FEW, tmp_path)], options), options)
    assert (found.verdict, taken) == ("SUCCESSFUL", launches(program))
