"""The values of C expressions over whole numbers that nothing bounds, but for casts."""

import re
from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(\((?:unsigned |)(?:long long|int|short|char)\)|\(unsigned\)|[A-Za-z_][\w.]*|\d+|<<|>>|<=|>=|==|!=|&&|\|\||.)"
)
_CAST = re.compile(r"\((unsigned)? ?(long long|int|short|char)?\)")
_WIDTHS = {"char": 8, "short": 16, "int": 32, "long long": 64}

Binary = Callable[[int, int], int]


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_LEVELS: list[dict[str, Binary]] = [
    {"||": lambda a, b: int(bool(a) or bool(b))},
    {"&&": lambda a, b: int(bool(a) and bool(b))},
    {"|": lambda a, b: a | b},
    {"^": lambda a, b: a ^ b},
    {"&": lambda a, b: a & b},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {"<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b)},
    {"<<": lambda a, b: a << b, ">>": lambda a, b: a >> b},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": _quotient, "%": lambda a, b: a - b * _quotient(a, b)},
]
"""Operators, those that bind less tightly first (C11 6.5)."""


def value_of(text: str, values: Mapping[str, int]) -> int:
    """The value of an expression. Raises ZeroDivisionError, and KeyError for names without values."""
    parser = _Parser(_TOKEN.findall(text), values)
    found = parser.choice()
    assert not parser.left, f"{text}: {parser.left} is left"
    return found


class _Parser:
    def __init__(self, tokens: list[str], values: Mapping[str, int]) -> None:
        self.left = tokens[::-1]
        self._values = values

    def _next(self) -> str:
        return self.left[-1] if self.left else ""

    def choice(self) -> int:
        cond = self._level(0)
        if self._next() != "?":
            return cond
        self.left.pop()
        one = self.choice()
        assert self.left.pop() == ":"
        other = self.choice()
        return one if cond else other

    def _level(self, number: int) -> int:
        if number == len(_LEVELS):
            return self._unary()
        found = self._level(number + 1)
        while self._next() in _LEVELS[number]:
            operator = _LEVELS[number][self.left.pop()]
            found = operator(found, self._level(number + 1))
        return found

    def _unary(self) -> int:
        token = self.left.pop()
        if token == "-":
            return -self._unary()
        if token == "!":
            return int(not self._unary())
        if cast := _CAST.fullmatch(token):
            width = _WIDTHS[cast[2] or "int"]
            bits = self._unary() & (1 << width) - 1
            return bits if cast[1] else bits - (bits >> width - 1 << width)
        if token == "(":
            found = self.choice()
            assert self.left.pop() == ")"
            return found
        if token in ("true", "false"):
            return int(token == "true")
        return int(token) if token.isdigit() else self._values[token]
