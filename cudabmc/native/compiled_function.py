"""A function of the program that machine code can call."""

from typing import NamedTuple

from cudabmc.goto.program import Function
from cudabmc.goto.types import PtrType, Type, VoidType
from cudabmc.native.operators import llvm_type


class CompiledFunction(NamedTuple):
    """Its name in the text, its number, and whether Python may want to know where it was called from."""

    name: str
    number: int
    function: Function
    is_noted: bool


def result_type(type: Type) -> str:
    """What a compiled function returns: whether it stopped, and the result."""
    if isinstance(type, VoidType):
        return "{ i1 }"
    if isinstance(type, PtrType):
        return "{ i1, i64, i64 }"
    return "{ i1, " + llvm_type(type) + " }"
