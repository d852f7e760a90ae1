"""What threads that meet tell each other, as LLVM text: for each kind of a rendezvous a function that writes a result
to the record of every thread that takes part. It answers false where the model has no known result.

The models are in opmodels/device; tests compare the two.
"""

from cudabmc.native.kernels.lane_record import GETS_SET, IS_SET, LANES, PAYLOAD, RESULT

_SHUFFLES = {"": "index", "_up": "up", "_down": "down", "_xor": "xor"}
_SUFFIXES = ("_sync", "")
"""Functions with a mask, and those of old devices."""

_PTX = {
    "up": ("sub i64 %lane, %by", "sge i64 %other, %last"),
    "down": ("add i64 %lane, %by", "sle i64 %other, %last"),
    "bfly": ("xor i64 %lane, %by", "sle i64 %other, %last"),
    "idx": ("or i64 %first, %chosen", "sle i64 %other, %last"),
}
"""The shuffles of inline assembly: the lane that a lane would read from, and whether it is in range (PTX ISA,
`shfl.sync`)."""

_KINDS = {
    "__syncwarp": "nothing", "__cudabmc_uni": "uniform", "__activemask": "lanes", "__cudabmc_coalesced_lanes": "lanes",
    "__cudabmc_elect": "lowest", "__match_any_sync": "match_any", "__cudabmc_match_all": "match_all",
    **{f"__shfl{way}{suffix}": kind for way, kind in _SHUFFLES.items() for suffix in _SUFFIXES},
    **{f"__cudabmc_shfl_{way}": f"ptx_{way}" for way in _PTX},
    **{f"__{kind}{suffix}": kind for kind in ("ballot", "any", "all") for suffix in _SUFFIXES},
    **{f"__syncthreads_{kind}": kind for kind in ("count", "and", "or")},
}  # fmt: skip


def passes_on(signature: str) -> bool:
    """Does a model give lanes the values that others have brought along, whatever these are?"""
    return kind_of(signature) in _PASSING


def kind_of(signature: str) -> str:
    """Which function makes the results of a model, by its declaration; "" if there is none."""
    result, _, name = signature.partition("(")[0].rpartition(" ")
    if name.startswith("__reduce_"):
        kind = name.removeprefix("__reduce_").removesuffix("_sync")
        signed = "" if kind not in ("min", "max") else "u" if result.startswith("unsigned") else "s"
        return f"reduce_{signed}{kind}"
    return _KINDS.get(name, "")


_PASSING = {*_SHUFFLES.values(), *(f"ptx_{way}" for way in _PTX)}

_PARAMETERS = "ptr %frames, i64 %stride, i32 %members"


def _members(body: str, carried: str = "", again: str = "one") -> str:
    """Text that runs through the members of a meeting; `body` comes back from block `again`."""
    return f"""start:
  br label %next
next:
  %left = phi i32 [ %members, %start ], [ %rest, %{again} ]{carried}
  %none = icmp eq i32 %left, 0
  br i1 %none, label %done, label %one
one:
  %low = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane = zext i32 %low to i64
  %less = sub i32 %left, 1
  %rest = and i32 %left, %less{body}"""


def _word(name: str, lane: str, index: int) -> str:
    return f"""
  %{name}.at = call ptr @lane_word(ptr %frames, i64 %stride, i64 {lane}, i64 {index})"""


def _load(name: str, lane: str, index: int) -> str:
    return f"""{_word(name, lane, index)}
  %{name} = load i64, ptr %{name}.at"""


def _store(lane: str, value: str) -> str:
    return f"""{_word("to", lane, RESULT)}
  store i64 {value}, ptr %to.at"""


_COMMON = f"""
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.umin.i64(i64, i64)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)

define internal ptr @lane_word(ptr %frames, i64 %stride, i64 %lane, i64 %index) alwaysinline {{
  %start = mul i64 %lane, %stride
  %word = add i64 %start, %index
  %at = getelementptr i64, ptr %frames, i64 %word
  ret ptr %at
}}

; one result for all
define internal void @tell({_PARAMETERS}, i32 %result) {{
{_members(f'''{_store("%lane", "%wide")}
  br label %next''', carried='''
  %wide = zext i32 %result to i64''')}
done:
  ret void
}}

; the members whose predicate is not zero
define internal i32 @votes({_PARAMETERS}) {{
{_members(f'''{_load("vote", "%lane", PAYLOAD)}
  %int = trunc i64 %vote to i32
  %for = icmp ne i32 %int, 0
  %one.bit = zext i1 %for to i32
  %bit = shl i32 %one.bit, %low
  %more = or i32 %found, %bit
  br label %next''', carried='''
  %found = phi i32 [ 0, %start ], [ %more, %one ]''')}
done:
  ret i32 %found
}}
"""


