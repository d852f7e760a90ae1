"""Stamps (`stamps.py`) of kernels in which threads of a warp order their accesses (`__syncwarp()`).

What a thread does between two points that order its accesses is a segment. Each such meeting of some lanes begins a new
phase of their warp, in which these lanes are from there on; lanes that did not meet stay where they are. The number of
a segment says which it is, and several lanes of a warp have a number, too:

    interval of the launch | warp, 5 bits | phase, 16 bits | node, 6 bits | flags, 6 bits

Nodes are those of a binary tree with the lanes as leaves: 1 stands for all lanes, 2 and 3 for either half, 32 + n for
lane n. A stamp holds a set of accesses of one kind in the current interval: reads, one thread's writes, or atomics. Its
node covers their lanes, and its phase is the last one of theirs. Whatever came before is ordered before one of them, so
who is ordered behind all of them is behind that, too.

What a lane knows: all that its warp did before phase `floor`, at which all lanes met, and of lane n all that it did
before the phase at `clocks`[n]: a vector clock (Mattern 1989), each element the number that this phase begins with.
"""

from cudabmc.native.kernels.stamps import ATOMIC, CONFLICT, EVER, OTHERS, PLAIN, RARELY, STEP, WRITTEN, around

BYTES = 8
"""Of a stamp."""

BEFORE = 2  # Other kinds of access came before; all accesses of the stamp are in one phase, and ordered behind them.

NODES = 64
LEAVES = 32
PHASE = STEP * NODES
PHASES = 1 << 16
WARP = PHASE * PHASES
WARPS = 32
INTERVAL = WARP * WARPS

LAST = INTERVAL - STEP
"""From the least number of an interval to that which stands for threads of several warps."""

SEGMENTS = "i64 %me, i64 %base, i64 %first, i64 %last, i64 %floor, ptr %clocks"

_KEPT = EVER | OTHERS | PLAIN
_WRITE = PLAIN | EVER | WRITTEN
_UPDATE = ATOMIC | EVER

_START = f"""
  %whose = and i64 %s, {-STEP}
  %kept = and i64 %s, {_KEPT}
  %mine = icmp eq i64 %whose, %me
  %here = icmp uge i64 %s, %base
  %many = icmp uge i64 %s, %last
  %in.block = icmp uge i64 %s, %first
  %fresh = icmp eq i64 %s, 0
  %own.block = or i1 %in.block, %fresh
  %o = and i64 %s, {OTHERS}
  %others = icmp ne i64 %o, 0
  %e = and i64 %s, {EVER}
  %ever = icmp ne i64 %e, 0
  %a = and i64 %s, {ATOMIC}
  %atomic = icmp ne i64 %a, 0
  %w = and i64 %s, {WRITTEN}
  %written = icmp ne i64 %w, 0
  %b = and i64 %s, {BEFORE}
  %behind.others = icmp ne i64 %b, 0"""

_TOGETHER = f"""
  %differs = xor i64 %s, %me
  %same.warp = icmp ult i64 %differs, {WARP}
  %same.phase = icmp ult i64 %differs, {PHASE}
  %knows = call i1 @stamp.knows(i64 %s, i64 %me, i64 %floor, ptr %clocks)"""

_OWN_WRITE = f"""own:
  %own.new = or i64 %me, {_WRITE}
  ret i64 %own.new
bad:
  ret i64 {CONFLICT}
unchanged:
  ret i64 %s"""

