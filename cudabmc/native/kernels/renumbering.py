"""Segments get small numbers again before the numbers of an interval would be too large for stamps of 32 bits.

Of an earlier interval of its block a thread asks no more than that it was in its block, and of another block that it
was another one (`stamps.py`). So two numbers are enough for all of them, and the numbers of later intervals go on
behind these. WRITTEN, SEVERAL and ATOMIC speak of the interval of the stamp alone, and nobody asks for them once it is
over.
"""

from cudabmc.native.kernels.stamp_word import load_stamp, stamp_type, store_stamp
from cudabmc.native.kernels.stamps import BYTES, KEPT, STEP
from cudabmc.native.prelude import load_field

LARGEST = (1 << 8 * BYTES) - STEP
"""The largest number of a segment."""

EARLIER_BLOCK = STEP
"""The number that stands for all segments of blocks before this one."""

EARLIER_INTERVAL = 2 * STEP
"""The number that stands for all segments of this block before the next interval. It is the least one of the block."""

NEXT = 3 * STEP
"""The least number of the next interval."""


def most_threads() -> int:
    """A block with more threads has no interval for which there are enough numbers. Its kernel stops."""
    return (LARGEST - NEXT) // STEP


_SMALL = "minsize optsize"
"""Every kernel is compiled with what few launches need: that must not take long."""

TEXT = f"""
; Stamps get small numbers. Those that are 0 are only read, so that pages that nobody has touched take no memory.
define internal void @renumber.stamps(ptr %stamps, i64 %count, i64 %first) noinline {_SMALL} {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %on ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %done, label %look
look:
  %place = getelementptr {stamp_type(BYTES)}, ptr %stamps, i64 %i
{load_stamp(BYTES)}
  %fresh = icmp eq i64 %s, 0
  br i1 %fresh, label %on, label %change
change:
  %in.block = icmp uge i64 %s, %first
  %number = select i1 %in.block, i64 {EARLIER_INTERVAL}, i64 {EARLIER_BLOCK}
  %kept = and i64 %s, {KEPT}
  %new = or i64 %number, %kept
{store_stamp(BYTES, "%new")}
  br label %on
on:
  %after = add i64 %i, 1
  br label %next
done:
  ret void
}}

; all stamps of a launch get small numbers; %first is the least one of the block so far
define internal void @renumber(ptr %ctx, i64 %first) noinline {_SMALL} {{
start:
{load_field("rows", "ptr", "rows")}
{load_field("row.count", "i64", "row_count")}
{load_field("shared", "ptr", "shared_stamps")}
{load_field("bytes", "i64", "stamp_bytes")}
  %shared.count = udiv i64 %bytes, {BYTES}
  call void @renumber.stamps(ptr %shared, i64 %shared.count, i64 %first)
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %on ]
  %over = icmp uge i64 %i, %row.count
  br i1 %over, label %done, label %look
look:
  %stamps.at = getelementptr inbounds %kernel.row, ptr %rows, i64 %i, i32 5
  %stamps = load ptr, ptr %stamps.at
  %none = icmp eq ptr %stamps, null
  br i1 %none, label %on, label %change
change:
  %size.at = getelementptr inbounds %kernel.row, ptr %rows, i64 %i, i32 2
  %size = load i64, ptr %size.at
  %grain.at = getelementptr inbounds %kernel.row, ptr %rows, i64 %i, i32 6
  %grain = load i64, ptr %grain.at
  %whole = lshr i64 %size, %grain
  %count = add i64 %whole, 1
  call void @renumber.stamps(ptr %stamps, i64 %count, i64 %first)
  br label %on
on:
  %after = add i64 %i, 1
  br label %next
done:
  ret void
}}
"""
