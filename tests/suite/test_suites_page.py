"""docs/suites.md says what happens: keys, options, columns and statuses are the ones that there are."""

import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.suite.command import SuiteExit
from cudabmc.suite.command_line import suite_flags
from cudabmc.suite.foreign import FOREIGN
from cudabmc.suite.judgement import Category
from cudabmc.suite.reading import CASE_KEYS, EXPECTATIONS, SUITE_KEYS, read_suites
from cudabmc.suite.result_file import NAME, PREVIOUS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "suites.md").read_text()
PLUGIN = "cudabmc.suite.pytest_plugin"


def plain(text: str) -> list[str]:
    """The lines, without the times and the widths of columns that depend on them."""
    return [re.sub(r"\d+\.\d+ ?s", "T", re.sub(r" +", " ", line)).rstrip() for line in text.strip().splitlines()]


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page. That its sessions are what is printed, tests/docs looks after."""
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r'(?s)```\w+ title="(\w+\.\w+)"\n(.*?)```', PAGE):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.usefixtures("example")
def test_the_table_of_the_page_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = re.findall(r"(?s)```text\n( +as.*?)```", PAGE)
    assert main(["suite", "suite.yaml"]) == 0
    assert plain(capsys.readouterr().out) == plain(table)


@pytest.mark.long
def test_the_command_of_pytest_on_the_page_runs_the_cases(example: Path) -> None:
    (command,) = re.findall(r"(?m)^    (pytest suite.*)$", PAGE)
    installed = any(point.value == PLUGIN for point in entry_points(group="pytest11"))
    words = [*shlex.split(command)[1:], *([] if installed else ["-p", PLUGIN])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=example, capture_output=True, text=True, env=environment
    )
    assert "2 passed" in run.stdout, run.stdout + run.stderr


def test_the_page_names_all_keys_forms_columns_statuses_and_files() -> None:
    assert all(f"`{key}`" in PAGE for key in (*SUITE_KEYS, *CASE_KEYS, *EXPECTATIONS, NAME, PREVIOUS))
    assert all(f"**{form}**" in PAGE for form in FOREIGN)
    assert re.findall(r"(?m)^\| (\d) \|", PAGE) == [str(int(status)) for status in SuiteExit]
    table = dict(re.findall(r"(?m)^\| ([a-z ]+) \| (.*?)(?: \(shown only if there are any\))? \|$", PAGE))
    assert {category.value: table.get(category.value) for category in Category} == {
        category.value: category.meaning for category in Category
    }


def test_the_page_names_all_options_of_the_command() -> None:
    shown = {flag for flag in suite_flags() if flag.startswith("--")} - {"--help", "--jobs"}
    assert {flag for flag in shown if flag not in PAGE} == set()


@pytest.mark.long
def test_the_suites_of_the_repository_are_valid_and_as_large_as_their_page_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "configs" / "README.md").read_text()
    others = ("prover", "equivalence")  # kernels without host code
    programs = len([path for path in (ROOT / "benchmarks").rglob("*.cu") if path.parent.name not in others])
    counts = dict(re.findall(r"\| `(\S+)` \| (\d+|all) \|", page))
    said = {name: programs if count == "all" else int(count) for name, count in counts.items()}
    suites = read_suites([str(path) for path in sorted((ROOT / "configs").glob("*.yaml"))])
    assert {Path(suite.path).name: len(suite.cases) for suite in suites} == said
    (smoke, strict, regression) = (next(s for s in suites if s.name == n) for n in ("smoke", "strict", "regression"))
    assert {case.files for case in strict.cases} == {case.files for case in regression.cases}
    assert {file for case in smoke.cases for file in case.files} <= {f for c in regression.cases for f in c.files}
