"""Commands that pages show without their output are ones that the program takes."""

import shlex
from contextlib import suppress
from pathlib import Path

import pytest
from page_blocks import PAGES, Block, blocks, name_of

from cudabmc.command.arguments import parse_arguments
from cudabmc.suite.command_line import parse_suite_command

SHELL = ("sh", "bash")
SEPARATORS = {"&&", "||", "|", ";", ">", "2>", "#"}


def cudabmc_commands(block: Block) -> list[list[str]]:
    """The arguments of each call of cudabmc in a block of shell commands."""
    found = []
    for line in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        starts = [i for i, word in enumerate(words) if Path(word).name == "cudabmc"]
        for start in starts:
            end = next((i for i in range(start, len(words)) if words[i] in SEPARATORS), len(words))
            found.append(words[start + 1 : end])
    return found


SHOWN = [
    pytest.param(command, id=f"{name_of(page)}:{block.line}-{' '.join(command)}")
    for page in PAGES
    for block in blocks(page.read_text())
    if block.kind in SHELL
    for command in cudabmc_commands(block)
]


@pytest.mark.parametrize("command", SHOWN)
def test_a_command_is_taken(command: list[str]) -> None:
    with suppress(SystemExit):  # --help, --version
        if command[:1] == ["suite"]:
            parse_suite_command(command[1:])
        else:
            parse_arguments(command)


def test_commands_are_found_in_lines_that_do_more() -> None:
    block = Block("sh", "", "pip install x && .venv/bin/cudabmc a.cu --unwind 3 > out\ncudabmc b.cu # why\n", 0, 1)
    assert cudabmc_commands(block) == [["a.cu", "--unwind", "3"], ["b.cu"]]
