"""Every kernel of benchmarks/ has a graph that is well-formed, and that the analyses take."""

from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest

from benchmarks.expectation import ROOT, programs, read_expectation
from cudabmc.command.arguments import parse_arguments
from cudabmc.frontend.load import load_with
from cudabmc.goto.program import Goto, Program, Reg
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.inlining import TooLargeError, kernel_graph
from cudabmc.kernel.instructions import Barrier, operands, set_by
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.kernel.loops import IrreducibleError, natural_loops
from cudabmc.kernel.uniformity import Together, divergence
from cudabmc.state import model_calls

PARTS, SHORT = 60, 7
"""All programs in parts by their names, and the part that is in the short set."""


def check(program: Program) -> int:
    """Looks at all kernels; how many there are."""
    kernels = [f for f in program.functions.values() if f.is_kernel]
    for kernel in kernels:
        with suppress(TooLargeError):
            graph = kernel_graph(program, kernel, model_calls.find)
            for block in graph.blocks:
                check_block(graph, block)
            flow = ControlFlow(graph.blocks)
            live = live_at_entries(flow)
            assert live[0] <= set(range(graph.parameters)), kernel.name
            near, far = (divergence(flow, live, together) for together in (Together.BLOCK, Together.GRID))
            assert near.registers <= far.registers and near.blocks <= far.blocks
            with suppress(IrreducibleError):
                natural_loops(flow)
    return len(kernels)


def check_block(graph: KernelGraph, block: Block) -> None:
    assert all(0 <= target < len(graph.blocks) for target in block.targets)
    assert all(not isinstance(i, Barrier) for i in block.code[:-1])
    assert not block.waits or isinstance(block.end, Goto)
    used = [o for i in block.code for o in operands(i)] + ([block.condition] if block.condition is not None else [])
    registers = [o.index for o in used if isinstance(o, Reg)]
    registers += [dst for i in block.code if (dst := set_by(i)) is not None]
    assert all(0 <= register < len(graph.types) for register in registers)


def kernels_of(path: Path) -> int:
    command = parse_arguments([*read_expectation(path).options, str(path)])
    return check(load_with(command.files, command.options).program)


@pytest.mark.parametrize(
    "part", [pytest.param(n, marks=() if n == SHORT else pytest.mark.long) for n in range(PARTS)], ids=str
)
def test_kernels_of_benchmarks(part: int) -> None:
    chosen = [p for p in programs() if crc32(str(p.relative_to(ROOT)).encode()) % PARTS == part]
    assert sum(map(kernels_of, chosen)) > 0
