"""Counts of instructions, taken together."""

_COUNT = "n += "


def count_of(line: str) -> int | None:
    """k of `n += k`."""
    text = line.lstrip()
    return int(text[len(_COUNT) :]) if text.startswith(_COUNT) else None


def jumps(line: str) -> bool:
    """Does a statement leave those behind it out?"""
    return line.lstrip().startswith(("continue", "break", "return"))


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
        count = count_of(line)
        if count is not None and indent in counts:
            at = counts[indent]
            found[at] = f"{' ' * indent}{_COUNT}{(count_of(found[at]) or 0) + count}"
            continue
        if count is not None:
            counts[indent] = len(found)
        elif jumps(line):
            counts.clear()
        found.append(line)
    return found
