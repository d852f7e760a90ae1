"""Functions of the LLVM text that all machine code uses: from the number of an object to its row, from pointers to
addresses and back (`state/address_space.py`), and the stack of the host."""

from cudabmc.native.layout import FIELDS, LLVM_TYPES
from cudabmc.native.operators import HALVES, INTRINSICS
from cudabmc.native.overflow_intrinsics import DECLARATIONS as OVERFLOW
from cudabmc.state.address_space import GENERATIONS, HIGHEST, REACH_OF_COMMON, REACH_OF_STACK, SLOTS, STACK_NUMBERS

TABLES = ", !alias.scope !1, !noalias !2"
"""Behind an access to tables or the context."""

CONTENTS = ", !alias.scope !2, !noalias !1"
"""Behind an access to the contents of objects."""

APART = ", !noalias !20"
"""Behind the store of a mark, which is neither in a table nor in the contents of an object."""

RARE = ", !prof !3"
"""Behind a branch whose first way is rare."""


def field(name: str) -> str:
    """The address of a field of the context, as a constant expression of an instruction."""
    return f"getelementptr inbounds %context, ptr %ctx, i64 0, i32 {FIELDS[name]}"


def load_field(result: str, kind: str, name: str) -> str:
    """Text that loads a field of the context."""
    return f"  %{result}.at = {field(name)}\n  %{result} = load {kind}, ptr %{result}.at{TABLES}"


PLACE = "{ ptr, ptr, i64, i64 }"
"""What a row says of an object: contents, what of them is known, readable and writable bytes."""

COMMON = f"""
{LLVM_TYPES}
{INTRINSICS}
{HALVES}
{OVERFLOW}

define internal i64 @address(i64 %number, i64 %offset) alwaysinline {{
  %local = icmp sge i64 %number, {STACK_NUMBERS}
  %some = icmp sgt i64 %number, 0
  %far = shl i64 %number, 36
  %far.middle = add i64 %far, {REACH_OF_COMMON}
  %near = shl i64 %number, 22
  %near.middle = add i64 %near, {REACH_OF_STACK}
  %middle = select i1 %local, i64 %near.middle, i64 %far.middle
  %base = select i1 %some, i64 %middle, i64 0
  %address = add i64 %base, %offset
  ret i64 %address
}}

; does the address of a pointer tell the pointer?
define internal i1 @tells(i64 %number, i64 %offset) alwaysinline {{
  %local = icmp sge i64 %number, {STACK_NUMBERS}
  %some = icmp sgt i64 %number, 0
  %none = icmp eq i64 %number, 0
  %half = select i1 %local, i64 {REACH_OF_STACK}, i64 {REACH_OF_COMMON}
  %all = shl i64 %half, 1
  %moved = add i64 %offset, %half
  %within = icmp ult i64 %moved, %all
  %low = icmp ult i64 %offset, {2 * REACH_OF_COMMON}
  %high = icmp uge i64 %offset, {HIGHEST - 2**64}
  %free = or i1 %low, %high
  %in.object = and i1 %some, %within
  %in.none = and i1 %none, %free
  %tells = or i1 %in.object, %in.none
  ret i1 %tells
}}

; are all of these bytes known?
define internal i1 @all_known(ptr %known, i64 %size) noinline {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %again ]
  %over = icmp uge i64 %i, %size
  br i1 %over, label %yes, label %look
look:
  %at = getelementptr i8, ptr %known, i64 %i
  %byte = load i8, ptr %at
  %is = icmp eq i8 %byte, 1
  br i1 %is, label %again, label %no
again:
  %after = add i64 %i, 1
  br label %next
yes:
  ret i1 true
no:
  ret i1 false
}}

; one number of the generator of rand() (opmodels.libc.additive_feedback); the words lie in a ring of 32
define internal i64 @random_number(ptr %ctx, ptr %words) noinline {{
  %count.at = {field("random_count")}
  %count = load i64, ptr %count.at
  %three = sub i64 %count, 3
  %degree = sub i64 %count, 31
  %three.in = and i64 %three, 31
  %degree.in = and i64 %degree, 31
  %here.in = and i64 %count, 31
  %three.at = getelementptr i32, ptr %words, i64 %three.in
  %degree.at = getelementptr i32, ptr %words, i64 %degree.in
  %here.at = getelementptr i32, ptr %words, i64 %here.in
  %a = load i32, ptr %three.at
  %b = load i32, ptr %degree.at
  %sum = add i32 %a, %b
  store i32 %sum, ptr %here.at
  %after = add i64 %count, 1
  store i64 %after, ptr %count.at
  %high = lshr i32 %sum, 1
  %number = zext i32 %high to i64
  ret i64 %number
}}

!0 = !{{!0}}
!10 = !{{!10, !0, !"tables"}}
!11 = !{{!11, !0, !"contents"}}
!1 = !{{!10}}
!2 = !{{!11}}
!20 = !{{!10, !11}}
!3 = !{{!"branch_weights", i32 1, i32 100000}}
"""
"""What host code and kernels share. The metadata at its end are the scopes of TABLES, CONTENTS and APART, and the
weights of RARE."""

