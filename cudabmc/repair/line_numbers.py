"""The numbers that the lines of an edited text had before."""

import difflib


def lines_before(old: str, new: str) -> list[int]:
    """For each line of a text, from 1, the number that it had in an older one; for a new line, that of the last line in
    front of it which is not new. The first entry stands for no line."""
    before, now = old.split("\n"), new.split("\n")
    found = [0] * (len(now) + 1)
    for block in difflib.SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            found[block.b + step + 1] = block.a + step + 1
    for number in range(1, len(found)):
        found[number] = found[number] or max(1, found[number - 1])
    return found
