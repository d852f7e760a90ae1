"""Meetings of the lanes of a warp as LLVM text: which of them continue together, and what they know of each other then.

    warp:  all lanes run, one after the other, each to where it waits or to its end
           meet: lanes that wait with one key and one mask continue, if the mask names no other lane that has not ended
                 if there are none: those at the first of the places where threads converge
           nobody continues? all lanes are at the same barrier of the block, or at their ends; otherwise stop
"""

from cudabmc.native.kernels import trade_text
from cudabmc.native.kernels.lane_record import CLOCKS, COORDINATES, KEY, LANES, MASK, SEGMENT, WAY
from cudabmc.native.kernels.meetings import Meetings
from cudabmc.native.kernels.stamps import STEP
from cudabmc.native.kernels.warp_stamps import NODES, PHASE, WARP

STOPPED = -1


def word_of(name: str, lane: str, index: int, frames: str = "%frames") -> str:
    """Text that finds a word of a lane's record."""
    return f"""
  %{name}.at = call ptr @lane_word(ptr {frames}, i64 %stride, i64 {lane}, i64 {index})"""


def load_word(name: str, lane: str, index: int) -> str:
    """Text that loads it."""
    return f"""{word_of(name, lane, index)}
  %{name} = load i64, ptr %{name}.at"""


def meetings_text(m: Meetings) -> str:
    """The functions."""
    order = ORDER if m.order_accesses else _NO_ORDER
    return "".join((trade_text.TEXT, _BEGIN, _standing(m), order, _by_mask(m), _converged(m), _meet(m)))


_BEGIN = f"""
; a launch begins: threads know nothing of each other, and where they are
define internal void @begin_records(ptr %frames, i64 %stride, i64 %threads, i64 %x, i64 %y) {{
start:
  %words = mul i64 %threads, %stride
  %bytes = shl i64 %words, 3
  call void @llvm.memset.p0.i64(ptr %frames, i8 0, i64 %bytes, i1 false)
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %one ]
  %over = icmp uge i64 %i, %threads
  br i1 %over, label %done, label %one
one:{"".join(word_of(name, "%i", COORDINATES + axis) for axis, name in enumerate("abc"))}
  %tx = urem i64 %i, %x
  %row = udiv i64 %i, %x
  %ty = urem i64 %row, %y
  %tz = udiv i64 %row, %y
  store i64 %tx, ptr %a.at
  store i64 %ty, ptr %b.at
  store i64 %tz, ptr %c.at
  %after = add i64 %i, 1
  br label %next
done:
  ret void
}}

; an interval of a warp begins, at a place, with segments from a number on
define internal void @begin_lanes(ptr %frames, i64 %stride, i64 %count, i64 %way, i64 %segment, i64 %step) {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %one ]
  %number = phi i64 [ %segment, %start ], [ %number.after, %one ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %done, label %one
one:{word_of("way", "%i", WAY)}{word_of("segment", "%i", SEGMENT)}
  store i64 %way, ptr %way.at
  store i64 %number, ptr %segment.at
  %after = add i64 %i, 1
  %number.after = add i64 %number, %step
  br label %next
done:
  ret void
}}
"""


def _standing(m: Meetings) -> str:
    return f"""
; where all lanes stand, if that is one place and no meeting of the warp
define internal i64 @standing(ptr %frames, i64 %stride, i64 %count) {{
start:{load_word("first", "0", WAY)}
  %meets = icmp uge i64 %first, {m.first_of_warp}
  br i1 %meets, label %apart, label %next
next:
  %i = phi i64 [ 1, %start ], [ %after, %one ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %done, label %one
one:{load_word("way", "%i", WAY)}
  %after = add i64 %i, 1
  %same = icmp eq i64 %way, %first
  br i1 %same, label %next, label %apart
done:
  ret i64 %first
apart:
  ret i64 {STOPPED}
}}
"""


_NO_ORDER = """
define internal i1 @order(ptr %frames, i64 %stride, i32 %lanes, i32 %members, ptr %state) {
  ret i1 true
}
"""

_VECTOR = f"<{LANES} x i64>"

