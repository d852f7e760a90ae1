"""Values of variables as C expressions without side effects."""

import re
from collections.abc import Iterable

# A decimal number; other values (pointers, "arbitrary", structures) have no expression that a validator could check.
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def constraint(changes: Iterable[tuple[str, str]]) -> str:
    """`i == 3 && x == 0` for the variables that have numbers as values; empty if none has."""
    known = [
        f"{name} == {value}" for name, value in changes if _IDENTIFIER.fullmatch(name) and _NUMBER.fullmatch(value)
    ]
    return " && ".join(known)
