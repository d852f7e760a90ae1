"""Functions of the LLVM text that kernels use: from the number of an object to its row, and memory of their own.

Shared and local memory has numbers of its own (OWN_NUMBERS). Such a number holds the row of the object and how often
the row was taken before, so that a pointer to a variable that is gone finds nothing. The addresses that stand for
these pointers in local memory are not those of the interpreter, so nobody may look at them as numbers.
"""

from cudabmc.goto.program import Space
from cudabmc.native.copied_marks import MOVE
from cudabmc.native.kernels.stamps import STEP
from cudabmc.native.known_bytes import TEXT as KNOWN_BYTES
from cudabmc.native.layout import space_bit
from cudabmc.native.models import TEXT as MODELS
from cudabmc.native.prelude import COMMON, CONTENTS, TABLES, load_field, pointer_function
from cudabmc.native.text_lines import KERNEL_PARTS, place_type
from cudabmc.state.address_space import REACH_OF_STACK

OWN_NUMBERS = 1 << 41
"""The first number of an object in shared or local memory: 20 bits for its row, and 20 for how often it was taken."""

ROW_SHIFT = 20

OWN_ROWS = 1 << 20

TAKEN = 1 << 19
"""How often a row can be taken."""

_PLACE = place_type(KERNEL_PARTS)
_PARTS = ("data", "known", "readable", "writable", "there", "stamps", "grain")
_PLACE_PARTS = ("data", "known", "may.read", "may.write", "stamps", "grain")


def own_number(row: int, taken: int) -> int:
    """The number of the object that takes a row after `taken` others. One bit is never set: addresses of the
    interpreter's objects in shared memory have it, and must find nothing."""
    return OWN_NUMBERS | row << ROW_SHIFT | (taken >> 13) << 14 | (taken & 0x1FFF)


def _row(part: str, index: int) -> str:
    kind = "ptr" if part in ("data", "known", "stamps") else "i64"
    return (
        f"  %{part}.at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 {index}\n"
        f"  %{part} = load {kind}, ptr %{part}.at{TABLES}"
    )


def _places() -> str:
    lines, before = [], "poison"
    for index, ((_, kind), part) in enumerate(zip(KERNEL_PARTS[2:], _PLACE_PARTS, strict=True)):
        lines.append(f"  %r{index} = insertvalue {_PLACE} {before}, {kind} %{part}, {index}")
        before = f"%r{index}"
    return "\n".join([*lines, f"  ret {_PLACE} {before}"])


