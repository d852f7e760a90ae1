"""Marks of coverage (`goto/reach_points.py`) as LLVM text: behind the sentences of the report, a word for each mark."""

from cudabmc.goto.reach_points import Way
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.prelude import APART, field
from cudabmc.native.text_lines import TextLines
from cudabmc.native.word_text import word


def write_mark(t: TextLines, number: int) -> None:
    """The thread comes here: set the word of this number."""
    t.line(f"store i64 1, ptr {word(t, t.context('notes', 'ptr'), number)}{APART}")


def mark_way(w: FunctionWriter, pc: int, way: Way, label: str) -> str:
    """The label to jump to for a side of a branch that leads to `label`: what is jumped to tells the side."""
    number = w.scope.mark(w.code, pc, way)
    if number is None:
        return label
    told = w.text.label()
    w.text.stubs += [
        f"{told}:", f"  %{told}.a = {field('notes')}", f"  %{told}.n = load ptr, ptr %{told}.a",
        f"  %{told}.w = getelementptr i64, ptr %{told}.n, i64 {number}", f"  store i64 1, ptr %{told}.w{APART}",
        f"  br label %{label}",
    ]  # fmt: skip
    return told
