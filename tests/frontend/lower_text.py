"""Lowers source text in tests and verifies the result."""

from cudabmc.frontend.c.compile import compile_texts
from cudabmc.goto.program import Function, Instruction, Program
from cudabmc.goto.verify import verify
from opmodels import load_all


def lower(text: str, name: str = "t.cu") -> Program:
    """The verified program of a text without preprocessor directives."""
    load_all()
    program = compile_texts([(name, text)])
    verify(program)
    return program


def body(text: str, function: str = "main", name: str = "t.cu") -> tuple[Instruction, ...]:
    """The instructions of a function of the text."""
    return found(lower(text, name), function).body


def found(program: Program, function: str) -> Function:
    """A function by its display name."""
    return next(f for f in program.functions.values() if f.display == function)
