"""Names in the source behind the symbols of C++ (Itanium C++ ABI, 5.1)."""

import re

_NAME = re.compile(r"\d+")
_NUMBER = re.compile(r"n?\d*E")
_START = re.compile(r"_Z(?:(?P<nested>N[rVKRO]*)|L?)(?P<std>St)?")
_TOKEN = re.compile(r"(?P<length>\d+)|(?P<open>[NIXJF])|(?P<close>E)|(?P<literal>L)|S[0-9A-Z]*_|S[a-z]|T\d*_|A\d*_|.")


def plain_name(symbol: str) -> str:
    """`cuda::atomic::load` for `_ZNK4cuda6atomicIiE4loadEv`: without arguments of templates and functions.

    What is no name of that kind (an operator, a constructor, a function of C) stays as it is.
    """
    start = _START.match(symbol)
    if start is None:
        return symbol
    names = ["std"] if start["std"] else []
    at: int | None = start.end()
    while at is not None and (length := _NAME.match(symbol, at)):
        at = length.end() + int(length[0])
        names.append(symbol[length.end() : at])
        if symbol.startswith("I", at):
            at = _behind(symbol, at)
        if not start["nested"]:
            return "::".join(names)
    whole = len(names) > bool(start["std"]) and at is not None and symbol.startswith("E", at)
    return "::".join(names) if whole else symbol


def _behind(symbol: str, at: int) -> int | None:
    """Where the part ends that begins here and goes to its E."""
    depth = 0
    while token := _TOKEN.match(symbol, at):
        at = token.end()
        if token["length"]:
            at += int(token["length"])
        elif token["literal"]:
            end = _behind_literal(symbol, at)
            if end is None:
                return None
            at = end
        elif token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
        if depth == 0:
            return at
    return None


def _behind_literal(symbol: str, at: int) -> int | None:
    """A type, a number, E."""
    if symbol.startswith("N", at):
        end = _behind(symbol, at)
    elif length := _NAME.match(symbol, at):
        end = length.end() + int(length[0])
    else:
        end = at + 1
    number = _NUMBER.match(symbol, end) if end is not None else None
    return number.end() if number else None
