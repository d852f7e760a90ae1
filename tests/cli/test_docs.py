"""README and docs say what the program does."""

import re
import shlex
from pathlib import Path

import pytest

from cudabmc.cli import Exit, main
from cudabmc.options import FLAGS, OPTIONS
from cudabmc.report.options_page import options_page

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
FOREIGN = {"--quiet", "--help", "--version", "--explain", "--completion"}


def test_the_options_page_is_current() -> None:
    assert (ROOT / "docs" / "options.md").read_text() == options_page(), (
        "python -m cudabmc.report.options_page > docs/options.md"
    )


def test_the_options_page_lists_every_option() -> None:
    page = options_page()
    assert [flag for o in OPTIONS for flag in o.shown_flags if not re.search(rf"`{flag}[` ]", page)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_flag_that_a_page_names_exists(page: Path) -> None:
    text = re.sub(r"(?m)^.*(pip|pytest|mypy|ruff) .*$|<!--.*?-->", "", page.read_text())
    named = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))
    assert {
        flag for flag in named if flag not in FLAGS and flag not in FOREIGN and not flag.startswith("--no-")
    } == set()
    assert {flag for flag in named if flag.startswith("--no-") and flag not in FLAGS} <= {"--no-"}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_names_every_exit_status() -> None:
    rows = re.findall(r"(?m)^\| .* \| (\d) \| ", (ROOT / "README.md").read_text())
    assert [int(row) for row in rows] == list(Exit)


def test_the_script_of_the_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    script = (ROOT / ".ci" / "run").read_text()
    assert "-m pytest" in readme and "-m pytest" in script
    program = re.search(r"cudabmc (benchmarks/\S+)", readme)
    assert program and program[1] in script


def test_the_session_of_the_readme_is_what_the_tool_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    session = re.findall(r"(?s)```console\n\$ cudabmc (.*?)\n(.*?)```", (ROOT / "README.md").read_text())
    assert len(session) == 2
    for arguments, printed in session:
        main(shlex.split(arguments))
        assert capsys.readouterr().out == printed
