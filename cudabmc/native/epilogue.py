"""Where a function is left before it ends: it says why, and spills its frame for Python.

The callee that has stopped has spilled its frame already: the innermost one is first in the spill area.
"""

from cudabmc.native.compiled_function import result_type
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.handover import FRAME_HEAD
from cudabmc.native.handover_text import spill_registers, words_of
from cudabmc.native.prologue import BEHIND_FRAME
from cudabmc.native.spill_tree import SpillBlock, SpillTree
from cudabmc.native.word_text import word

_LAST = "left"
"""The block that all others lead to."""


def write_epilogue(w: FunctionWriter, tree: SpillTree) -> None:
    """Write the blocks for all stops. Everything else must be written already."""
    for pc, reason in w.stops:
        w.text.begin(f"R{pc}.{reason}")
        w.text.set_context("reason", "i64", str(reason))
        w.text.line(f"br label %S{pc}")
    for pc, block in tree.of.items():
        w.text.begin(block.name)
        at = w.text.context("spill", "ptr")
        w.text.line(f"store i64 {w.number << 32 | pc}, ptr {at}")
        behind = _spill(w, block, at)
        w.text.line(f"store ptr {word(w.text, at, behind)}, ptr {BEHIND_FRAME}")
        _go_on(w, block)
    for block in tree.shared:
        w.text.begin(block.name)
        _spill(w, block, w.text.context("spill", "ptr"))
        _go_on(w, block)
    if w.spills:
        w.text.begin(_LAST)
        at = w.text.context("spill", "ptr")
        w.text.line(f"store i64 {'%top.at.entry' if w.allocates else '-1'}, ptr {word(w.text, at, 1)}")
        w.text.set_context("spill", "ptr", w.text.emit(f"load ptr, ptr {BEHIND_FRAME}"))
        _say_stopped(w)


def _spill(w: FunctionWriter, block: SpillBlock, at: str) -> int:
    """Write the registers of a block; the number of the word behind them."""
    first = FRAME_HEAD + sum(words_of(w, register) for register in block.before())
    return spill_registers(w, block.registers, at, first)


def _go_on(w: FunctionWriter, block: SpillBlock) -> None:
    w.text.line(f"br label %{_LAST if block.following is None else block.following.name}")


def _say_stopped(w: FunctionWriter) -> None:
    if w.loop is not None:
        w.text.line("ret i32 1")
        return
    kind = result_type(w.function.ret)
    w.text.line(f"ret {kind} {w.text.emit(f'insertvalue {kind} zeroinitializer, i1 true, 0')}")
