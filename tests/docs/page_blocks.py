"""The fenced blocks of a Markdown page.

A block whose first line gives a title, as in ```cuda title="sum.cu", is a file of that name. A block of kind
`diff` with a title changes that file. A block of kind `console` is a session: `$ ` begins a command, and what
follows until the next one is what it prints.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = tuple(sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
PROMPT = "$ "

_FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its kind, the file that it is, if it is one, its text, and where that stands in the page."""

    kind: str
    title: str
    text: str
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a session, and the lines that the page shows behind it."""

    text: str
    printed: tuple[str, ...]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in order."""
    for match in _FENCE.finditer(page):
        title = _TITLE.search(match[2])
        line = page.count("\n", 0, match.start()) + 1
        yield Block(match[1], title[1] if title else "", match[3], match.start(3), line)


def commands(session: str) -> list[Command]:
    """The commands of a session. Raises ValueError if it does not begin with one."""
    found: list[tuple[str, list[str]]] = []
    for line in session.splitlines():
        if line.startswith(PROMPT):
            found.append((line.removeprefix(PROMPT), []))
        elif not found:
            raise ValueError(f"a session begins with a command behind {PROMPT!r}, not with {line!r}")
        else:
            found[-1][1].append(line)
    return [Command(text, tuple(printed)) for text, printed in found]


def name_of(page: Path) -> str:
    """A page by its path in the repository."""
    return str(page.relative_to(ROOT))


def without_blocks(page: str) -> str:
    """The page with the text of its blocks and of inline code taken out."""
    return re.sub(r"`[^`\n]*`", "", _FENCE.sub("", page))
