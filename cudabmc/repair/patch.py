"""Two texts of a file as a patch, and as the pieces that differ."""

import difflib
import re
from collections.abc import Iterator

from cudabmc.suggestion import ReplacedLines

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def unified_patch(name: str, old: str, new: str) -> str:
    """What `patch -p1` and `git apply` take, from the folder that `name` is relative to."""
    label = name.lstrip("/")
    lines = difflib.unified_diff(_LINE.findall(old), _LINE.findall(new), f"a/{label}", f"b/{label}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def replaced_lines(name: str, old: str, new: str) -> Iterator[ReplacedLines]:
    """Lines that are replaced, in order, counted from 1; none are where `last` is in front of `first`."""
    before, behind = _LINE.findall(old), _LINE.findall(new)
    for tag, i, j, k, m in difflib.SequenceMatcher(None, before, behind, autojunk=False).get_opcodes():
        if tag != "equal":
            yield ReplacedLines(name, i + 1, j, "".join(behind[k:m]))
