"""The sections of a program in the textual form: which attribute of the program each holds, and how."""

from collections.abc import Iterable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.body import read_function, write_function
from cudabmc.goto.kinds import KINDS, NAME, TEXT, TRUTH, Syntax, lines, pair
from cudabmc.goto.syntax import GLOBAL, LAYOUT, PARAMETER
from cudabmc.goto.tokens import END_OF_LINE, Tokens


def _block(of: Syntax) -> Syntax:
    """Values on lines of their own, and a line behind the last one."""
    inside = lines(of)

    def read(tokens: Tokens) -> Any:
        found = inside.read(tokens)
        tokens.expect(END_OF_LINE, "end")
        return found

    return Syntax(lambda values: f"{inside.write(values)}\nend", read)


def _named(of: Syntax) -> Syntax:
    """What knows its name, as an entry of a table."""

    def read(tokens: Tokens) -> tuple[str, Any]:
        found = of.read(tokens)
        return found.name, found

    return Syntax(lambda entry: of.write(entry[1]), read)


SECTIONS = {
    "external": ("externals", pair(NAME, KINDS["position"])),
    "launcher": ("launchers", pair(NAME, NAME)),
    "kernel": ("kernel", NAME),
    "orders_threads": ("may_order_threads", TRUTH),
    "assumes": ("may_assume", TRUTH),
    "thread_locals": ("has_thread_locals", TRUTH),
    "assumption": ("assumptions", TEXT),
    "unmodelled": ("unmodelled", TEXT),
    "parameters": ("parameters", pair(NAME, _block(PARAMETER.kind))),
    "global": ("globals", _named(GLOBAL.kind)),
    "function": ("functions", _named(Syntax(write_function, read_function))),
    "layout": ("layouts", pair(TEXT, LAYOUT.kind)),
}
"""The attribute of the program and the kind of a section, by the word that it begins with, in the order of the text."""

_IN_ORDER = ("globals", "functions")  # others are sorted


def values(program: p.Program, attribute: str) -> Iterable[Any]:
    """What an attribute of a program holds, one value a section."""
    value = getattr(program, attribute)
    if isinstance(value, dict):
        return value.items() if attribute in _IN_ORDER else sorted(value.items())
    if isinstance(value, tuple):
        return value
    return () if value in ("", None) else (value,)


def add(program: p.Program, attribute: str, value: Any, tokens: Tokens, line: int) -> None:
    """Put the value of a section that began at a line into the program."""
    known = getattr(program, attribute)
    if isinstance(known, dict):
        name, meaning = value
        if name in known:
            tokens.fail(f"'{name}' is already among the {attribute}", line)
        known[name] = meaning
        tokens.lines[attribute, name, -1] = line
    else:
        tokens.lines[attribute, "", -1] = line
        setattr(program, attribute, (*known, value) if isinstance(known, tuple) else value)
