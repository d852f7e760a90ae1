"""Loops whose rounds a launch tells are straight code in its proof, and only those."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Const, Function, Goto, Reg, Return, Undef
from cudabmc.goto.types import BOOL, I32, VOID
from cudabmc.goto.variable import Variable
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import Builtin, Coordinate, KernelInstruction, operands, set_by
from cudabmc.kernel.loops import IrreducibleError, natural_loops
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.launch import LaunchSize
from cudabmc.prover.proof import ProofScope, ProofStatus
from cudabmc.prover.unrolled import MOST_CODE, KnownOfLaunch, unroll
from tests.kernel.random_graphs import REGISTERS, random_blocks
from tests.prover.proofs import proof_of

LEVELS = """
__global__ void k(float *out, const float *in, unsigned levels, unsigned length) {
    __shared__ float part[128];
    unsigned t = threadIdx.x, active = blockDim.x, place = length;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned i = 0; i < levels; i++) {
        float kept = part[(2 * t) % 128];
        __syncthreads();
        if (t < active) {
            part[t] = kept;
            out[place + blockIdx.x * active + t] = kept;
            place PLACE;
        }
        active ACTIVE;
        __syncthreads();
    }
}
"""
"""Each level has its own part of the output, which is half of that before it."""


def _status(text: str, block: int, grid: int, *, unrolled: bool = True, **numbers: int) -> ProofStatus:
    sizes = {(size, axis): 1 for size in (Builtin.GRID_DIM, Builtin.BLOCK_DIM) for axis in range(3)}
    sizes |= {(Builtin.GRID_DIM, 0): grid, (Builtin.BLOCK_DIM, 0): block}
    scope = ProofScope(sizes, KnownArguments(numbers), unrolled=unrolled)
    return proof_of(text, work=30_000_000, scope=scope).status


def _levels(place: str, active: str, *, unrolled: bool = True, levels: int = 7) -> ProofStatus:
    text = LEVELS.replace("PLACE", place).replace("ACTIVE", active)
    return _status(text, 128, 64, unrolled=unrolled, levels=levels, length=128 * 64)


@pytest.mark.long
def test_rounds_have_their_own_numbers() -> None:
    assert _levels(">>= 1", ">>= 1") is ProofStatus.PROVED
    assert _levels(">>= 1", ">>= 1", unrolled=False) is not ProofStatus.PROVED


@pytest.mark.parametrize(("place", "active"), [(">>= 2", ">>= 1"), (">>= 1", "-= 1"), ("-= 1", ">>= 1")])
def test_what_meets_in_other_rounds_is_seen(place: str, active: str) -> None:
    assert _levels(place, active) is ProofStatus.CANDIDATE


def test_a_loop_of_too_many_rounds_is_left() -> None:
    assert _levels(">>= 1", ">>= 1", levels=MOST_CODE) is ProofStatus.UNKNOWN


def test_an_outer_loop_of_many_rounds_is_left_and_the_inner_one_is_not() -> None:
    text = """
    __global__ void k(int *out, int n, int m) {
        int t = blockIdx.x * blockDim.x + threadIdx.x;
        for (int i = 0; i < m; i++)
            for (int j = 0, step = 1; j < n; j++, step *= 2) out[64 * (step - 1) + t STEP] = i;
    }
    """
    for step, status in (("* step", ProofStatus.PROVED), ("* j", ProofStatus.CANDIDATE)):
        assert _status(text.replace("STEP", step), 8, 8, n=2, m=1_000_000) is status


def test_what_data_decide_stays_a_branch() -> None:
    """A round more or less is up to the data: all of them are looked at."""
    text = """
    __global__ void k(int *out, const int *in, int n) {
        int t = threadIdx.x, place = n;
        for (int i = 0; i < n; i++) {
            out[blockDim.x * i + t + SHIFT] = in[t];
            if (in[t] == i) break;
            if (in[t] == -i) i++;
        }
    }
    """
    assert _status(text.replace("SHIFT", "0"), 32, 1, n=4) is ProofStatus.PROVED
    assert _status(text.replace("SHIFT", "(i == 2)"), 32, 1, n=4) is ProofStatus.CANDIDATE
    assert _status(text.replace("SHIFT", "(i == 2)"), 32, 1, n=3) is ProofStatus.PROVED


KERNEL = Function("k", "k", (Variable("p", "int"),), (I32,), VOID, (), ())


def _counting(step: int) -> KernelGraph:
    """r2 = 0; while (r2 < r1) r2 += step, where r1 is blockDim.x."""
    code = [
        Block([Coordinate(1, Builtin.BLOCK_DIM, 0), Assign(2, Op.COPY, (Const(0, I32),), I32, I32)], Goto(1)),
        Block([Assign(3, Op.ULT, (Reg(2), Reg(1)), BOOL, I32)], Branch(Reg(3), 2, 3)),
        Block([Assign(2, Op.ADD, (Reg(2), Const(step, I32)), I32, I32)], Goto(1)),
        Block([], Return()),
    ]
    return KernelGraph(KERNEL, code, [I32, I32, I32, BOOL])


@pytest.mark.parametrize(("step", "extent", "rounds"), [(1, 5, 5), (2, 5, 3), (3, 0, 0)])
def test_each_round_is_there_once(step: int, extent: int, rounds: int) -> None:
    graph = _counting(step)
    assert unroll(graph, KnownOfLaunch({(Builtin.BLOCK_DIM, 0): extent}, {}))
    assert not natural_loops(ControlFlow(graph.blocks))
    added = [i for block in graph.blocks for i in block.code if isinstance(i, Assign) and i.op is Op.ADD]
    assert len(added) == rounds


def test_a_loop_whose_end_is_not_told_is_left() -> None:
    graph = _counting(1)
    assert not unroll(graph, KnownOfLaunch({}, {}))
    assert natural_loops(ControlFlow(graph.blocks))


def test_a_loop_without_an_end_is_left_as_one() -> None:
    graph = _counting(0)
    assert unroll(graph, KnownOfLaunch({(Builtin.BLOCK_DIM, 0): 5}, {}))
    assert natural_loops(ControlFlow(graph.blocks))


def _steps(graph: KernelGraph, seed: int, sizes: Mapping[LaunchSize, int], first: int) -> Iterator[object]:
    """What a thread does: instructions, and what they read. What is not told is by chance, the same each time."""
    random, held, block, left = Random(seed), {0: first}, graph.blocks[0], 60

    def value(operand: object) -> int | bool:
        if isinstance(operand, Reg):
            return held.setdefault(operand.index, 5 * operand.index % 4)
        return operand.value if isinstance(operand, Const) else random.randrange(4)  # type: ignore[return-value]

    while left > 0:
        for i in block.code:
            left -= 1
            read = tuple(map(value, operands(i)))
            yield type(i), read
            dst = set_by(i)
            if dst is None:
                continue
            if isinstance(i, Coordinate) and (i.variable, i.axis) in sizes:
                held[dst] = sizes[i.variable, i.axis]
            elif isinstance(i, Assign) and i.op is not Op.COPY:
                held[dst] = terms.apply(i.op, i.type, i.of, read)  # type: ignore[assignment]
            else:
                held[dst] = read[0] if isinstance(i, Assign) else random.randrange(4)
        left -= 1
        if not block.targets:
            return
        end = block.end
        if isinstance(end, Branch):
            chosen = bool(value(end.cond))
            yield chosen
            block = graph.blocks[end.then if chosen else end.orelse]
        else:
            (target,) = block.targets
            block = graph.blocks[target]


def _tamed(block: Block, random: Random) -> Block:
    """With numbers in most places where it reads what is not told."""
    code = [
        Assign(dst, Op.COPY, (Const(random.randrange(4), I32),), I32, I32)
        if (dst := set_by(i)) is not None and not _is_plain(i) and random.random() < 0.9 else i for i in block.code
    ]  # fmt: skip
    return Block(code, block.end)


def _is_plain(i: KernelInstruction) -> bool:
    return isinstance(i, Assign) and not any(isinstance(o, Undef) for o in i.args)


def _without_choices(steps: Iterator[object]) -> list[object]:
    """Of a way that numbers tell, nothing is chosen."""
    return [step for step in steps if not isinstance(step, bool)][:40]


def _random_graph(seed: int) -> tuple[KernelGraph, KnownOfLaunch]:
    random = Random(seed)
    graph = KernelGraph(KERNEL, [_tamed(block, random) for block in random_blocks(random)], [I32] * REGISTERS)
    sizes = {(size, 0): random.randrange(4) for size in (Builtin.BLOCK_DIM, Builtin.GRID_DIM)}
    return graph, KnownOfLaunch(sizes, {0: random.randrange(4)})


def _unroll(graph: KernelGraph, known: KnownOfLaunch) -> bool:
    with suppress(IrreducibleError):
        return unroll(graph, known)
    return False


@given(st.integers(0, 1 << 32))
@settings(max_examples=800, deadline=None)
def test_a_thread_does_the_same_in_random_graphs(seed: int) -> None:
    graph, known = _random_graph(seed)
    before = replace(graph, blocks=[Block(list(block.code), block.end) for block in graph.blocks])
    _unroll(graph, known)
    for start in range(3):
        same, expected = (_steps(of, start, known.sizes, known.numbers[0]) for of in (graph, before))
        assert _without_choices(same) == _without_choices(expected)


def test_random_graphs_have_such_loops() -> None:
    assert sum(_unroll(*_random_graph(seed)) for seed in range(400)) > 10
