"""`cudabmc suite --pages`: the page of a suite leads to the report of each case."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from suite_samples import BAD, GOOD, write_suite

from cudabmc.command.main import main

SUITE = """\
name: two
defaults: {timeout: 60}
cases:
  - {file: good.cu, expect: SUCCESSFUL}
  - {file: bad.cu, expect: FAILED}
"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def linked(page: Path) -> dict[str, Path]:
    """What a page of a suite leads to, by the name of the case."""
    found = {}
    for row in page.read_text().split("<tr ")[1:]:
        link = re.search(r'<a class="page" href="([^"]*)"', row)
        if link and (name := re.search(r'data-name="([^"]*)"', row)):
            found[name[1]] = page.parent / unquote(link[1])
    return found


def test_each_case_has_a_page_and_both_copies_lead_there(tmp_path: Path) -> None:
    write_suite(tmp_path, SUITE, good=GOOD, bad=BAD)
    assert main(["suite", "suite.yaml", "--pages", "--html", "else/where/all of it.html", "-q"]) == 0
    for page in (Path(".cudabmc/two/report.html"), Path("else/where/all of it.html")):
        pages = linked(page)
        assert set(pages) == {"good.cu", "bad.cu"}
        assert "VERIFICATION SUCCESSFUL" in pages["good.cu"].read_text()
        assert "VERIFICATION FAILED" in pages["bad.cu"].read_text()


def test_a_page_is_that_of_the_result_or_is_not_there(tmp_path: Path) -> None:
    write_suite(tmp_path, SUITE, good=GOOD, bad=BAD)
    report = Path(".cudabmc/two/report.html")
    assert main(["suite", "suite.yaml", "--pages", "-q"]) == 0
    (tmp_path / "bad.cu").write_text(GOOD)  # its result no longer holds
    assert main(["suite", "suite.yaml", "--resume", "-q"]) == 1
    assert set(linked(report)) == {"good.cu"}
    assert main(["suite", "suite.yaml", "-q"]) == 1  # all anew, and without pages
    assert linked(report) == {}


def test_pages_are_not_for_other_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path, SUITE, good=GOOD, bad=BAD)
    assert main(["suite", "suite.yaml", "--pages", "--dask", "tcp://localhost:1"]) == 2
    assert "--pages and --dask cannot be combined" in capsys.readouterr().err