def _for_all(kind: str, result: str) -> str:
    """All members get %r, which the text makes."""
    return f"""
define internal i1 @trade.{kind}({_PARAMETERS}) {{{result}
  call void @tell({_PARAMETERS}, i32 %r)
  ret i1 true
}}
"""


def _of_votes(kind: str, test: str) -> str:
    return _for_all(kind, f"""
  %votes = call i32 @votes({_PARAMETERS}){test}
  %r = zext i1 %is to i32""")  # fmt: skip


_ALL_OR_NONE = """
  %all = icmp eq i32 %votes, %members
  %no = icmp eq i32 %votes, 0
  %is = or i1 %all, %no"""

_FOLDS = {
    "add": ("add i32", 0), "and": ("and i32", -1), "or": ("or i32", 0), "xor": ("xor i32", 0),
    "smin": ("smin", 2**31 - 1), "smax": ("smax", -(2**31)), "umin": ("umin", -1), "umax": ("umax", 0),
}  # fmt: skip
"""Reductions: the operator, and what changes nothing."""


def _reduction(kind: str) -> str:
    op, neutral = _FOLDS[kind]
    combine = f"{op} %so.far, %int" if " " in op else f"call i32 @llvm.{op}.i32(i32 %so.far, i32 %int)"
    loop = _members(f"""{_load("value", "%lane", PAYLOAD)}
  %int = trunc i64 %value to i32
  %more = {combine}
  br label %next""", carried=f"""
  %so.far = phi i32 [ {neutral}, %start ], [ %more, %one ]""")  # fmt: skip
    return f"""
define internal i1 @trade.reduce_{kind}({_PARAMETERS}) {{
{loop}
done:
  call void @tell({_PARAMETERS}, i32 %so.far)
  ret i1 true
}}
"""


_SOURCES = {
    "index": """
  %group = sub i64 0, %width
  %start.lane = and i64 %lane, %group
  %within = and i64 %by, %inner
  %source = or i64 %start.lane, %within""",
    "up": """
  %within = and i64 %lane, %inner
  %fits = icmp uge i64 %within, %by
  %other = sub i64 %lane, %by
  %source = select i1 %fits, i64 %other, i64 %lane""",
    "down": """
  %within = and i64 %lane, %inner
  %there = add i64 %within, %by
  %fits = icmp ult i64 %there, %width
  %other = add i64 %lane, %by
  %source = select i1 %fits, i64 %other, i64 %lane""",
    "xor": """
  %other = xor i64 %lane, %by
  %last = or i64 %lane, %inner
  %fits = icmp ule i64 %other, %last
  %source = select i1 %fits, i64 %other, i64 %lane""",
}
"""From %lane, %by, %width and %inner = %width - 1 to the lane that a lane reads from."""


def _shuffle(kind: str) -> str:
    loop = _members(f"""{_load("argument", "%lane", PAYLOAD + 1)}{_load("width", "%lane", PAYLOAD + 2)}
  %by = and i64 %argument, {LANES - 1}
  %inner = sub i64 %width, 1{_SOURCES[kind]}
  %narrow = trunc i64 %source to i32
  %shifted = lshr i32 %members, %narrow
  %is.member = trunc i32 %shifted to i1
  br i1 %is.member, label %give, label %no
give:{_load("value", "%source", PAYLOAD)}{_load("is.set", "%source", IS_SET)}{_store("%lane", "%value")}
{_word("gets", "%lane", GETS_SET)}
  store i64 %is.set, ptr %gets.at
  br label %next""", again="give")  # fmt: skip
    return f"""
define internal i1 @trade.{kind}({_PARAMETERS}) {{
{loop}
done:
  ret i1 true
no:
  ret i1 false
}}
"""


def _ptx_shuffle(way: str) -> str:
    """%control has the clamp in bits 0 to 4 and the mask of the segment in bits 8 to 12."""
    other, is_inside = _PTX[way]
    loop = _members(f"""{_load("by", "%lane", PAYLOAD + 1)}{_load("control", "%lane", PAYLOAD + 2)}
  %clamp = and i64 %control, {LANES - 1}
  %high = lshr i64 %control, 8
  %segment = and i64 %high, {LANES - 1}
  %not.segment = xor i64 %segment, {LANES - 1}
  %first = and i64 %lane, %segment
  %within = and i64 %clamp, %not.segment
  %chosen = and i64 %by, %not.segment
  %last = or i64 %first, %within
  %other = {other}
  %inside = icmp {is_inside}
  %source = select i1 %inside, i64 %other, i64 %lane
  %narrow = trunc i64 %source to i32
  %shifted = lshr i32 %members, %narrow
  %is.member = trunc i32 %shifted to i1
  br i1 %is.member, label %give, label %no
give:{_load("value", "%source", PAYLOAD)}{_load("is.set", "%source", IS_SET)}
  %int = and i64 %value, 4294967295
  %wide = zext i1 %inside to i64
  %predicate = shl i64 %wide, 32
  %both = or i64 %int, %predicate{_store("%lane", "%both")}
{_word("gets", "%lane", GETS_SET)}
  store i64 %is.set, ptr %gets.at
  br label %next""", again="give")  # fmt: skip
    return f"""
define internal i1 @trade.ptx_{way}({_PARAMETERS}) {{
{loop}
done:
  ret i1 true
no:
  ret i1 false
}}
"""


