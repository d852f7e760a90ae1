"""README and docs say what the program does."""

import re
from pathlib import Path

import pytest

from cudabmc.cli import Exit
from cudabmc.options import FLAGS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
FOREIGN = {"--quiet", "--help", "--version", "--explain"}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_flag_that_a_page_names_exists(page: Path) -> None:
    text = re.sub(r"(?m)^.*(pip|pytest|mypy|ruff) .*$|<!--.*?-->", "", page.read_text())
    named = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))
    assert {
        flag for flag in named if flag not in FLAGS and flag not in FOREIGN and not flag.startswith("--no-")
    } == set()
    assert {flag for flag in named if flag.startswith("--no-") and flag not in FLAGS} <= {"--no-"}


def test_the_readme_names_every_exit_status() -> None:
    rows = re.findall(r"(?m)^\| .* \| (\d) \| ", (ROOT / "README.md").read_text())
    assert [int(row) for row in rows] == list(Exit)


def test_the_script_of_the_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    script = (ROOT / ".ci" / "run").read_text()
    assert "-m pytest" in readme and "-m pytest" in script
    program = re.search(r"cudabmc (benchmarks/\S+)", readme)
    assert program and program[1] in script
