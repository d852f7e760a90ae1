"""Every session of the README and of docs/ is what the commands print.

UPDATE_GOLDEN=1 pytest tests/docs writes into the pages what is printed now. Where a page leaves lines out, it goes on
to do so if the lines around them are still there. Slow pages are in the set `long` (-m '' takes both).
"""

import os
import re
from pathlib import Path

import pytest
from console import Console
from elision import agrees, elided
from page_blocks import PAGES, PROMPT, Block, Command, blocks, commands, name_of

UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
WITH_SESSIONS = [page for page in PAGES if "```console" in page.read_text()]
SLOW = {
    "docs/suites.md",  # a process for each case; tests/suite looks after the table on that page
    "docs/tutorial.md",
    "docs/python.md",
    "docs/proofs.md",
    "docs/equivalence.md",
}


def test_there_are_sessions() -> None:
    assert {"README.md", "docs/tutorial.md"} <= {name_of(page) for page in WITH_SESSIONS}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name_of(page), marks=[pytest.mark.long] if name_of(page) in SLOW else [])
        for page in WITH_SESSIONS
    ],
)
def test_the_sessions_of_a_page_are_what_is_printed(page: Path, tmp_path: Path) -> None:
    text = page.read_text()
    console = Console(tmp_path)
    changed = []
    for block in blocks(text):
        if block.title:
            console.write(block)
        elif block.kind == "console":
            changed.append((block, _session(console, block, name_of(page))))
    if UPDATE:
        page.write_text(_replaced(text, changed))


_SECONDS = re.compile(r" \(\d+\.\d s\)$")
"""Behind a query that has taken long: on a machine that is busy, any may."""


def _session(console: Console, block: Block, page: str) -> str:
    """Run a session, and return it with what is printed now. Fails if that is something else."""
    lines = []
    for number, command in enumerate(commands(block.text)):
        printed = [_SECONDS.sub("", line) for line in console.run(command.text)]
        same = agrees(command.printed, printed)
        assert same or UPDATE, _difference(f"{page}:{block.line} (command {number + 1})", command, printed)
        lines += [PROMPT + command.text, *(command.printed if same else elided(command.printed, printed))]
    return "".join(line.rstrip() + "\n" for line in lines)


def _difference(where: str, command: Command, printed: list[str]) -> str:
    shown = "\n".join(command.printed)
    return f"{where}: $ {command.text}\n--- the page shows\n{shown}\n--- printed\n" + "\n".join(printed)


def _replaced(text: str, changed: list[tuple[Block, str]]) -> str:
    for block, session in reversed(changed):
        text = text[: block.start] + session + text[block.start + len(block.text) :]
    return text
