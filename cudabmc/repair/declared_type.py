"""The type of the numbers that a name stands for, as its declarations show without a compiler."""

import re

from cudabmc.repair.edited_source import EditedSource

_TYPES = r"(?<!long )(?<!short )\b(int|unsigned|float|double)\b(?: int\b)?"
_DECLARED = _TYPES + r"[\s*&]*(?:(?:const|__restrict__)\s+)*\b%s\b"


def declared_types(source: EditedSource, name: str) -> set[str]:
    """The types, of a few, with which the name, or a pointer of that name, is declared somewhere."""
    return {match[1] for match in re.finditer(_DECLARED % re.escape(name), source.text)}
