"""README and docs name the flags and the exit statuses that there are."""

import re
from pathlib import Path

import pytest
from page_blocks import PAGES, ROOT, name_of

from cudabmc.builds.compiler_line import OPTIONS as COMPILERS
from cudabmc.command.arguments import GENERAL as GENERAL_OPTIONS
from cudabmc.command.main import Exit
from cudabmc.language_server.command_line import FLAGS as LSP_FLAGS
from cudabmc.options.table import FLAGS
from cudabmc.suite.command_line import suite_flags

GENERAL = {flag for option in GENERAL_OPTIONS for flag in option.flags}
OTHER_TOOLS = {"--blockDim", "--gridDim", "--check-array-bounds", "--only-intra-group", "--z3"}
"""Flags in files of other verifiers, which docs/suites.md explains."""
FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]*")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_flag_that_a_page_names_exists(page: Path) -> None:
    """Of ours, or of a compiler. `--no-...` stands for all flags of that form; lines that call other programs are
    theirs."""
    others = "pip|pytest|mypy|ruff|mkdocs|docker|compute-sanitizer|genhtml|-m benchmarks"
    text = re.sub(rf"(?m)^.*({others}) .*$|<!--.*?-->", "", page.read_text())
    own = {*FLAGS, *GENERAL, *suite_flags(), *LSP_FLAGS}
    known = own | {f"--{name}" for name in COMPILERS} | OTHER_TOOLS | {"--no-"}
    assert set(FLAG.findall(text)) - known == set()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_holds_marks_of_a_merge(page: Path) -> None:
    assert not re.search(r"(?m)^(<{7}|>{7}) ", page.read_text())


def test_the_readme_names_every_exit_status() -> None:
    rows = re.findall(r"(?m)^\| .* \| (\d) \| ", (ROOT / "README.md").read_text())
    assert [int(row) for row in rows] == list(Exit)


def test_the_script_of_the_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    script = (ROOT / ".ci" / "run").read_text()
    assert "-m pytest" in readme and "-m pytest" in script
    program = re.search(r"cudabmc (benchmarks/\S+)", readme)
    assert program and program[1] in script
