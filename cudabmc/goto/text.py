"""The textual form of a GOTO program, printed; `reader.py` reads it back, and `syntax.py` says what it looks like.

    function add kernel device display add -> void @ 5:17 in "add.cu"
      param ptr "a" "const float *" unsigned
      regs ptr ptr ptr i32 i32 bool
      0     declare r4 "i" "int" signed                                       @ 6:7
      1     r5:bool = slt.i32 r4, r3                                          @ 7:7
      2     if r5 goto L3 else L4                                             @ 7:7
    L3:
      3     store f32 r3 <- 1.0:f32                                           @ 7:14
    L4:
      4     return                                                            @ 8:1
    end

A register is typed where it is written, a constant always. Names that are not plain words are
quoted as in JSON. Positions are line:column of the function's file, or of the file that is named.
A line that begins with # is a comment.
"""

from cudabmc.goto import program as p
from cudabmc.goto.body import write_function
from cudabmc.goto.sections import SECTIONS, values
from cudabmc.goto.syntax import PROGRAM, ROWS


def print_program(program: p.Program) -> str:
    """The program as text."""
    _make_all(program)
    parts = [f"program {PROGRAM.write(program)}"]
    for word, (attribute, kind) in SECTIONS.items():
        parts += [f"{word} {kind.write(value)}" for value in values(program, attribute)]
    return "\n\n".join(parts) + "\n"


def _make_all(program: p.Program) -> None:
    """A front end may make functions and globals when they are asked for, and one can lead to others."""
    size = -1
    while size != (size := len(program.functions.values()) + len(program.globals.values())):
        pass


def print_function(function: p.Function) -> str:
    """One function: its head, its registers, its instructions."""
    return f"function {write_function(function)}"


def print_instruction(instruction: p.Instruction) -> str:
    """One instruction without index and position."""
    return ROWS[type(instruction)].write(instruction)
