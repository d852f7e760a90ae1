"""Does a kernel do the same with other objects that hold the same?"""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Const, CopyBytes, Dead, Load, Operand, Reg, Store, Symbol
from cudabmc.goto.types import PtrType
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    FillBytes,
    KernelInstruction,
    LoadPart,
    Move,
    StorePart,
    operands,
)
from cudabmc.native.kernels.places import ANYWHERE, PointerFacts

_MOVES = (Op.COPY, Op.SELECT, Op.PTRADD)
_COMPARES = (Op.PTREQ, Op.PTRNE)


def is_relocatable(graph: KernelGraph, facts: PointerFacts) -> bool:
    """Does nothing that the kernel does depend on which objects its parameters point to, but for what they hold? It
    neither reads nor writes pointers in memory, nor looks at one as a number."""
    if ANYWHERE in facts.uses or any(ANYWHERE in roots for roots in facts.roots.values()):
        return False
    return all(_only_follows(i, graph) for block in graph.blocks for i in block.code)


def _only_follows(i: KernelInstruction, graph: KernelGraph) -> bool:
    """Are all pointers that an instruction gets followed, moved, or compared with null?"""
    match i:
        case Load() | FillBytes() | AtomicLoad() | CopyBytes() | BlockAccess() | LoadPart():
            return True
        case Move() | Alloca() | Dead():
            return True
        case Store() | AtomicStore() | StorePart():
            return not isinstance(i.type, PtrType)
        case Assign() if i.op in _MOVES:
            return True
        case Assign() if i.op in _COMPARES:
            return any(isinstance(operand, Const) for operand in i.args)
    return not any(_is_pointer(operand, graph) for operand in operands(i))


def _is_pointer(operand: Operand, graph: KernelGraph) -> bool:
    if isinstance(operand, Reg):
        return isinstance(graph.types[operand.index], PtrType)
    return isinstance(operand, Symbol) or (isinstance(operand, Const) and isinstance(operand.type, PtrType))
