"""Which bytes of an object are known: an object has marks for them, or all of them are known."""

from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.layout import Reason
from cudabmc.native.prelude import TABLES
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_label
from cudabmc.native.text_lines import TextLines

_WORDS = (1, 2, 4, 8)
"""Sizes whose marks are looked at as one integer."""


def must_be_known(w: CodeWriter, pointer: ResolvedPointer, size: int | str, pc: int) -> None:
    """Stop before the instruction if one of these bytes, a number or a value, is not known."""
    t = w.text
    marks, on = _marks(t, pointer)
    if isinstance(size, int) and size in _WORDS:
        held = t.emit(f"load i{8 * size}, ptr {marks}, align 1{TABLES}")
        known = t.emit(f"icmp eq i{8 * size} {held}, {_ones(size)}")
    else:
        known = t.emit(f"call i1 @all_known(ptr {marks}, i64 {size})")
    stop = stop_label(w, pc, Reason.UNKNOWN)
    t.line(f"br i1 {known}, label %{on}, label %{stop}")
    t.begin(on)


def become_known(t: TextLines, pointer: ResolvedPointer, size: int | str) -> None:
    """These bytes are known now."""
    marks, on = _marks(t, pointer)
    if isinstance(size, int) and size in _WORDS:
        t.line(f"store i{8 * size} {_ones(size)}, ptr {marks}, align 1{TABLES}")
    else:
        t.line(f"call void @llvm.memset.p0.i64(ptr {marks}, i8 1, i64 {size}, i1 false)")
    t.line(f"br label %{on}")
    t.begin(on)


def _marks(t: TextLines, pointer: ResolvedPointer) -> tuple[str, str]:
    """The address of the marks, in a block of its own, and where to continue if there are none."""
    look, on = t.label(), t.label()
    marked = t.emit(f"icmp ne ptr {pointer.known}, null")
    t.line(f"br i1 {marked}, label %{look}, label %{on}")
    t.begin(look)
    return t.emit(f"getelementptr i8, ptr {pointer.known}, i64 {pointer.offset}"), on


def _ones(size: int) -> int:
    return int.from_bytes(b"\1" * size, "little")
