"""The numbers that the lines of an edited text had before."""

import difflib


def lines_before(old: str, new: str) -> list[int]:
    """For each line of a text, from 1, the number that it had in an older one. A new line has that of the line that it
    replaces, or of the last line in front of it. The first entry stands for no line."""
    before, now = old.split("\n"), new.split("\n")
    found = [0]
    for tag, i, end, j, after in difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag == "insert":
            found += [max(1, i)] * (after - j)
        else:
            found += [min(i + 1 + step, end) for step in range(after - j)]
    return found