def pointer_function(is_near: str) -> str:
    """The function from an address to a pointer. `is_near` sets %local: is it that of an object with a short reach?"""
    return f"""define internal {{ i64, i64 }} @pointer(i64 %address) alwaysinline {{
{is_near}
  %near = lshr i64 %address, 22
  %far = lshr i64 %address, 36
  %some = select i1 %local, i64 %near, i64 %far
  %high = icmp uge i64 %address, {HIGHEST - 2**64}
  %number = select i1 %high, i64 0, i64 %some
  %near.rest = and i64 %address, {2 * REACH_OF_STACK - 1}
  %near.offset = sub i64 %near.rest, {REACH_OF_STACK}
  %far.rest = and i64 %address, {2 * REACH_OF_COMMON - 1}
  %far.offset = sub i64 %far.rest, {REACH_OF_COMMON}
  %in.object = select i1 %local, i64 %near.offset, i64 %far.offset
  %none = icmp eq i64 %number, 0
  %offset = select i1 %none, i64 %address, i64 %in.object
  %r0 = insertvalue {{ i64, i64 }} poison, i64 %number, 0
  %r1 = insertvalue {{ i64, i64 }} %r0, i64 %offset, 1
  ret {{ i64, i64 }} %r1
}}
"""


_IS_ON_STACK = """  %top = lshr i64 %address, 62
  %local = icmp eq i64 %top, 1"""

