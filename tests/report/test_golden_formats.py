"""Formats for other programs against golden files, without what differs by version; UPDATE_GOLDEN=1 rewrites them."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from report_samples import SHIFT, at, failed, race

from cudabmc.options.table import Options
from cudabmc.report.json_report import json_report
from cudabmc.report.junit_report import junit_report
from cudabmc.report.run import Run
from cudabmc.report.sarif.log import sarif_report
from cudabmc.result import Suppressed

GOLDEN = Path(__file__).parent / "golden_formats"
RUN = Run(
    ("shift.cu",),
    Options(context_bound=1),
    replace(
        failed(race()), sources={"shift.cu": "\n".join(SHIFT)}, suppressed=(Suppressed(race(5), at(4, 14), "why"),)
    ),
)


def sarif_results(run: Run) -> str:
    """The results alone: rules and versions change with the program."""
    return json.dumps(json.loads(sarif_report(run))["runs"][0]["results"], indent=1) + "\n"


def json_without_versions(run: Run) -> str:
    data = json.loads(json_report(run))
    del data["tool"]["versions"]
    return json.dumps(data, indent=1) + "\n"


FORMATS = {"race.sarif.json": sarif_results, "race.json": json_without_versions, "race.junit.xml": junit_report}


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_the_golden_one(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    make: Callable[[Run], str] = FORMATS[name]
    text = make(RUN)
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()


def test_every_golden_file_has_a_format() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(FORMATS)
