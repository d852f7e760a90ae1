"""What the code of a function can reach: the variables and functions that it mentions, directly or by calls. Calls
through pointers are followed where the function is named somewhere on the way."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import get_args

from cudabmc.goto.program import Call, Function, Program, Symbol
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location


def reached(program: Program, function: Function) -> set[str]:
    """Names of all variables and functions that a function's code mentions, directly or by calls."""
    found: set[str] = set()
    waiting = [function]
    while waiting:
        for instruction in waiting.pop().body:
            for name in _names(instruction):
                if name not in found:
                    found.add(name)
                    if name in program.functions:
                        waiting.append(program.functions[name])
    return found


def functions_reached(program: Program, function: Function) -> list[Function]:
    """The function, and all of the program that its code mentions."""
    names = reached(program, function) - {function.name}
    return [function, *(program.functions[name] for name in sorted(names) if name in program.functions)]


def _names(part: object) -> Iterator[str]:
    """The symbols in an instruction, and the function that a call names."""
    if isinstance(part, Symbol):
        yield part.name
    elif isinstance(part, tuple):
        for each in part:
            yield from _names(each)
    else:
        if isinstance(part, Call) and isinstance(part.callee, str):
            yield part.callee
        kind: type = type(part)
        for member in _members(kind):
            yield from _names(getattr(part, member))


_WITHOUT_SYMBOLS = {Location, Variable, *get_args(Type)}


@cache
def _members(kind: type) -> tuple[str, ...]:
    """The members that are looked into: those of instructions, and of what they are made of."""
    if kind in _WITHOUT_SYMBOLS or not is_dataclass(kind):
        return ()
    return tuple(each.name for each in fields(kind))