TEXT = (
    COMMON
    + f"""
; the row of an object; one that is not in the table has no bytes
define internal {PLACE} @resolve(ptr %ctx, i64 %number) alwaysinline {{
{load_field("rows", "ptr", "rows")}
{load_field("count", "i64", "row_count")}
  %local = icmp uge i64 %number, {STACK_NUMBERS}
  %slot = and i64 %number, {SLOTS - 1}
  %behind = add i64 %number, {SLOTS}
  %index = select i1 %local, i64 %slot, i64 %behind
  %within = icmp ult i64 %index, %count
  %safe = select i1 %within, i64 %index, i64 {SLOTS}
  %row = getelementptr inbounds %row, ptr %rows, i64 %safe
  %data.at = getelementptr inbounds %row, ptr %row, i64 0, i32 0
  %data = load ptr, ptr %data.at{TABLES}
  %known.at = getelementptr inbounds %row, ptr %row, i64 0, i32 1
  %known = load ptr, ptr %known.at{TABLES}
  %readable.at = getelementptr inbounds %row, ptr %row, i64 0, i32 2
  %readable = load i64, ptr %readable.at{TABLES}
  %writable.at = getelementptr inbounds %row, ptr %row, i64 0, i32 3
  %writable = load i64, ptr %writable.at{TABLES}
  %own.at = getelementptr inbounds %row, ptr %row, i64 0, i32 4
  %own = load i64, ptr %own.at{TABLES}
  %found = icmp eq i64 %own, %number
  %may.read = select i1 %found, i64 %readable, i64 0
  %may.write = select i1 %found, i64 %writable, i64 0
  %r0 = insertvalue {PLACE} poison, ptr %data, 0
  %r1 = insertvalue {PLACE} %r0, ptr %known, 1
  %r2 = insertvalue {PLACE} %r1, i64 %may.read, 2
  %r3 = insertvalue {PLACE} %r2, i64 %may.write, 3
  ret {PLACE} %r3
}}

{pointer_function(_IS_ON_STACK)}
; slots from the top whose objects have ended are given back, down to `first`
define internal void @give_back(ptr %ctx, i64 %first) noinline {{
start:
{load_field("rows", "ptr", "rows")}
{load_field("starts", "ptr", "starts")}
  %top.at = {field("top")}
  %data.at = {field("stack_data")}
  br label %next
next:
  %top = load i64, ptr %top.at
  %empty = icmp ule i64 %top, %first
  br i1 %empty, label %done, label %look
look:
  %slot = sub i64 %top, 1
  %number.at = getelementptr inbounds %row, ptr %rows, i64 %slot, i32 4
  %number = load i64, ptr %number.at
  %ended = icmp eq i64 %number, 0
  br i1 %ended, label %pop, label %done
pop:
  store i64 %slot, ptr %top.at
  %start.at = getelementptr i64, ptr %starts, i64 %slot
  %begin = load i64, ptr %start.at
  store i64 %begin, ptr %data.at
  br label %next
done:
  ret void
}}

; an object of the stack leaves its scope; false if it is not one of machine code's own
define internal i1 @dead(ptr %ctx, i64 %number) noinline {{
start:
{load_field("rows", "ptr", "rows")}
{load_field("first", "i64", "first")}
  %local = icmp uge i64 %number, {STACK_NUMBERS}
  %positive = icmp sgt i64 %number, 0
  %slot = and i64 %number, {SLOTS - 1}
  %above = icmp uge i64 %slot, %first
  %both = and i1 %local, %positive
  %own = and i1 %both, %above
  br i1 %own, label %ours, label %not
ours:
  %row.at = getelementptr inbounds %row, ptr %rows, i64 %slot, i32 4
  %there = load i64, ptr %row.at
  %same = icmp eq i64 %there, %number
  br i1 %same, label %end, label %done
end:
  store i64 0, ptr %row.at
  call void @give_back(ptr %ctx, i64 %first)
  br label %done
done:
  ret i1 true
not:
  ret i1 false
}}

; a function is left: all objects above these slots have ended
define internal void @leave(ptr %ctx, i64 %slots) noinline {{
start:
{load_field("rows", "ptr", "rows")}
  %top.at = {field("top")}
  %top = load i64, ptr %top.at
  br label %next
next:
  %slot = phi i64 [ %slots, %start ], [ %after, %kill ]
  %over = icmp uge i64 %slot, %top
  br i1 %over, label %done, label %kill
kill:
  %number.at = getelementptr inbounds %row, ptr %rows, i64 %slot, i32 4
  store i64 0, ptr %number.at
  %after = add i64 %slot, 1
  br label %next
done:
  call void @give_back(ptr %ctx, i64 %slots)
  ret void
}}

; a new object of the stack, made at a site: its number, or 0 if there is no room. A slot that was taken as often as it
; can be is passed over, as one whose object has ended.
define internal i64 @allocate(ptr %ctx, i64 %size, i64 %site) {{
start:
{load_field("rows", "ptr", "rows")}
{load_field("starts", "ptr", "starts")}
{load_field("generations", "ptr", "generations")}
{load_field("top.first", "i64", "top")}
{load_field("begin", "i64", "stack_data")}
{load_field("end", "i64", "stack_end")}
{load_field("data.start", "ptr", "stack_start")}
{load_field("known.start", "ptr", "stack_known")}
{load_field("made", "ptr", "made")}
{load_field("slot.sites", "ptr", "slot_sites")}
{load_field("slot.counts", "ptr", "slot_counts")}
  %room = add i64 %size, 15
  %rounded = and i64 %room, -16
  %behind = add i64 %begin, %rounded
  %fits = icmp ule i64 %behind, %end
  br label %next
next:
  %top = phi i64 [ %top.first, %start ], [ %top.above, %pass ]
  %slot.free = icmp ult i64 %top, {SLOTS}
  %may = and i1 %fits, %slot.free
  br i1 %may, label %count, label %full
count:
  %generation.at = getelementptr i32, ptr %generations, i64 %top
  %generation = load i32, ptr %generation.at
  %fresh = icmp ult i32 %generation, {GENERATIONS}
  br i1 %fresh, label %make, label %pass
pass:
  %over.number = getelementptr inbounds %row, ptr %rows, i64 %top, i32 4
  store i64 0, ptr %over.number
  %over.start = getelementptr i64, ptr %starts, i64 %top
  store i64 %begin, ptr %over.start
  %over.site = getelementptr i64, ptr %slot.sites, i64 %top
  store i64 %site, ptr %over.site
  %top.above = add i64 %top, 1
  br label %next
make:
  %following = add i32 %generation, 1
  store i32 %following, ptr %generation.at
  %wide = zext i32 %generation to i64
  %shifted = shl i64 %wide, 14
  %both = or i64 %shifted, %top
  %number = or i64 %both, {STACK_NUMBERS}
  %start.at = getelementptr i64, ptr %starts, i64 %top
  store i64 %begin, ptr %start.at
  %data = getelementptr i8, ptr %data.start, i64 %begin
  %begin.known = lshr i64 %begin, 3
  %rounded.known = lshr i64 %rounded, 3
  %known = getelementptr i8, ptr %known.start, i64 %begin.known
  call void @llvm.memset.p0.i64(ptr %known, i8 0, i64 %rounded.known, i1 false)
  %row.data = getelementptr inbounds %row, ptr %rows, i64 %top, i32 0
  store ptr %data, ptr %row.data
  %row.known = getelementptr inbounds %row, ptr %rows, i64 %top, i32 1
  store ptr %known, ptr %row.known
  %row.readable = getelementptr inbounds %row, ptr %rows, i64 %top, i32 2
  store i64 %size, ptr %row.readable
  %row.writable = getelementptr inbounds %row, ptr %rows, i64 %top, i32 3
  store i64 %size, ptr %row.writable
  %row.number = getelementptr inbounds %row, ptr %rows, i64 %top, i32 4
  store i64 %number, ptr %row.number
  %top.after = add i64 %top, 1
  store i64 %top.after, ptr %top.first.at
  store i64 %behind, ptr %begin.at
  %made.here = getelementptr i64, ptr %made, i64 %site
  %before = load i64, ptr %made.here
  %one.more = add i64 %before, 1
  store i64 %one.more, ptr %made.here
  %site.at = getelementptr i64, ptr %slot.sites, i64 %top
  store i64 %site, ptr %site.at
  %count.at = getelementptr i64, ptr %slot.counts, i64 %top
  store i64 %before, ptr %count.at
  ret i64 %number
full:
  ret i64 0
}}
"""
)
"""What host code uses."""
