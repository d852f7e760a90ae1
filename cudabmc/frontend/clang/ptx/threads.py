"""What an instruction says about other threads, and special registers (PTX ISA, 'Parallel Synchronization and
Communication Instructions', 'Special Registers', 'Miscellaneous Instructions')."""

from cudabmc.frontend.clang.ptx import clusters
from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.memory import SCOPES, fence_of
from cudabmc.frontend.clang.ptx.text import Pair, Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import B32, PRED, S32, U32, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, Operand, Reg
from cudabmc.goto.types import BOOL, I32, I64, VOID, Type

# ---------------------------------------------------------------- barriers and fences


def barrier(frame: PtxFrame, n: Statement) -> None:
    """bar, barrier: sync, arrive, red and warp.sync, and the barrier of a cluster."""
    if n.opcode[:2] == ("barrier", "cluster"):
        clusters.barrier(frame, n)
        return
    words = tuple(word for word in n.opcode[1:] if word not in ("aligned", "cta"))
    if words == ("warp", "sync") and len(n.operands) == 1:
        mask = frame.read(n.operands[0], B32)
        frame.when_guarded(
            lambda: _do(frame, "void __syncwarp(unsigned int mask = 0xffffffff)", (mask, I32)),
        )
        return
    if words[:1] == ("red",):
        _reducing_barrier(frame, n, words[1:])
        return
    if words not in (("sync",), ("arrive",)) or len(n.operands) not in (1, 2):
        raise UnknownForm
    which = frame.read(n.operands[0], U32)
    if words == ("sync",) and len(n.operands) == 1 and which == Const(0, I32):
        frame.when_guarded(lambda: _do(frame, "void __syncthreads(void)"))
        return
    count = frame.read(n.operands[1], U32) if len(n.operands) == 2 else Const(0, I32)
    signature = f"void __cudabmc_barrier_{words[0]}(unsigned int barrier, unsigned int threads)"
    frame.when_guarded(lambda: _do(frame, signature, (which, I32), (count, I32)))


_REDUCING = {("popc", "u32"): "count", ("and", "pred"): "and", ("or", "pred"): "or"}


def _reducing_barrier(frame: PtxFrame, n: Statement, words: tuple[str, ...]) -> None:
    """bar.red of all threads of the block at barrier 0."""
    if words not in _REDUCING or len(n.operands) != 3 or frame.read(n.operands[1], U32) != Const(0, I32):
        raise UnknownForm
    vote = frame.op(Op.ZEXT, I32, frame.read(n.operands[2], PRED), of=BOOL)

    def run() -> None:
        found = frame.call(f"int __syncthreads_{_REDUCING[words]}(int predicate)", I32, (vote, I32))
        if words[0] == "popc":
            frame.write(n.operands[0], found, U32)
        else:
            frame.write(n.operands[0], frame.op(Op.NE, BOOL, found, Const(0, I32), of=I32), PRED)

    frame.when_guarded(run)


def _do(frame: PtxFrame, signature: str, *args: tuple[Operand, Type]) -> None:
    frame.call(signature, VOID, *args)


_MEMBAR = {**SCOPES, "gl": "device"}


def fence(frame: PtxFrame, n: Statement) -> None:
    """membar, fence."""
    words = tuple(word for word in n.opcode[1:] if word not in ("sc", "acq_rel", "acquire", "release"))
    if n.operands or len(words) != 1 or words[0] not in _MEMBAR:
        raise UnknownForm
    frame.when_guarded(lambda: fence_of(frame, _MEMBAR[words[0]]))


# ---------------------------------------------------------------- votes and exchanges

_VOTES = {"all": "__all_sync", "any": "__any_sync", "ballot": "__ballot_sync", "uni": "__cudabmc_uni"}


