"""Blocks of a cluster: their barrier, their shared memory, and where a block stands (PTX ISA, `barrier.cluster`,
`mapa`, `getctarank`, `%cluster_ctarank` and the like)."""

from cudabmc.frontend.clang.ptx.frame import PtxFrame
from cudabmc.frontend.clang.ptx.text import Statement, UnknownForm
from cudabmc.frontend.clang.ptx.types import U32, U64
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I32, I64, PTR, VOID, Type

_STEPS = {
    ("arrive",): "arrive",
    ("arrive", "release"): "arrive",
    ("arrive", "relaxed"): "arrive_relaxed",
    ("wait",): "wait",
    ("wait", "acquire"): "wait",
}
_SHARED = "shared::cluster"


def barrier(frame: PtxFrame, n: Statement) -> None:
    """barrier.cluster.arrive, barrier.cluster.wait."""
    words = tuple(word for word in n.opcode[2:] if word != "aligned")
    if words not in _STEPS or n.operands:
        raise UnknownForm
    frame.when_guarded(lambda: _do(frame, f"void __cluster_barrier_{_STEPS[words]}(void)"))


def _do(frame: PtxFrame, signature: str) -> None:
    frame.call(signature, VOID)


def map_address(frame: PtxFrame, n: Statement) -> None:
    """mapa: of a generic address in 64 bits, or of one in shared memory."""
    if len(n.operands) != 3 or not isinstance(n.operands[1], str):
        raise UnknownForm
    shared = _is_shared(n)
    place = frame.pointer(n.operands[1], 0, shared=shared)
    rank = frame.read(n.operands[2], U32)
    signature = "void *__cluster_map_shared_rank(const void *ptr, unsigned int target_block_rank)"
    found = frame.call(signature, PTR, (place, PTR), (rank, I32))
    if shared:
        address = frame.call("size_t __cvta_generic_to_shared(const void *ptr)", I64, (found, PTR))
    else:
        address = frame.op(Op.PTRTOINT, I64, found, of=PTR)
    if n.opcode[-1] == "u32":
        frame.write(n.operands[0], frame.resize(address, I64, I32), U32)
    else:
        frame.write(n.operands[0], address, U64)


def rank_of_address(frame: PtxFrame, n: Statement) -> None:
    """getctarank."""
    if len(n.operands) != 2 or not isinstance(n.operands[1], str):
        raise UnknownForm
    place = frame.pointer(n.operands[1], 0, shared=_is_shared(n))
    found = frame.call("unsigned int __cluster_query_shared_rank(const void *ptr)", I32, (place, PTR))
    frame.write(n.operands[0], found, U32)


def _is_shared(n: Statement) -> bool:
    words = n.opcode[1:]
    if len(words) not in (1, 2) or words[-1] not in ("u32", "u64") or (len(words) == 2 and words[0] != _SHARED):
        raise UnknownForm
    return len(words) == 2


def mark_scope(frame: PtxFrame, n: Statement) -> None:
    """Accesses and fences of the scope of a cluster are taken for those of a block: refused where it makes a
    difference."""
    if "cluster" in n.opcode and n.opcode[0] != "barrier":
        frame.when_guarded(lambda: _do(frame, "void __cudabmc_cluster_scope(void)"))


_CALLS: dict[str, tuple[str, Type]] = {
    "cluster_ctarank": ("unsigned int __clusterRelativeBlockRank(void)", I32),
    "cluster_nctarank": ("unsigned int __clusterSizeInBlocks(void)", I32),
}
_AXES = {"x": 0, "y": 1, "z": 2}


def special_register(frame: PtxFrame, name: str) -> tuple[Operand, Type] | None:
    """%cluster_ctaid.x, %cluster_ctarank and the like; None for another one."""
    if name in _CALLS:
        signature, type = _CALLS[name]
        return frame.call(signature, type), type
    if name == "is_explicit_cluster":
        found = frame.call("unsigned int __clusterDimIsSpecified(void)", I32)
        return frame.op(Op.NE, BOOL, found, Const(0, I32), of=I32), BOOL
    register, _, axis = name.partition(".")
    if register not in ("cluster_nctaid", "cluster_ctaid", "clusterid", "nclusterid") or axis not in _AXES:
        return None
    size = frame.call("unsigned int __cudabmc_cluster_size(int axis)", I32, (Const(_AXES[axis], I32), I32))
    if register == "cluster_nctaid":
        return size, I32
    of = frame.special(frame, f"%{'nctaid' if register == 'nclusterid' else 'ctaid'}.{axis}")
    if of is None:
        return None
    return frame.op(Op.UREM if register == "cluster_ctaid" else Op.UDIV, I32, of[0], size), I32
