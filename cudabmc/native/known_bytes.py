"""Which bytes of an object are known: it has a mark for each (`state/known_bytes.py`), or all of them are known."""

from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.layout import Reason
from cudabmc.native.prelude import RARE, TABLES
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_label
from cudabmc.native.text_lines import TextLines

_SIZES = (1, 2, 4, 8)
"""Sizes of accesses whose marks lie in one byte of the map, if they are aligned."""


def must_be_known(w: CodeWriter, pointer: ResolvedPointer, size: int | str, pc: int) -> None:
    """Stop before the instruction if one of these bytes, a number or a value, is not known."""
    t = w.text
    known = t.emit(question(pointer, size))
    stop, on = stop_label(w, pc, Reason.UNSET), t.label()
    t.line(f"br i1 {known}, label %{on}, label %{stop}")
    t.begin(on)


def question(pointer: ResolvedPointer, size: int | str) -> str:
    """Text that asks whether all of these bytes are known."""
    return f"call i1 {_function('is_known', pointer, size)}"


def become_known(t: TextLines, pointer: ResolvedPointer, size: int | str) -> None:
    """These bytes are known now."""
    t.line(f"call void {_function('become_known', pointer, size)}")


def _function(name: str, pointer: ResolvedPointer, size: int | str) -> str:
    place = f"ptr {pointer.known}, i64 {pointer.offset}"
    return f"@{name}.{size}({place})" if size in _SIZES else f"@{name}({place}, i64 {size})"


def _map_byte(offset: str) -> str:
    """Text that finds the byte of the map with the mark of the byte at an offset."""
    return f"""  %index = lshr i64 {offset}, 3
  %at = getelementptr i8, ptr %known, i64 %index
  %bits = load i8, ptr %at{TABLES}"""


def map_byte(side: str, offset: str) -> str:
    """The same in one of two maps."""
    return f"""  %{side}.index = lshr i64 {offset}, 3
  %{side}.at = getelementptr i8, ptr %{side}.known, i64 %{side}.index
  %{side}.bits = load i8, ptr %{side}.at{TABLES}"""


def _mask(size: int) -> str:
    """Text that makes the marks of `size` bytes from an offset on."""
    return f"""  %low = trunc i64 %offset to i8
  %shift = and i8 %low, 7
  %mask = shl i8 {(1 << size) - 1}, %shift"""


def _look(size: int) -> str:
    """Functions for an access of a size. Marks that are 1 already are not written again: the next look at this byte
    of the map would wait for it."""
    return f"""
define internal i1 @is_known.{size}(ptr %known, i64 %offset) alwaysinline {{
  %none = icmp eq ptr %known, null
  br i1 %none, label %yes, label %look
look:
  %rest = and i64 %offset, {size - 1}
  %across = icmp ne i64 %rest, 0
  br i1 %across, label %several, label %one{RARE}
one:
{_map_byte("%offset")}
{_mask(size)}
  %there = and i8 %bits, %mask
  %same = icmp eq i8 %there, %mask
  ret i1 %same
several:
  %all = call i1 @is_known(ptr %known, i64 %offset, i64 {size}){TABLES}
  ret i1 %all
yes:
  ret i1 true
}}

define internal void @become_known.{size}(ptr %known, i64 %offset) alwaysinline {{
  %none = icmp eq ptr %known, null
  br i1 %none, label %done, label %look
look:
  %rest = and i64 %offset, {size - 1}
  %across = icmp ne i64 %rest, 0
  br i1 %across, label %several, label %one{RARE}
one:
{_map_byte("%offset")}
{_mask(size)}
  %there = and i8 %bits, %mask
  %same = icmp eq i8 %there, %mask
  br i1 %same, label %done, label %add
add:
  %more = or i8 %bits, %mask
  store i8 %more, ptr %at{TABLES}
  br label %done
several:
  call void @become_known(ptr %known, i64 %offset, i64 {size}){TABLES}
  br label %done
done:
  ret void
}}
"""


def marking(name: str, change: str) -> str:
    """A function that makes new marks of those of some bytes, if there are any: %new of %bits, where %mask is set."""
    return f"""define internal void @{name}(ptr %known, i64 %offset, i64 %size) noinline {{
start:
  %none = icmp eq ptr %known, null
  %end = add i64 %offset, %size
  br i1 %none, label %done, label %next
next:
  %i = phi i64 [ %offset, %start ], [ %after, %one ]
  %over = icmp uge i64 %i, %end
  br i1 %over, label %done, label %one
one:
{_map_byte("%i")}
  %marks = call {{ i64, i8 }} @marks(i64 %i, i64 %end)
  %after = extractvalue {{ i64, i8 }} %marks, 0
  %mask = extractvalue {{ i64, i8 }} %marks, 1
{change}
  store i8 %new, ptr %at{TABLES}
  br label %next
done:
  ret void
}}
"""


TEXT = f"""{"".join(map(_look, _SIZES))}
define internal i1 @is_known(ptr %known, i64 %offset, i64 %size) noinline {{
start:
  %none = icmp eq ptr %known, null
  %end = add i64 %offset, %size
  br i1 %none, label %yes, label %next
next:
  %i = phi i64 [ %offset, %start ], [ %after, %look ]
  %over = icmp uge i64 %i, %end
  br i1 %over, label %yes, label %look
look:
{_map_byte("%i")}
  %marks = call {{ i64, i8 }} @marks(i64 %i, i64 %end)
  %after = extractvalue {{ i64, i8 }} %marks, 0
  %mask = extractvalue {{ i64, i8 }} %marks, 1
  %there = and i8 %bits, %mask
  %same = icmp eq i8 %there, %mask
  br i1 %same, label %next, label %no
yes:
  ret i1 true
no:
  ret i1 false
}}

{marking("become_known", "  %new = or i8 %bits, %mask")}
; of the bytes from one on to an end: the marks of those in one byte of the map, and the first one behind them
define internal {{ i64, i8 }} @marks(i64 %i, i64 %end) alwaysinline {{
  %start = and i64 %i, -8
  %whole = add i64 %start, 8
  %cut = icmp ult i64 %end, %whole
  %after = select i1 %cut, i64 %end, i64 %whole
  %shift = sub i64 %i, %start
  %left = sub i64 %whole, %after
  %shift.8 = trunc i64 %shift to i8
  %left.8 = trunc i64 %left to i8
  %low = shl i8 -1, %shift.8
  %high = lshr i8 -1, %left.8
  %mask = and i8 %low, %high
  %r0 = insertvalue {{ i64, i8 }} poison, i64 %after, 0
  %r1 = insertvalue {{ i64, i8 }} %r0, i8 %mask, 1
  ret {{ i64, i8 }} %r1
}}
"""