ORDER = f"""
; what any of these lanes knows, all of them know. %state: the number that the phase of the warp begins with, and the
; floor. False if there are too many phases.
define internal i1 @order(ptr %frames, i64 %stride, i32 %lanes, i32 %members, ptr %state) {{
start:
  %before = load i64, ptr %state
  %phase = add i64 %before, {PHASE}
  %fresh = and i64 %phase, {WARP - 1}
  %within = icmp ult i64 %fresh, {WARP - 2 * PHASE}
  br i1 %within, label %count, label %full
count:
  store i64 %phase, ptr %state
  %whole = icmp eq i32 %lanes, %members
  br i1 %whole, label %all, label %gather
all:
  %floor.at = getelementptr i64, ptr %state, i64 1
  store i64 %phase, ptr %floor.at
  br label %hand.on
gather:
  %left = phi i32 [ %members, %count ], [ %rest, %gather.one ]
  %known = phi {_VECTOR} [ zeroinitializer, %count ], [ %more, %gather.one ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %hand.on, label %gather.one
gather.one:
  %low = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane = zext i32 %low to i64
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less{word_of("clocks", "%lane", CLOCKS)}{load_word("segment", "%lane", SEGMENT)}
  %theirs = load {_VECTOR}, ptr %clocks.at, align 8
  %later = icmp ugt {_VECTOR} %theirs, %known
  %most = select <{LANES} x i1> %later, {_VECTOR} %theirs, {_VECTOR} %known
  %now = and i64 %segment, {-PHASE}
  %behind = add i64 %now, {PHASE}
  %more = insertelement {_VECTOR} %most, i64 %behind, i64 %lane
  br label %gather
hand.on:
  %clocks = phi {_VECTOR} [ zeroinitializer, %all ], [ %known, %gather ]
  br label %next
next:
  %to.go = phi i32 [ %members, %hand.on ], [ %to.go.rest, %told ]
  %empty = icmp eq i32 %to.go, 0
  br i1 %empty, label %done, label %one
one:
  %to.low = call i32 @llvm.cttz.i32(i32 %to.go, i1 true)
  %to.lane = zext i32 %to.low to i64
  %to.less = sub i32 %to.go, 1
  %to.go.rest = and i32 %to.go, %to.less{word_of("to.segment", "%to.lane", SEGMENT)}
  %leaf = add i64 %to.lane, {NODES // 2}
  %node = mul i64 %leaf, {STEP}
  %number = add i64 %phase, %node
  store i64 %number, ptr %to.segment.at
  br i1 %whole, label %told, label %tell
tell:{word_of("to.clocks", "%to.lane", CLOCKS)}
  store {_VECTOR} %clocks, ptr %to.clocks.at, align 8
  br label %told
told:
  br label %next
done:
  ret i1 true
full:
  ret i1 false
}}
"""


def _trades(kinds: dict[int, str], on: str) -> str:
    """Text that calls what makes the results, by %which; it continues at `on`, or at %stop."""
    cases = " ".join(f"i64 {number}, label %case{number}" for number in kinds)
    text = f"""
  switch i64 %which, label %stop [ {cases} ]"""
    for number, kind in kinds.items():
        text += f"""
case{number}:
  %known.{number} = call i1 @trade.{kind}(ptr %frames, i64 %stride, i32 %members)
  br i1 %known.{number}, label %{on}, label %stop"""
    return text


def _by_mask(m: Meetings) -> str:
    """The lanes that masks let continue."""
    orders = " ".join(f"i64 {key}, label %order" for key in m.ordering_keys)
    return f"""
; of the lanes that wait, those that masks let continue; -1 if that is not known
define internal i64 @by_mask(ptr %frames, i64 %stride, i32 %lanes, i32 %waiting, i32 %ended, ptr %state) {{
start:
  %not.ended = xor i32 %ended, -1
  %alive = and i32 %lanes, %not.ended
  br label %next
next:
  %left = phi i32 [ %waiting, %start ], [ %rest, %alone ], [ %others, %met ]
  %going = phi i32 [ 0, %start ], [ %going, %alone ], [ %more, %met ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %done, label %one
one:
  %low = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane = zext i32 %low to i64
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less{load_word("which", "%lane", KEY)}{load_word("mask", "%lane", MASK)}
  %narrow = trunc i64 %mask to i32
  %members = and i32 %narrow, %alive
  %there = and i32 %members, %waiting
  %complete = icmp eq i32 %there, %members
  %masked = icmp ne i64 %which, 0
  %may = and i1 %complete, %masked
  br i1 %may, label %compare, label %alone
alone:
  br label %next
compare:
  %compared = phi i32 [ %members, %one ], [ %compared.rest, %same ]
  %all = icmp eq i32 %compared, 0
  br i1 %all, label %meet, label %other
other:
  %other.low = call i32 @llvm.cttz.i32(i32 %compared, i1 true)
  %other.lane = zext i32 %other.low to i64
  %other.less = sub i32 %compared, 1
  %compared.rest = and i32 %compared, %other.less
  {load_word("other.key", "%other.lane", KEY)}{load_word("other.mask", "%other.lane", MASK)}
  %key.same = icmp eq i64 %other.key, %which
  %mask.same = icmp eq i64 %other.mask, %mask
  %both = and i1 %key.same, %mask.same
  br i1 %both, label %same, label %alone
same:
  br label %compare
meet:{_trades(m.kinds_by_key, "traded")}
traded:
  switch i64 %which, label %met [ {orders} ]
order:
  %ordered = call i1 @order(ptr %frames, i64 %stride, i32 %lanes, i32 %members, ptr %state)
  br i1 %ordered, label %met, label %stop
met:
  %more = or i32 %going, %members
  %not.members = xor i32 %members, -1
  %others = and i32 %left, %not.members
  br label %next
done:
  %wide = zext i32 %going to i64
  ret i64 %wide
stop:
  ret i64 {STOPPED}
}}
"""


