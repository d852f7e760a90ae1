"""Reads the textual form of a GOTO program back (see `text.py`)."""

from cudabmc.goto import program as p
from cudabmc.goto.sections import SECTIONS, add
from cudabmc.goto.syntax import PROGRAM
from cudabmc.goto.tokens import END_OF_LINE, TextPlace, Tokens, shown


def read_program(text: str, file: str) -> tuple[p.Program, dict[TextPlace, int]]:
    """The program of a text, which is that of `file`, and the lines of its parts. Raises SourceError."""
    tokens = Tokens(text, file)
    tokens.expect("program")
    program: p.Program = PROGRAM.read(tokens)
    tokens.expect(END_OF_LINE)
    while not tokens.done:
        word = tokens.take("a section")
        line = tokens.line
        if word not in SECTIONS:
            tokens.fail(f"{shown(word)} is not a section of a program; the sections are {', '.join(SECTIONS)}")
        attribute, kind = SECTIONS[word]
        add(program, attribute, kind.read(tokens), tokens, line)
        tokens.expect(END_OF_LINE)
    return program, tokens.lines


def parse_program(text: str) -> p.Program:
    """The program that `print_program` printed. Raises SourceError."""
    return read_program(text, "<goto program>")[0]