TEXT = (
    COMMON
    + KNOWN_BYTES
    + MOVE
    + MODELS
    + f"""
; the row of an object; one that is not in the table has no bytes
define internal ptr @row(ptr %ctx, i64 %number) alwaysinline {{
{load_field("rows", "ptr", "rows")}
{load_field("count", "i64", "row_count")}
{load_field("own.rows", "ptr", "own_rows")}
{load_field("own.count", "i64", "own_count")}
  %own = icmp uge i64 %number, {OWN_NUMBERS}
  %high = lshr i64 %number, {ROW_SHIFT}
  %own.index = and i64 %high, {OWN_ROWS - 1}
  %index = select i1 %own, i64 %own.index, i64 %number
  %most = select i1 %own, i64 %own.count, i64 %count
  %table = select i1 %own, ptr %own.rows, ptr %rows
  %within = icmp ult i64 %index, %most
  %safe = select i1 %within, i64 %index, i64 0
  %row = getelementptr inbounds %kernel.row, ptr %table, i64 %safe
  ret ptr %row
}}

define internal {_PLACE} @resolve(ptr %ctx, i64 %number) alwaysinline {{
  %row = call ptr @row(ptr %ctx, i64 %number)
{chr(10).join(_row(part, index) for index, part in enumerate(_PARTS))}
  %is = icmp eq i64 %there, %number
  %may.read = select i1 %is, i64 %readable, i64 0
  %may.write = select i1 %is, i64 %writable, i64 0
{_places()}
}}

{pointer_function(f"  %local = icmp uge i64 %address, {1 << 62}")}
; does an aligned word that has one of these bytes of an object hold a pointer to memory of the kernel's own?
define internal i1 @holds_own(ptr %ctx, ptr %data, i64 %offset, i64 %size, i64 %whole) {{
start:
{load_field("own.count", "i64", "own_count")}
{load_field("own.rows", "ptr", "own_rows")}
  %first = and i64 %offset, -8
  %end = add i64 %offset, %size
  br label %next
next:
  %at = phi i64 [ %first, %start ], [ %behind, %one ], [ %behind, %ask ]
  %over = icmp sge i64 %at, %end
  br i1 %over, label %no, label %look
look:
  %behind = add i64 %at, 8
  %fits = icmp ule i64 %behind, %whole
  br i1 %fits, label %one, label %no
one:
  %word.at = getelementptr i8, ptr %data, i64 %at
  %word = load i64, ptr %word.at, align 1{CONTENTS}
  %top = lshr i64 %word, 62
  %marked = icmp eq i64 %top, 2
  %high = lshr i64 %word, {22 + ROW_SHIFT}
  %index = and i64 %high, {OWN_ROWS - 1}
  %there = icmp ult i64 %index, %own.count
  %may.be = and i1 %marked, %there
  br i1 %may.be, label %ask, label %next
ask:
  %taken.at = getelementptr inbounds %kernel.row, ptr %own.rows, i64 %index, i32 7
  %taken = load i64, ptr %taken.at{TABLES}
  %number = lshr i64 %word, 22
  %before.low = and i64 %number, 8191
  %before.high = and i64 %number, {((1 << ROW_SHIFT) - 1) & ~0x1FFF}
  %before.shifted = lshr i64 %before.high, 1
  %before = or i64 %before.shifted, %before.low
  %was.made = icmp ule i64 %before, %taken
  %size.at = getelementptr inbounds %kernel.row, ptr %own.rows, i64 %index, i32 2
  %object.size = load i64, ptr %size.at{TABLES}
  %low = and i64 %word, {2 * REACH_OF_STACK - 1}
  %place = sub i64 %low, {REACH_OF_STACK}
  %inside = icmp ule i64 %place, %object.size
  %is = and i1 %was.made, %inside
  br i1 %is, label %yes, label %next
no:
  ret i1 false
yes:
  ret i1 true
}}

; do these bytes begin or end within a word that holds one?
define internal i1 @cuts_own(ptr %ctx, ptr %data, i64 %offset, i64 %size, i64 %whole) {{
  %head = and i64 %offset, 7
  %behind = add i64 %offset, %size
  %tail = and i64 %behind, 7
  %head.aligned = icmp eq i64 %head, 0
  %tail.aligned = icmp eq i64 %tail, 0
  %head.size = select i1 %head.aligned, i64 -8, i64 1
  %tail.size = select i1 %tail.aligned, i64 -8, i64 1
  %first = call i1 @holds_own(ptr %ctx, ptr %data, i64 %offset, i64 %head.size, i64 %whole)
  %last = call i1 @holds_own(ptr %ctx, ptr %data, i64 %behind, i64 %tail.size, i64 %whole)
  %either = or i1 %first, %last
  ret i1 %either
}}

; would a copy of these bytes to a place that many bytes away, but for multiples of a word, leave parts of one?
define internal i1 @parts_own(ptr %ctx, ptr %data, i64 %offset, i64 %size, i64 %whole, i64 %away) {{
  %beside = and i64 %away, 7
  %fits = icmp eq i64 %beside, 0
  br i1 %fits, label %ends, label %all
ends:
  %cut = call i1 @cuts_own(ptr %ctx, ptr %data, i64 %offset, i64 %size, i64 %whole)
  ret i1 %cut
all:
  %any = call i1 @holds_own(ptr %ctx, ptr %data, i64 %offset, i64 %size, i64 %whole)
  ret i1 %any
}}

; a new variable in local memory, whose bytes have a fixed place: its number, or 0 if its row was taken too often; it
; has that of the one before if it does not count
define internal i64 @allocate(ptr %ctx, i64 %index, i64 %at, i64 %size, i64 %counts) {{
{load_field("own.rows", "ptr", "own_rows")}
{load_field("data.start", "ptr", "own_data")}
{load_field("known.start", "ptr", "own_known")}
  %row = getelementptr inbounds %kernel.row, ptr %own.rows, i64 %index
  %taken.at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 7
  %taken = load i64, ptr %taken.at
  %fresh = icmp ult i64 %taken, {TAKEN}
  br i1 %fresh, label %make, label %full
make:
  %following = add i64 %taken, %counts
  store i64 %following, ptr %taken.at
  %high = lshr i64 %taken, 13
  %high.bits = shl i64 %high, 14
  %low.bits = and i64 %taken, 8191
  %bits = or i64 %high.bits, %low.bits
  %row.bits = shl i64 %index, {ROW_SHIFT}
  %n.a = or i64 %row.bits, %bits
  %number = or i64 %n.a, {OWN_NUMBERS}
  %data = getelementptr i8, ptr %data.start, i64 %at
  %at.known = lshr i64 %at, 3
  %above = add i64 %size, 7
  %size.known = lshr i64 %above, 3
  %known = getelementptr i8, ptr %known.start, i64 %at.known
  call void @llvm.memset.p0.i64(ptr %known, i8 0, i64 %size.known, i1 false)
  %row.data = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 0
  store ptr %data, ptr %row.data
  %row.known = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 1
  store ptr %known, ptr %row.known
  %row.readable = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 2
  store i64 %size, ptr %row.readable
  %row.writable = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 3
  store i64 %size, ptr %row.writable
  %row.number = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 4
  store i64 %number, ptr %row.number
  ret i64 %number
full:
  ret i64 0
}}

; the bit of the memory that the object of a pointer lies in; 0 for what is no object, -1 if it is not in the table
define internal i64 @space(ptr %ctx, i64 %number) {{
  %none = icmp eq i64 %number, 0
  br i1 %none, label %null, label %look
look:
{load_field("first.row", "i64", "first_row")}
  %row = call ptr @row(ptr %ctx, i64 %number)
  %there.at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 4
  %there = load i64, ptr %there.at{TABLES}
  %space.at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 8
  %common = load i64, ptr %space.at{TABLES}
  %own = icmp uge i64 %number, {OWN_NUMBERS}
  %high = lshr i64 %number, {ROW_SHIFT}
  %index = and i64 %high, {OWN_ROWS - 1}
  %local = icmp uge i64 %index, %first.row
  %of.kernel = select i1 %local, i64 {space_bit(Space.LOCAL)}, i64 {space_bit(Space.SHARED)}
  %held = select i1 %own, i64 %of.kernel, i64 %common
  %is = icmp eq i64 %there, %number
  %found = select i1 %is, i64 %held, i64 -1
  ret i64 %found
null:
  ret i64 0
}}

; a variable leaves its scope
define internal void @dead(ptr %ctx, i64 %number) {{
  %row = call ptr @row(ptr %ctx, i64 %number)
  %there.at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 4
  %there = load i64, ptr %there.at
  %same = icmp eq i64 %there, %number
  br i1 %same, label %end, label %done
end:
  store i64 0, ptr %there.at
  br label %done
done:
  ret void
}}

; Do atomics of a kind commute with all others on an object? In global memory they have to be of the first kind that
; asks, and in shared memory, which ends with its block, of the first one of the barrier interval that begins at %base:
; barriers order those of different intervals.
define internal i1 @commutes(ptr %ctx, i64 %number, i64 %kind, i64 %base) {{
  %row = call ptr @row(ptr %ctx, i64 %number)
  %at = getelementptr inbounds %kernel.row, ptr %row, i64 0, i32 7
  %before = load i64, ptr %at
  %shared = icmp uge i64 %number, {OWN_NUMBERS}
  %since = select i1 %shared, i64 %base, i64 0
  %now = or i64 %since, %kind
  %since.before = and i64 %before, {-STEP}
  %anew = icmp ne i64 %since.before, %since
  %none = icmp eq i64 %before, 0
  %first = or i1 %none, %anew
  br i1 %first, label %set, label %look
set:
  store i64 %now, ptr %at
  ret i1 true
look:
  %same = icmp eq i64 %before, %now
  ret i1 %same
}}

; a block begins: nothing in shared memory is known
define internal void @begin_block(ptr %ctx) {{
{load_field("known", "ptr", "own_known")}
{load_field("bytes", "i64", "shared_bytes")}
{load_field("stamp.bytes", "i64", "stamp_bytes")}
{load_field("stamps", "ptr", "shared_stamps")}
  %bytes.known = lshr i64 %bytes, 3
  call void @llvm.memset.p0.i64(ptr %known, i8 0, i64 %bytes.known, i1 false)
  call void @llvm.memset.p0.i64(ptr %stamps, i8 0, i64 %stamp.bytes, i1 false)
  ret void
}}
"""
)
