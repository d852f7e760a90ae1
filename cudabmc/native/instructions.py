"""The function that writes each type of instruction. What has none is left to the interpreter."""

from collections.abc import Callable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.types import BOOL
from cudabmc.native.assign_text import write_assign
from cudabmc.native.call_text import write_call
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.jump_text import falls_through, write_branch, write_goto
from cudabmc.native.memory_text import write_copy, write_load, write_store
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.registers import value
from cudabmc.native.return_text import write_return
from cudabmc.native.stack_text import write_alloca, write_dead
from cudabmc.native.stops import stop, stop_unless


def write_instruction(w: FunctionWriter, pc: int) -> None:
    """Write an instruction, or a stop before it if there is no machine code for it."""
    t = w.text
    lines, stubs = len(t.lines), len(t.stubs)
    try:
        _WRITERS.get(type(w.body[pc]), _unknown)(w, w.body[pc], pc)
    except NoMachineCodeError:
        del t.lines[lines:]
        del t.stubs[stubs:]
        _stop_instead(w, pc)


def _stop_instead(w: FunctionWriter, pc: int) -> None:
    stop(w, pc)
    w.text.begin(w.text.label())  # nothing comes here
    if not falls_through(w.body[pc]):
        w.text.line("unreachable")


def _unknown(w: FunctionWriter, i: p.Instruction, pc: int) -> None:
    raise NoMachineCodeError(type(i).__name__)


def _check(w: FunctionWriter, i: p.Check, pc: int) -> None:
    """The interpreter says what is violated."""
    stop_unless(w, value(w, i.cond, BOOL, pc), pc)


def _declare(w: FunctionWriter, i: p.Declare, pc: int) -> None:
    """A name for a register is for reports alone."""


_WRITERS: dict[type[p.Instruction], Callable[[FunctionWriter, Any, int], None]] = {
    p.Alloca: write_alloca,
    p.Assign: write_assign,
    p.Branch: write_branch,
    p.Call: write_call,
    p.Check: _check,
    p.CopyBytes: write_copy,
    p.Dead: write_dead,
    p.Declare: _declare,
    p.Goto: write_goto,
    p.Load: write_load,
    p.Return: write_return,
    p.Store: write_store,
}
