"""A function of the program, or a loop of it, as LLVM text.

Before:  r3:i32 = load r2
After:   is the offset within the readable bytes, and are the bytes known?
         if not: the registers that are used from here on go to the spill area, and the function is left
         %3 = load i32 from the contents of the object

Machine code stops before an instruction that it cannot do, and does none by halves.
"""

from cudabmc.goto.cfg import Loop, successors
from cudabmc.goto.program import Branch, Goto
from cudabmc.goto.reach_points import Way
from cudabmc.native.epilogue import write_epilogue
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.handover import spilled
from cudabmc.native.instructions import write_instruction
from cudabmc.native.jump_text import falls_through, target_label
from cudabmc.native.mark_text import write_mark
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.prologue import head, write_prologue
from cudabmc.native.spill_tree import SpillTree
from cudabmc.native.unit_scope import UnitScope
from cudabmc.state.code import Code

MOST_SPILLED = 100_000
"""Registers that all stops of a function write: more take LLVM minutes, which no limit on the time interrupts."""


def function_text(scope: UnitScope, code: Code, name: str, number: int, loop: Loop | None) -> tuple[str, SpillTree]:
    """The definition of a function, or with `loop` of that loop of it (`FunctionWriter`), and how it is left. Raises
    NoMachineCodeError if there is no machine code for its parameters, or too much."""
    w = FunctionWriter(scope, code, number, loop)
    _write_body(w)
    tree = SpillTree({pc: frozenset(spilled(code, pc)) for pc in w.spills})
    if tree.size > MOST_SPILLED:
        raise NoMachineCodeError("too many values at stops")
    body = w.text.taken()  # what it uses and where it stops is known now
    write_prologue(w)
    prologue = w.text.taken()
    write_epilogue(w, tree)
    return "\n".join((head(w, name), *prologue, *body, *w.text.stubs, *w.text.lines, "}")), tree


def _write_body(w: FunctionWriter) -> None:
    leaders = _leaders(w)
    pcs = sorted(w.inside)
    for before, pc in zip((None, *pcs), pcs, strict=False):
        if pc in leaders or before != pc - 1:
            if before is not None:
                _end_block(w, before)
            w.text.begin(f"L{pc}")
        number = w.scope.mark(w.code, pc, Way.HERE)
        if number is not None:
            write_mark(w.text, number)
        write_instruction(w, pc)
    _end_block(w, pcs[-1])


def _leaders(w: FunctionWriter) -> set[int]:
    """Instructions that blocks begin with, but for those behind gaps."""
    jumps = (pc for pc in w.inside if isinstance(w.body[pc], Goto | Branch))
    return {w.start}.union(*(successors(w.body, pc) for pc in jumps))


def _end_block(w: FunctionWriter, pc: int) -> None:
    """Jump to the instruction behind the last one of a block."""
    if falls_through(w.body[pc]):
        w.text.line(f"br label %{target_label(w, pc + 1)}")