def vote(frame: PtxFrame, n: Statement) -> None:
    """vote.sync.all, .any, .uni, .ballot; assemblers take the words in any order."""
    if len(n.opcode) != 4 or "sync" not in n.opcode[1:3] or len(n.operands) != 3:
        raise UnknownForm
    (kind,) = {*n.opcode[1:3]} - {"sync"} or {""}
    if kind not in _VOTES:
        raise UnknownForm
    votes = frame.read(n.operands[1], PRED)
    mask = frame.read(n.operands[2], B32)
    counts = kind == "ballot"
    signature = f"{'unsigned int' if counts else 'int'} {_VOTES[kind]}(unsigned int mask, int predicate)"

    def run() -> None:
        found = frame.call(signature, I32, (mask, I32), (frame.op(Op.ZEXT, I32, votes, of=BOOL), I32))
        if counts:
            frame.write(n.operands[0], found, B32)
        else:
            frame.write(n.operands[0], frame.op(Op.NE, BOOL, found, Const(0, I32), of=I32), PRED)

    frame.when_guarded(run)


def active_mask(frame: PtxFrame, n: Statement) -> None:
    """activemask.b32."""
    if n.opcode != ("activemask", "b32") or len(n.operands) != 1:
        raise UnknownForm
    frame.write(n.operands[0], frame.call("unsigned int __activemask(void)", I32), B32)


def match(frame: PtxFrame, n: Statement) -> None:
    """match.any.sync, match.all.sync: the latter may have a predicate as a second result."""
    if n.opcode[1] not in ("any", "all") or n.opcode[2] != "sync" or len(n.opcode) != 4 or len(n.operands) != 3:
        raise UnknownForm
    type = type_of(n.opcode[3])
    ctype = {32: "unsigned int", 64: "unsigned long long"}[type.width]
    target, value, mask = n.operands[0], frame.read(n.operands[1], type), frame.read(n.operands[2], B32)
    if n.opcode[1] == "all":
        signature = f"unsigned int __cudabmc_match_all(unsigned int mask, {ctype} value)"
    elif isinstance(target, Pair):
        raise UnknownForm
    else:
        signature = f"unsigned int __match_any_sync(unsigned int mask, {ctype} value)"

    def run() -> None:
        found = frame.call(signature, I32, (mask, I32), (value, type.machine))
        frame.write(target.first if isinstance(target, Pair) else target, found, B32)
        if isinstance(target, Pair):
            frame.write(target.second, frame.op(Op.NE, BOOL, found, Const(0, I32), of=I32), PRED)

    frame.when_guarded(run)


def elect(frame: PtxFrame, n: Statement) -> None:
    """elect.sync d|p, mask: the leader of the lanes of the mask, and whether it is this one."""
    target = n.operands[0]
    if n.opcode != ("elect", "sync") or len(n.operands) != 2 or not isinstance(target, Pair):
        raise UnknownForm
    mask = frame.read(n.operands[1], B32)

    def run() -> None:
        leader = frame.call("unsigned int __cudabmc_elect(unsigned int mask)", I32, (mask, I32))
        lane = frame.call("unsigned int __cudabmc_laneid(void)", I32)
        frame.write(target.first, leader, B32)
        frame.write(target.second, frame.op(Op.EQ, BOOL, leader, lane, of=I32), PRED)

    frame.when_guarded(run)


def reduce(frame: PtxFrame, n: Statement) -> None:
    """redux.sync."""
    if n.opcode[1] != "sync" or len(n.opcode) != 4 or len(n.operands) != 3:
        raise UnknownForm
    type = type_of(n.opcode[3])
    if type.width != 32 or n.opcode[2] not in ("add", "min", "max", "and", "or", "xor") or type.floating:
        raise UnknownForm
    ctype = "int" if type == S32 else "unsigned int"
    value, mask = frame.read(n.operands[1], type), frame.read(n.operands[2], B32)
    signature = f"{ctype} __reduce_{n.opcode[2]}_sync(unsigned int mask, {ctype} value)"

    def run() -> None:
        frame.write(n.operands[0], frame.call(signature, I32, (mask, I32), (value, I32)), type)

    frame.when_guarded(run)


_MODES = ("up", "down", "bfly", "idx")


