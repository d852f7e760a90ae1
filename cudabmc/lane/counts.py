"""Counts of instructions, taken together."""

import re

_COUNT = re.compile(r"( *)n \+= (\d+)$")
_LEAVES = re.compile(r"(continue|break|return)\b")


def merged(lines: list[str]) -> list[str]:
    """Statements with fewer `n += k`: one takes over those that follow it wherever it is carried out itself.

    n += 2                      n += 5
    if a:                       if a:
        b = 1                       b = 1
    n += 3
    """
    found: list[str] = []
    counts: dict[int, int] = {}  # by their indentation: the line of a count that everything from there to here follows
    for line in lines:
        indent = len(line) - len(line.lstrip())
        for deeper in [i for i in counts if i > indent]:
            del counts[deeper]
        match = _COUNT.match(line)
        if match is not None and indent in counts:
            at = counts[indent]
            found[at] = f"{match[1]}n += {int(found[at].rsplit(' ', 1)[1]) + int(match[2])}"
            continue
        if match is not None:
            counts[indent] = len(found)
        elif _LEAVES.search(line):
            counts.clear()
        found.append(line)
    return found
