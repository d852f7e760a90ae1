"""Golden GOTO texts of small programs. `UPDATE_GOLDEN=1 pytest tests/frontend/test_lower_golden.py` rewrites them."""

import os
from pathlib import Path

import pytest

from cudabmc.frontend.c import compile_files
from cudabmc.goto.reader import parse_program
from cudabmc.goto.text import print_program
from cudabmc.goto.verify import verify
from cudabmc.options.table import Options

PROGRAMS = Path(__file__).with_name("lower_programs")
GOLDEN = sorted(PROGRAMS.glob("*.cu"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_a_program_lowers_to_its_golden_text(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROGRAMS)
    program = compile_files([path.name], {path.name: Options()})
    verify(program)
    text = print_program(program)
    golden = path.with_suffix(".goto")
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text)
    assert text == golden.read_text()
    assert parse_program(text) == program
