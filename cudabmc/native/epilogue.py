"""Where a function is left before it ends: it says why, and spills its frame for Python.

The callee that has stopped has spilled its frame already: the innermost one is first in the spill area.
"""

from cudabmc.native.compiled_function import result_type
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.handover import spilled
from cudabmc.native.handover_text import spill_registers
from cudabmc.native.word_text import word


def write_epilogue(w: FunctionWriter) -> None:
    """Write the blocks for all stops. Everything else must be written already."""
    for pc, reason in w.stops:
        w.text.begin(f"R{pc}.{reason}")
        w.text.set_context("reason", "i64", str(reason))
        w.text.line(f"br label %S{pc}")
    for pc in w.spills:
        w.text.begin(f"S{pc}")
        _spill_frame(w, pc)
    if w.spills:
        w.text.begin("left")
        _say_stopped(w)


def _spill_frame(w: FunctionWriter, pc: int) -> None:
    t = w.text
    at = t.context("spill", "ptr")
    t.line(f"store i64 {w.number << 32 | pc}, ptr {at}")
    t.line(f"store i64 {'%top.at.entry' if w.allocates else '-1'}, ptr {word(t, at, 1)}")
    behind = spill_registers(w, spilled(w.code, pc), at, 2)
    t.set_context("spill", "ptr", word(t, at, behind))
    t.line("br label %left")


def _say_stopped(w: FunctionWriter) -> None:
    if w.loop is not None:
        w.text.line("ret i32 1")
        return
    kind = result_type(w.function.ret)
    w.text.line(f"ret {kind} {w.text.emit(f'insertvalue {kind} zeroinitializer, i1 true, 0')}")