def shuffle(frame: PtxFrame, n: Statement) -> None:
    """shfl.sync.mode.b32 d{|p}, a, b, c, mask: c has the clamp in its low bits, and the mask of segments above."""
    if len(n.opcode) != 4 or n.opcode[1] != "sync" or n.opcode[2] not in _MODES or n.opcode[3] != "b32":
        raise UnknownForm
    if len(n.operands) != 5:
        raise UnknownForm
    target = n.operands[0]
    value, lane, control, mask = (frame.read(part, B32) for part in n.operands[1:])
    signature = (
        f"unsigned long long __cudabmc_shfl_{n.opcode[2]}"
        "(unsigned int mask, unsigned int a, unsigned int b, unsigned int c)"
    )

    def run() -> None:
        both = frame.call(signature, I64, (mask, I32), (value, I32), (lane, I32), (control, I32))
        upper = frame.op(Op.LSHR, I64, both, Const(32, I64))
        inside = frame.op(Op.NE, BOOL, upper, Const(0, I64), of=I64)
        frame.write(target.first if isinstance(target, Pair) else target, frame.resize(both, I64, I32), B32)
        if isinstance(target, Pair):
            frame.write(target.second, inside, PRED)

    frame.when_guarded(run)


# ---------------------------------------------------------------- one thread


def trap(frame: PtxFrame, n: Statement) -> None:
    """trap."""
    if len(n.opcode) != 1 or n.operands:
        raise UnknownForm
    frame.when_guarded(lambda: _do(frame, "void __trap(void)"))


def no_effect(frame: PtxFrame, n: Statement) -> None:
    """nanosleep, brkpt, prefetch, prefetchu, pmevent, discard of nothing: hints that no value shows."""


_BUILTINS = {"tid": "threadIdx", "ntid": "blockDim", "ctaid": "blockIdx", "nctaid": "gridDim"}
_CALLS: dict[str, tuple[str, Type]] = {
    "laneid": ("unsigned int __cudabmc_laneid(void)", I32),
    "warpid": ("unsigned int __cudabmc_warpid(void)", I32),
    "nwarpid": ("unsigned int __cudabmc_nwarpid(void)", I32),
    "smid": ("unsigned int __cudabmc_smid(void)", I32),
    "nsmid": ("unsigned int __cudabmc_nsmid(void)", I32),
    "clock64": ("long long clock64(void)", I64),
    "clock": ("long long clock64(void)", I64),
    "globaltimer": ("unsigned long long __cudabmc_globaltimer(void)", I64),
    "globaltimer_lo": ("unsigned long long __cudabmc_globaltimer(void)", I64),
}


def special_register(frame: PtxFrame, name: str) -> tuple[Operand, Type] | None:
    """%laneid and the like; None for what is no special register."""
    if not name.startswith("%"):
        return None
    bare = name[1:]
    register, _, axis = bare.partition(".")
    if register in _BUILTINS and axis in ("x", "y", "z"):
        index = frame.ctx.builder.reg(I32)
        frame.ctx.builder.emit(Call(index, f"{_BUILTINS[register]}.{axis}", (), (), I32, frame.ctx.loc))
        return Reg(index), I32
    if bare.startswith("lanemask_"):
        return _lane_mask(frame, bare.removeprefix("lanemask_"))
    if bare not in _CALLS:
        return clusters.special_register(frame, bare)
    signature, type = _CALLS[bare]
    return frame.call(signature, type), type


def _lane_mask(frame: PtxFrame, relation: str) -> tuple[Operand, Type] | None:
    """The lanes equal to the own one, below, or above it."""
    lane = frame.call("unsigned int __cudabmc_laneid(void)", I32)
    own = frame.op(Op.SHL, I32, Const(1, I32), lane)
    below = frame.op(Op.SUB, I32, own, Const(1, I32))
    up_to = frame.op(Op.OR, I32, below, own)
    masks = {
        "eq": own,
        "lt": below,
        "le": up_to,
        "ge": frame.op(Op.NOT, I32, below),
        "gt": frame.op(Op.NOT, I32, up_to),
    }
    return (masks[relation], I32) if relation in masks else None