TEXT = f"""
; are all accesses of a stamp of this interval, of one warp, ordered before what the lane does now?
define internal i1 @stamp.knows(i64 %s, i64 %me, i64 %floor, ptr %clocks) memory(read) {{
start:
  %differs = xor i64 %s, %me
  %same.warp = icmp ult i64 %differs, {WARP}
  br i1 %same.warp, label %near, label %no
near:
  %shared = icmp ult i64 %s, %floor
  br i1 %shared, label %yes, label %look
look:
  %high = lshr i64 %s, {STEP.bit_length() - 1}
  %node = and i64 %high, {NODES - 1}
  %zeros = call i64 @llvm.ctlz.i64(i64 %node, i1 false)
  %up = sub i64 %zeros, {64 - NODES.bit_length() + 1}
  %leaf = shl i64 %node, %up
  %from = and i64 %leaf, {LEAVES - 1}
  %size = shl i64 1, %up
  %to = add i64 %from, %size
  br label %next
next:
  %lane = phi i64 [ %from, %look ], [ %after, %good ]
  %over = icmp uge i64 %lane, %to
  br i1 %over, label %yes, label %one
one:
  %place = getelementptr i64, ptr %clocks, i64 %lane
  %clock = load i64, ptr %place
  %known = icmp ult i64 %s, %clock
  br i1 %known, label %good, label %no
good:
  %after = add i64 %lane, 1
  br label %next
yes:
  ret i1 true
no:
  ret i1 false
}}

; the number for the accesses of a stamp and of a lane of the same warp
define internal i64 @stamp.both(i64 %s, i64 %me) memory(none) {{
  %high = lshr i64 %s, {STEP.bit_length() - 1}
  %node = and i64 %high, {NODES - 1}
  %own.high = lshr i64 %me, {STEP.bit_length() - 1}
  %own = and i64 %own.high, {NODES - 1}
  %zeros = call i64 @llvm.ctlz.i64(i64 %node, i1 false)
  %up = sub i64 %zeros, {64 - NODES.bit_length() + 1}
  %leaf = shl i64 %node, %up
  %apart = xor i64 %leaf, %own
  %apart.zeros = call i64 @llvm.ctlz.i64(i64 %apart, i1 false)
  %apart.up = sub i64 64, %apart.zeros
  %most = call i64 @llvm.umax.i64(i64 %up, i64 %apart.up)
  %joined = lshr i64 %own, %most
  %phase.s = and i64 %s, {-PHASE}
  %phase.me = and i64 %me, {-PHASE}
  %phase = call i64 @llvm.umax.i64(i64 %phase.s, i64 %phase.me)
  %bits = shl i64 %joined, {STEP.bit_length() - 1}
  %both = or i64 %phase, %bits
  ret i64 %both
}}
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)

define internal {RARELY} i64 @stamp.read(i64 %s, {SEGMENTS}) noinline memory(read) {{{_START}
  %plain.kept = or i64 %kept, {PLAIN}
  br i1 %here, label %interval, label %earlier
interval:
  br i1 %many, label %crowd, label %some
crowd:
  br i1 %atomic, label %bad, label %unchanged
some:{_TOGETHER}
  %other.kind = or i1 %atomic, %written
  br i1 %other.kind, label %change, label %reads
change:
  br i1 %others, label %bad, label %alone
alone:
  br i1 %mine, label %again, label %after
again:
  br i1 %atomic, label %own, label %unchanged
after:
  %anew = or i64 %plain.kept, {BEFORE}
  %changed = or i64 %me, %anew
  br i1 %knows, label %ordered, label %bad
ordered:
  ret i64 %changed
reads:
  br i1 %mine, label %unchanged, label %beside
beside:
  %both = call i64 @stamp.both(i64 %s, i64 %me)
  br i1 %same.warp, label %near, label %far
far:
  %crowd.new = or i64 %last, %plain.kept
  br i1 %behind.others, label %bad, label %crowd.add
crowd.add:
  ret i64 %crowd.new
near:
  %flags.before = and i64 %s, {BEFORE}
  %near.kept = or i64 %plain.kept, %flags.before
  %joined = or i64 %both, %near.kept
  br i1 %same.phase, label %join, label %later
join:
  ret i64 %joined
later:
  %later.new = or i64 %me, %near.kept
  br i1 %knows, label %follow, label %loose
follow:
  ret i64 %later.new
loose:
  br i1 %behind.others, label %bad, label %mixed
mixed:
  %mixed.new = or i64 %both, %plain.kept
  ret i64 %mixed.new
earlier:
  br i1 %own.block, label %block, label %blocks
block:
  %foreign = and i1 %others, %ever
  %new = or i64 %me, %plain.kept
  %p = select i1 %foreign, i64 {CONFLICT}, i64 %new
  ret i64 %p
blocks:
  %by.others = or i64 %me, {OTHERS | PLAIN}
  %q = select i1 %ever, i64 {CONFLICT}, i64 %by.others
  ret i64 %q
{_OWN_WRITE}
}}

define internal {RARELY} i64 @stamp.write(i64 %s, {SEGMENTS}) noinline memory(read) {{{_START}
  %strange = xor i1 %own.block, true
  %no = or i1 %others, %strange
  br i1 %no, label %bad, label %good
good:
  br i1 %here, label %interval, label %own
interval:
  br i1 %many, label %bad, label %some
some:{_TOGETHER}
  %free = or i1 %mine, %knows
  br i1 %free, label %own, label %bad
{_OWN_WRITE}
}}

define internal {RARELY} i64 @stamp.update(i64 %s, {SEGMENTS}) noinline memory(read) {{{_START}
  %update.kept = or i64 %kept, {_UPDATE}
  br i1 %here, label %interval, label %earlier
interval:
  br i1 %many, label %crowd, label %some
crowd:
  br i1 %atomic, label %unchanged, label %bad
some:{_TOGETHER}
  %after.kept = or i64 %update.kept, {BEFORE}
  %after.new = or i64 %me, %after.kept
  br i1 %atomic, label %among, label %beside
among:
  br i1 %mine, label %unchanged, label %among.others
among.others:
  %both = call i64 @stamp.both(i64 %s, i64 %me)
  %joined = or i64 %both, %update.kept
  %joined.after = or i64 %joined, {BEFORE}
  %crowd.new = or i64 %last, %update.kept
  br i1 %behind.others, label %follow, label %free
free:
  %r.free = select i1 %same.warp, i64 %joined, i64 %crowd.new
  ret i64 %r.free
follow:
  br i1 %same.phase, label %join, label %later
join:
  ret i64 %joined.after
later:
  br i1 %knows, label %anew, label %bad
anew:
  ret i64 %after.new
beside:
  br i1 %others, label %bad, label %alone
alone:
  br i1 %mine, label %own, label %later
earlier:
  br i1 %own.block, label %block, label %blocks
block:
  %x = and i64 %s, {OTHERS | PLAIN}
  %touched = icmp eq i64 %x, {OTHERS | PLAIN}
  %new = or i64 %me, %update.kept
  %q = select i1 %touched, i64 {CONFLICT}, i64 %new
  ret i64 %q
blocks:
  %y = and i64 %s, {PLAIN}
  %plain = icmp ne i64 %y, 0
  %by.others = or i64 %me, {_UPDATE | OTHERS}
  %z = select i1 %plain, i64 {CONFLICT}, i64 %by.others
  ret i64 %z
{_OWN_WRITE}
}}
""" + around(STEP, SEGMENTS, BYTES)
"""The functions, as those of `stamps.py`."""
