"""Copies of bytes that nobody has set: which bytes are known goes over with them, and whose they are is noted.

    struct s { char c; int n; } a, *b = malloc(80);
    a.c = 1; a.n = 2;
    b[3] = a;          // bytes 1 to 3 of `a` are not known: a word list says from where to where they went

Python makes rows of what is noted (`copy_log.py`).
"""

from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.known_bytes import become_known, map_byte, question
from cudabmc.native.layout import COPY_WORDS, MOST_COPIES, Reason
from cudabmc.native.prelude import CONTENTS, RARE, TABLES, load_field
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_label
from cudabmc.state.address_space import SLOTS


def write_copied(
    w: CodeWriter, target: ResolvedPointer, to: str, source: ResolvedPointer, start: str, size: int | str, pc: int
) -> None:  # fmt: skip
    """Copy bytes between addresses that are within objects. Stops before the instruction if bytes are not known, and
    the target has no marks or there is no room for the note."""
    t = w.text
    known, marked, move = t.label(), t.label(), t.label()
    t.line(f"br i1 {t.emit(question(source, size))}, label %{known}, label %{marked}")
    t.begin(marked)
    places = ", ".join(f"ptr {p.known}, i64 {p.number}, i64 {p.offset}" for p in (target, source))
    done = t.emit(f"call i1 @copy_marks(ptr %ctx, {places}, i64 {size}){TABLES}")
    t.line(f"br i1 {done}, label %{move}, label %{stop_label(w, pc, Reason.UNKNOWN)}")
    t.begin(known)
    become_known(t, target, size)
    t.line(f"br label %{move}")
    t.begin(move)
    t.line(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 false){CONTENTS}")


_WORDS = (
    "%target.number", "%target.offset", "%target.site", "%target.count",
    "%source.number", "%source.offset", "%source.site", "%source.count", "%size",
)  # fmt: skip
assert len(_WORDS) == COPY_WORDS


def _made(side: str) -> str:
    """Text that finds which Alloca has made an object of the stack, and as which."""
    return f"""  %{side}.slot = and i64 %{side}.number, {SLOTS - 1}
  %{side}.site.at = getelementptr i64, ptr %sites, i64 %{side}.slot
  %{side}.site = load i64, ptr %{side}.site.at
  %{side}.count.at = getelementptr i64, ptr %counts, i64 %{side}.slot
  %{side}.count = load i64, ptr %{side}.count.at"""


def _noted() -> str:
    """Text that writes the words of a note."""
    lines = [f"  %first = mul i64 %noted, {COPY_WORDS}", "  %words = getelementptr i64, ptr %copies, i64 %first"]
    for index, word in enumerate(_WORDS):
        lines.append(f"  %w{index} = getelementptr i64, ptr %words, i64 {index}")
        lines.append(f"  store i64 {word}, ptr %w{index}")
    return "\n".join(lines)


MOVE = f"""
; the marks of bytes go over to others
define internal void @move_marks(
  ptr %target.known, i64 %target.offset, ptr %source.known, i64 %source.offset, i64 %size
) noinline {{
start:
  %last = sub i64 %size, 1
  %backwards = icmp sgt i64 %target.offset, %source.offset
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %copy ]
  %over = icmp uge i64 %i, %size
  br i1 %over, label %done, label %copy
copy:
  %from.end = sub i64 %last, %i
  %here = select i1 %backwards, i64 %from.end, i64 %i
  %from = add i64 %source.offset, %here
  %to = add i64 %target.offset, %here
{map_byte("source", "%from")}
{map_byte("target", "%to")}
  %from.low = trunc i64 %from to i8
  %from.shift = and i8 %from.low, 7
  %moved = lshr i8 %source.bits, %from.shift
  %mark = and i8 %moved, 1
  %to.low = trunc i64 %to to i8
  %to.shift = and i8 %to.low, 7
  %place = shl i8 1, %to.shift
  %others = xor i8 %place, -1
  %kept = and i8 %target.bits, %others
  %new = shl i8 %mark, %to.shift
  %changed = or i8 %kept, %new
  store i8 %changed, ptr %target.at
  %after = add i64 %i, 1
  br label %next
done:
  ret void
}}
"""
"""The function that copies marks, for kernels too."""

TEXT = MOVE + f"""
; the marks of bytes go over to others, which is noted; false, with nothing changed, if that is not possible
define internal i1 @copy_marks(
  ptr %ctx, ptr %target.known, i64 %target.number, i64 %target.offset,
  ptr %source.known, i64 %source.number, i64 %source.offset, i64 %size
) noinline {{
start:
{load_field("copies", "ptr", "copies")}
{load_field("noted", "i64", "copy_count")}
{load_field("sites", "ptr", "slot_sites")}
{load_field("counts", "ptr", "slot_counts")}
  %none = icmp eq ptr %target.known, null
  %full = icmp uge i64 %noted, {MOST_COPIES}
  %cannot = or i1 %none, %full
  br i1 %cannot, label %no, label %note{RARE}
note:
{_made("target")}
{_made("source")}
{_noted()}
  %more = add i64 %noted, 1
  store i64 %more, ptr %noted.at
  call void @move_marks(ptr %target.known, i64 %target.offset, ptr %source.known, i64 %source.offset, i64 %size)
  ret i1 true
no:
  ret i1 false
}}
"""
