"""Stamps: who touched some bytes last, as one word, by which the next access sees a conflict.

The blocks of a grid run one after the other, and their threads from barrier to barrier. What a thread does between
two barriers is a segment. Segments have numbers: `me` is that of the one that runs, `base` the least one of the
block's barrier interval, `first` the least one of the block, and `last` a number above all of the interval, which
stands for several threads; all times STEP. Later intervals have larger numbers; within one the order is free. Numbers
that are too large for the bytes of a stamp become small again (`renumbering.py`). A stamp is the segment of an access
and flags about the place. Two accesses conflict as `events.conflict` has it, unless a barrier of the block orders them.

Functions of the text return the stamp behind an access, or CONFLICT.
"""

from cudabmc.native.kernels.stamp_word import load_stamp, stamp_type, store_stamp
from cudabmc.native.prelude import TABLES

BYTES = 4
"""Of a stamp."""

WRITTEN = 1  # by the segment of the stamp
SEVERAL = 2  # more than one thread of the block, in the interval of the stamp: it is `last`
EVER = 4  # written at some time in this launch
OTHERS = 8  # threads of other blocks have touched it, too
ATOMIC = 16  # all accesses of the interval are atomics
PLAIN = 32  # an access that was no atomic, at some time
OPEN = 64  # read before anything was written there in this launch (stamps of BYTES alone)
STEP = 128

CONFLICT = -1

_WRITE = PLAIN | EVER | WRITTEN
_UPDATE = ATOMIC | EVER
KEPT = EVER | OTHERS | PLAIN | OPEN  # what says something once the interval of the stamp is over
SEGMENTS = "i64 %me, i64 %base, i64 %first, i64 %last"

KINDS = ("read", "write", "update")
"""Update is an atomic that commutes with all atomics of its kind."""

RARELY = "preserve_mostcc"
"""How the functions for one stamp are called: what calls them in rare cases keeps its registers."""

_FUNCTIONS = f"""
define internal {RARELY} i64 @stamp.read(i64 %s, {SEGMENTS}) noinline memory(none) {{
  %whose = and i64 %s, {-STEP}
  %here = icmp uge i64 %s, %base
  br i1 %here, label %interval, label %before
interval:
  %a = and i64 %s, {ATOMIC}
  %atomic = icmp ne i64 %a, 0
  br i1 %atomic, label %beside, label %plain
beside:
  %b = and i64 %s, {OTHERS}
  %shared = icmp ne i64 %b, 0
  %another = icmp ne i64 %whose, %me
  %bad = or i1 %another, %shared
  %own.open = and i64 %s, {OPEN}
  %own.write = or i64 %me, {_WRITE}
  %own.new = or i64 %own.write, %own.open
  %own = select i1 %bad, i64 {CONFLICT}, i64 %own.new
  ret i64 %own
plain:
  %mine = icmp eq i64 %whose, %me
  %many.before = icmp eq i64 %whose, %last
  %said = or i1 %mine, %many.before
  br i1 %said, label %same, label %other
same:
  ret i64 %s
other:
  %w = and i64 %s, {WRITTEN}
  %written = icmp ne i64 %w, 0
  %kept = and i64 %s, {KEPT}
  %several = or i64 %kept, {SEVERAL | PLAIN}
  %many = or i64 %last, %several
  %o = select i1 %written, i64 {CONFLICT}, i64 %many
  ret i64 %o
before:
  %in.block = icmp uge i64 %s, %first
  %fresh = icmp eq i64 %s, 0
  %own.block = or i1 %in.block, %fresh
  %e = and i64 %s, {EVER}
  %ever = icmp ne i64 %e, 0
  br i1 %own.block, label %block, label %blocks
block:
  %x = and i64 %s, {OTHERS | EVER}
  %changed = icmp eq i64 %x, {OTHERS | EVER}
  %kept.here = and i64 %s, {KEPT}
  %open = select i1 %fresh, i64 {PLAIN | OPEN}, i64 {PLAIN}
  %with = or i64 %kept.here, %open
  %new = or i64 %me, %with
  %p = select i1 %changed, i64 {CONFLICT}, i64 %new
  ret i64 %p
blocks:
  %by.others = or i64 %me, {OTHERS | PLAIN | OPEN}
  %q = select i1 %ever, i64 {CONFLICT}, i64 %by.others
  ret i64 %q
}}

define internal {RARELY} i64 @stamp.write(i64 %s, {SEGMENTS}) noinline memory(none) {{
  %t = and i64 %s, {OTHERS}
  %others = icmp ne i64 %t, 0
  %here = icmp uge i64 %s, %base
  %whose = and i64 %s, {-STEP}
  %not.mine = icmp ne i64 %whose, %me
  %beside = and i1 %here, %not.mine
  %in.block = icmp uge i64 %s, %first
  %fresh = icmp eq i64 %s, 0
  %own.block = or i1 %in.block, %fresh
  %foreign = xor i1 %own.block, true
  %bad.a = or i1 %others, %beside
  %bad = or i1 %bad.a, %foreign
  %open = and i64 %s, {OPEN}
  %write = or i64 %me, {_WRITE}
  %new = or i64 %write, %open
  %r = select i1 %bad, i64 {CONFLICT}, i64 %new
  ret i64 %r
}}

define internal {RARELY} i64 @stamp.update(i64 %s, {SEGMENTS}) noinline memory(none) {{
  %whose = and i64 %s, {-STEP}
  %mine = icmp eq i64 %whose, %me
  %here = icmp uge i64 %s, %base
  %kept = and i64 %s, {KEPT}
  br i1 %here, label %interval, label %before
interval:
  %a = and i64 %s, {ATOMIC}
  %atomic = icmp ne i64 %a, 0
  br i1 %atomic, label %among, label %beside
among:
  %many = or i64 %last, {SEVERAL}
  %who = select i1 %mine, i64 %me, i64 %many
  %u = or i64 %who, {_UPDATE}
  %r = or i64 %u, %kept
  ret i64 %r
beside:
  %b = and i64 %s, {OTHERS}
  %shared = icmp ne i64 %b, 0
  %another = xor i1 %mine, true
  %bad = or i1 %shared, %another
  %own.open = and i64 %s, {OPEN}
  %own.write = or i64 %me, {_WRITE}
  %own.new = or i64 %own.write, %own.open
  %own = select i1 %bad, i64 {CONFLICT}, i64 %own.new
  ret i64 %own
before:
  %in.block = icmp uge i64 %s, %first
  %fresh = icmp eq i64 %s, 0
  %own.block = or i1 %in.block, %fresh
  br i1 %own.block, label %block, label %blocks
block:
  %x = and i64 %s, {OTHERS | PLAIN}
  %touched = icmp eq i64 %x, {OTHERS | PLAIN}
  %open = select i1 %fresh, i64 {_UPDATE | OPEN}, i64 {_UPDATE}
  %n = or i64 %me, %open
  %new = or i64 %n, %kept
  %o = select i1 %touched, i64 {CONFLICT}, i64 %new
  ret i64 %o
blocks:
  %p = and i64 %s, {PLAIN}
  %plain = icmp ne i64 %p, 0
  %by.others = or i64 %me, {_UPDATE | OTHERS | OPEN}
  %q = select i1 %plain, i64 {CONFLICT}, i64 %by.others
  ret i64 %q
}}
"""

