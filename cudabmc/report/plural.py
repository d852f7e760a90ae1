"""Numbers with their nouns."""


def plural(count: int, one: str, many: str = "") -> str:
    """`1 step`, `2 steps`; `many` is the plural if it is irregular."""
    return f"{count} {one if count == 1 else many or one + 's'}"