def _converged(m: Meetings) -> str:
    """The lanes that come together where no mask says for whom they wait."""
    return f"""
; nobody else of the warp can continue: those that stand furthest behind where threads converge
define internal i64 @converged(ptr %frames, i64 %stride, i32 %waiting) {{
start:
  br label %next
next:
  %left = phi i32 [ %waiting, %start ], [ %rest, %one ]
  %which = phi i64 [ -1, %start ], [ %which.after, %one ]
  %members = phi i32 [ 0, %start ], [ %members.after, %one ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %found, label %one
one:
  %low = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane = zext i32 %low to i64
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less{load_word("way", "%lane", WAY)}
  %bit = shl i32 1, %low
  %is = icmp uge i64 %way, {m.first_converged}
  %earlier = icmp ult i64 %way, %which
  %first = and i1 %is, %earlier
  %same = icmp eq i64 %way, %which
  %joined = or i32 %members, %bit
  %kept = select i1 %same, i32 %joined, i32 %members
  %members.after = select i1 %first, i32 %bit, i32 %kept
  %which.after = select i1 %first, i64 %way, i64 %which
  br label %next
found:
  %wide = zext i32 %members to i64
  %empty = icmp eq i32 %members, 0
  br i1 %empty, label %go, label %trade
trade:{_trades(m.kinds_by_number("converged"), "go")}
go:
  ret i64 %wide
stop:
  ret i64 {STOPPED}
}}
"""


def _meet(m: Meetings) -> str:
    return f"""
; the lanes that continue now; -1 if that is not known
define internal i64 @meet(ptr %frames, i64 %stride, i64 %count, ptr %state) {{
start:
  %missing = sub i64 {LANES}, %count
  %missing.narrow = trunc i64 %missing to i32
  %lanes = lshr i32 -1, %missing.narrow
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %one ]
  %waiting = phi i32 [ 0, %start ], [ %waiting.after, %one ]
  %ended = phi i32 [ 0, %start ], [ %ended.after, %one ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %meet, label %one
one:{load_word("way", "%i", WAY)}
  %shift = trunc i64 %i to i32
  %meets = icmp uge i64 %way, {m.first_of_warp}
  %meets.bit = zext i1 %meets to i32
  %waits = shl i32 %meets.bit, %shift
  %waiting.after = or i32 %waiting, %waits
  %is.over = icmp eq i64 %way, 0
  %over.bit = zext i1 %is.over to i32
  %ends = shl i32 %over.bit, %shift
  %ended.after = or i32 %ended, %ends
  %after = add i64 %i, 1
  br label %next
meet:
  %nobody = icmp eq i32 %waiting, 0
  br i1 %nobody, label %done, label %look
done:
  ret i64 0
look:
  %going = call i64 @by_mask(ptr %frames, i64 %stride, i32 %lanes, i32 %waiting, i32 %ended, ptr %state)
  %some = icmp ne i64 %going, 0
  br i1 %some, label %go, label %converge
go:
  ret i64 %going
converge:
  %together = call i64 @converged(ptr %frames, i64 %stride, i32 %waiting)
  ret i64 %together
}}
"""
