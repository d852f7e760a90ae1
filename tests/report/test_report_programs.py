"""Reports of real programs against golden files; UPDATE_GOLDEN=1 rewrites the files."""

import os
from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.report.text import text_report
from cudabmc.source.files import SourceFiles
from cudabmc.verification.pipeline import verify

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden_programs"
PROGRAMS = ("races/ring_shift_missing_barrier", "memory/vector_add_no_guard", "sync/lost_update")


@pytest.mark.parametrize("name", PROGRAMS)
def test_report_of_a_program_is_the_golden_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = verify([f"benchmarks/{name}.cu"])
    text = text_report(result, Options(), SourceFiles().line)
    path = GOLDEN / f"{Path(name).name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()


def test_every_golden_file_has_a_program() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {Path(name).name for name in PROGRAMS}