_FIRST = {"read": PLAIN | OPEN, "write": _WRITE, "update": _UPDATE | OPEN}


def around(step: int, segments: str, size: int) -> str:
    """The functions that look at the places of an access, and write what those for one stamp answer. For one place,
    `stamp.says` looks whether its stamp says already that there was such an access, and `stamp.take` is for the
    others: the frequent cases of both are in line. `segments` are the parameters of all of them, `size` the bytes of a
    stamp."""
    return "".join(
        _for_many(kind, segments, size) + _says(kind, step, segments, size) + _take(kind, segments, size)
        for kind in KINDS
    )


def _for_many(kind: str, segments: str, size: int) -> str:
    return f"""
; all stamps of an access; false if there is a conflict
define internal i1 @stamps.{kind}(ptr %at, i64 %count, {segments}) noinline {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %good ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %yes, label %one
one:
  %place = getelementptr {stamp_type(size)}, ptr %at, i64 %i
{load_stamp(size)}
  %new = call {RARELY} i64 @stamp.{kind}(i64 %s, {segments})
  %bad = icmp eq i64 %new, {CONFLICT}
  br i1 %bad, label %no, label %good
good:
{store_stamp(size, "%new")}
  %after = add i64 %i, 1
  br label %next
yes:
  ret i1 true
no:
  ret i1 false
}}
"""


def _says(kind: str, step: int, segments: str, size: int) -> str:
    """Without `atomics` the kernel has none."""
    return f"""
define internal i1 @stamp.says.{kind}(ptr %place, {segments}, i1 %atomics) alwaysinline {{
{load_stamp(size, TABLES)}{_unchanged(kind, step)}
  ret i1 %same
}}
"""


def _take(kind: str, segments: str, size: int) -> str:
    return f"""
define internal i1 @stamp.take.{kind}(ptr %place, {segments}) alwaysinline {{
{load_stamp(size, TABLES)}
  %fresh = icmp eq i64 %s, 0
  br i1 %fresh, label %first.one, label %full
first.one:
  %new.first = or i64 %me, {_FIRST[kind] if size == BYTES else _FIRST[kind] & ~OPEN}
  br label %put
full:
  %new = call {RARELY} i64 @stamp.{kind}(i64 %s, {segments})
  %bad = icmp eq i64 %new, {CONFLICT}
  br i1 %bad, label %no, label %put
put:
  %stamp = phi i64 [ %new.first, %first.one ], [ %new, %full ]
{store_stamp(size, "%stamp", TABLES)}
  ret i1 true
no:
  ret i1 false
}}
"""


def _unchanged(kind: str, step: int) -> str:
    """Does the stamp say it already?"""
    if kind == "read":  # the thread's own access before, or several of the interval
        return f"""
  %several = icmp uge i64 %s, %last
  %differs = xor i64 %s, %me
  %mine = icmp ult i64 %differs, {step}
  %said = or i1 %several, %mine
  %a = and i64 %s, {ATOMIC}
  %atomic = icmp ne i64 %a, 0
  %mixed = and i1 %atomics, %atomic
  %unmixed = xor i1 %mixed, true
  %same = and i1 %said, %unmixed"""
    if kind == "write":
        return f"""
  %own = or i64 %me, {_WRITE}
  %closed = and i64 %s, {~OPEN}
  %same = icmp eq i64 %closed, %own"""
    return f"""
  %later = icmp uge i64 %s, %last
  %a = and i64 %s, {ATOMIC}
  %among = icmp ne i64 %a, 0
  %same = and i1 %later, %among"""


TEXT = _FUNCTIONS + around(STEP, SEGMENTS, BYTES)
"""The functions."""