_MATCHES = f"""
; the members with the same value as a lane
define internal i32 @like({_PARAMETERS}, i64 %own) {{
{_members(f'''{_load("value", "%lane", PAYLOAD)}
  %same = icmp eq i64 %value, %own
  %one.bit = zext i1 %same to i32
  %bit = shl i32 %one.bit, %low
  %more = or i32 %found, %bit
  br label %next''', carried='''
  %found = phi i32 [ 0, %start ], [ %more, %one ]''')}
done:
  ret i32 %found
}}

define internal i1 @trade.match_any({_PARAMETERS}) {{
{_members(f'''{_load("own", "%lane", PAYLOAD)}
  %found = call i32 @like({_PARAMETERS}, i64 %own)
  %wide = zext i32 %found to i64{_store("%lane", "%wide")}
  br label %next''')}
done:
  ret i1 true
}}
""" + _for_all("match_all", f"""
  %low = call i32 @llvm.cttz.i32(i32 %members, i1 true)
  %lane = zext i32 %low to i64{_load("own", "%lane", PAYLOAD)}
  %found = call i32 @like({_PARAMETERS}, i64 %own)
  %all = icmp eq i32 %found, %members
  %r = select i1 %all, i32 %members, i32 0""")  # fmt: skip

_VOTES = {
    "count": "\n  %r = or i32 %for.it, 0",
    "and": """
  %all = trunc i64 %threads to i32
  %is = icmp eq i32 %for.it, %all
  %r = zext i1 %is to i32""",
    "or": "\n  %is = icmp ne i32 %for.it, 0\n  %r = zext i1 %is to i32",
}
"""Votes of a block: from %for.it, which is how many vote for it, to the result %r."""


def _vote(kind: str) -> str:
    return f"""
define internal void @vote.{kind}(ptr %frames, i64 %stride, i64 %threads) {{
  %for.it = call i32 @block_votes(ptr %frames, i64 %stride, i64 %threads){_VOTES[kind]}
  call void @tell_block(ptr %frames, i64 %stride, i64 %threads, i32 %r)
  ret void
}}
"""


TEXT = "".join((
    _COMMON,
    f"\ndefine internal i1 @trade.nothing({_PARAMETERS}) {{\n  ret i1 true\n}}\n",
    _for_all("lanes", "\n  %r = or i32 %members, 0"),
    _for_all("lowest", "\n  %r = call i32 @llvm.cttz.i32(i32 %members, i1 true)"),
    _for_all("ballot", f"\n  %r = call i32 @votes({_PARAMETERS})"),
    _of_votes("any", "\n  %is = icmp ne i32 %votes, 0"),
    _of_votes("all", "\n  %is = icmp eq i32 %votes, %members"),
    _of_votes("uniform", _ALL_OR_NONE),
    *map(_reduction, _FOLDS),
    *map(_shuffle, _SOURCES),
    *map(_ptx_shuffle, _PTX),
    _MATCHES,
    f"""
; how many of the threads of a block vote for it
define internal i32 @block_votes(ptr %frames, i64 %stride, i64 %threads) {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %one ]
  %found = phi i32 [ 0, %start ], [ %more, %one ]
  %over = icmp uge i64 %i, %threads
  br i1 %over, label %done, label %one
one:{_load("vote", "%i", PAYLOAD)}
  %int = trunc i64 %vote to i32
  %for = icmp ne i32 %int, 0
  %bit = zext i1 %for to i32
  %more = add i32 %found, %bit
  %after = add i64 %i, 1
  br label %next
done:
  ret i32 %found
}}

define internal void @tell_block(ptr %frames, i64 %stride, i64 %threads, i32 %result) {{
start:
  %wide = zext i32 %result to i64
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %one ]
  %over = icmp uge i64 %i, %threads
  br i1 %over, label %done, label %one
one:{_store("%i", "%wide")}
  %after = add i64 %i, 1
  br label %next
done:
  ret void
}}
""",
    *map(_vote, _VOTES),
))  # fmt: skip
"""The functions `trade.KIND`, for lanes of a warp whose records begin at `frames`, and `vote.KIND`, for all threads of
a block."""
