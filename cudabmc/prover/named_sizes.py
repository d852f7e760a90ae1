"""Numbers that a kernel names: of them its author may have made the sizes of blocks and rows."""

import re
from collections.abc import Iterator

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Const, Program, Reg, Space, Symbol
from cudabmc.goto.types import IntType
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, operands

_EXTENT = re.compile(r"\[(\d+)\]")


def pitches(graph: KernelGraph, program: Program) -> list[int]:
    """What rows may have elements: factors, without sizes of elements, and the extents of arrays of the device."""
    factors = {
        int(operand.value) for i in _in_words(graph) if isinstance(i, Assign) and i.op is Op.MUL
        for operand in i.args if isinstance(operand, Const)
    }  # fmt: skip
    return sorted(n for n in factors | _extents(graph, program, Space.DEVICE_GLOBAL) if 16 < n <= 1 << 20)


def block_sizes(graph: KernelGraph, program: Program) -> list[int]:
    """What blocks often have as a size: constants, and the extents of shared arrays."""
    numbers = {
        int(operand.value) for i in _in_words(graph) for operand in operands(i)
        if isinstance(operand, Const) and isinstance(operand.type, IntType)
    }  # fmt: skip
    extents = _extents(graph, program, Space.SHARED)
    likely = {n for n in numbers if 8 <= n <= 1024 and n & (n - 1) == 0}
    inner = {1 << n.bit_length() - 1 for n in extents if n}  # of tiles with halos
    return sorted(likely | {n for n in extents | inner if 4 <= n <= 1024})


def array_extents(graph: KernelGraph, program: Program) -> list[int]:
    """Those of the arrays of known sizes that a kernel names: shared ones, constants, and variables of the device."""
    spaces = Space.SHARED, Space.CONSTANT, Space.DEVICE_GLOBAL
    return sorted(set[int]().union(*(_extents(graph, program, space) for space in spaces)))


def _extents(graph: KernelGraph, program: Program, space: Space) -> set[int]:
    """Those of the arrays in such memory that a kernel names."""
    used = {o.name for block in graph.blocks for i in block.code for o in operands(i) if isinstance(o, Symbol)}
    return {
        int(number) for name in used if name in program.globals and program.globals[name].space is space
        for number in _EXTENT.findall(program.globals[name].var.ctype)
    }  # fmt: skip


def _in_words(graph: KernelGraph) -> Iterator[KernelInstruction]:
    """What the source says: not that an index times a number of bytes is added to a pointer."""
    code = [i for block in graph.blocks for i in block.code]
    bytes_ = {o for i in code if isinstance(i, Assign) and i.op is Op.PTRADD for o in i.args[1:2]}
    return (i for i in code if not (isinstance(i, Assign) and i.op is Op.MUL and Reg(i.dst) in bytes_))
