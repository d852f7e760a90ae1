"""Kernels whose blocks are compared as a whole leave the same, as far as the bounded engine sees."""

import re

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from cudabmc import Verdict, equivalent, symbolic
from cudabmc.errors import SourceError
from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.equivalence.every_launch import Pair, mutant, proof_of_pair
from tests.equivalence.test_random_pairs import KERNELS, Tree, are_the_same, kernel

T = "    int t = threadIdx.x, i = blockIdx.x * 4 + t;\n"
PART = "    __shared__ int part[4];\n"
TREE = "    for (int d = 2; d > 0; d /= 2) {\n        if (t < d)\n            part[t] += part[t + d];\n"\
    "        __syncthreads();\n    }\n"
COUNTED = "    if (threadIdx.x == 0) {\n        int sum = 0;\n        for (int k = 0; k < 4; k++)\n"

BLOCKS = {
    "a tree": Pair(
        f"{COUNTED}            sum += in[blockIdx.x * 4 + k];\n        out[blockIdx.x] = sum;\n    }}\n",
        f"{PART}{T}    part[t] = in[i];\n    __syncthreads();\n{TREE}"
        "    if (t == 0)\n        out[blockIdx.x] = part[0];\n",
    ),
    "a tree of what there is": Pair(
        f"{COUNTED}            sum += blockIdx.x * 4 + k < n ? in[blockIdx.x * 4 + k] : 0;\n"
        "        out[blockIdx.x] = sum;\n    }\n",
        f"{PART}{T}    part[t] = i < n ? in[i] : 0;\n    __syncthreads();\n{TREE}"
        "    if (t == 0)\n        out[blockIdx.x] = part[0];\n",
    ),
    "a tree of short numbers": Pair(
        f"{COUNTED.replace('int sum', 'short sum')}            sum += in[k];\n        out[0] = sum;\n    }}\n",
        f"{PART.replace('int', 'short')}    int t = threadIdx.x;\n    part[t] = in[t];\n    __syncthreads();\n{TREE}"
        "    if (t == 0)\n        out[0] = part[0];\n", type="short",
    ),
    "sums in front": Pair(
        f"{COUNTED}            out[k] = sum, sum += in[k];\n    }}\n",
        f"{PART}    int t = threadIdx.x;\n    part[t] = t > 0 ? in[t - 1] : 0;\n    __syncthreads();\n"
        "    for (int d = 1; d < 4; d *= 2) {\n        int left = t >= d ? part[t - d] : 0;\n        __syncthreads();\n"
        "        part[t] += left;\n        __syncthreads();\n    }\n    out[t] = part[t];\n",
    ),
    "a product of rounds": Pair(
        "    if (threadIdx.x == 0) {\n        int sum = 0;\n        for (int k = 0; k < 8; k++)\n"
        "            sum += in[k] * in[7 - k];\n        out[0] = sum;\n    }\n",
        f"{PART}    int t = threadIdx.x, own = 0;\n    for (int k = t; k < 8; k += blockDim.x)\n"
        f"        own += in[7 - k] * in[k];\n    part[t] = own;\n    __syncthreads();\n{TREE}"
        "    if (t == 0)\n        out[0] = part[0];\n",
    ),
    "neighbours are put in order": Pair(
        f"{T}    int other = blockIdx.x * 4 + (t ^ 1);\n    if (i < n && other < n) {{\n"
        "        int a = in[i], b = in[other];\n"
        "        bool swap = t % 2 == 0 ? a > b : a < b;\n        out[i] = swap ? b : a;\n    }\n",
        f"{PART}{T}    part[t] = in[i];\n    __syncthreads();\n    int other = t ^ 1;\n    if (other > t) {{\n"
        "        int a = part[t], b = part[other];\n        if (a > b) {\n            part[t] = b;\n"
        "            part[other] = a;\n        }\n    }\n    __syncthreads();\n    other += blockIdx.x * 4;\n"
        "    if (i < n && other < n)\n        out[i] = part[t];\n",
    ),
    "floats from the mean of a block": Pair(
        f"{PART.replace('int', 'float')}{T}    part[t] = in[i];\n    __syncthreads();\n{TREE}"
        "    out[i] = expf(in[i] - part[0] / 4);\n",
        f"{PART.replace('int', 'float')}{T}    float x = in[i];\n    part[t] = x;\n    __syncthreads();\n{TREE}"
        "    float mean = part[0] / 4;\n    out[i] = expf(x - mean);\n", type="float",
    ),
    "floats that a tree adds up": Pair(
        f"{T}    const float *p = in + blockIdx.x * 4;\n    if (t == 0)\n"
        "        out[blockIdx.x] = (p[0] + p[2]) + (p[1] + p[3]);\n",
        f"{PART.replace('int', 'float')}{T}    part[t] = in[i];\n    __syncthreads();\n{TREE}"
        "    if (t == 0)\n        out[blockIdx.x] = part[0];\n", type="float",
    ),
    "rows of a length that nobody knows": Pair(
        f"{PART}{T}    part[t] = in[t];\n    __syncthreads();\n"
        "    if (n > 0 && blockIdx.x == 0)\n        out[t * n] = part[t] + part[3 - t];\n",
        f"{PART}    int t = threadIdx.x;\n    part[3 - t] = in[t];\n    __syncthreads();\n"
        "    int sum = part[t];\n    sum += part[3 - t];\n"
        "    if (blockIdx.x < 1 && 0 < n)\n        out[n * t] = sum;\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_of_a_size_leave_the_same_in_every_grid(name: str) -> None:
    proof = proof_of_pair(BLOCKS[name].source())
    assert proof.status is ProofStatus.PROVED, proof.reasons
    assert "blockDim.x == 4" in proof.preconditions


def holds_in_small_launches(pair: Pair, source: str, proof: KernelProof, grid: int, n: int) -> bool:
    """Does the bounded engine find no difference in a launch with blocks that the proof is about?"""
    extents = [re.fullmatch(r"blockDim\.x == (\d+)", text) for text in proof.preconditions]
    block = next((int(found[1]) for found in extents if found is not None), 4)
    if "n > 0" in proof.preconditions and n <= 0:
        return True
    result = equivalent(
        source, kernel=("simple", "fast"), grid=grid, block=block, args=[symbolic(64), symbolic(64), n], frontend="c"
    )
    return result.verdict is not Verdict.FAILED or any(v.prop != "assertion" for v in result.violations)


@settings(max_examples=48, deadline=None)
@given(st.sampled_from(sorted(BLOCKS)), st.booleans(), st.integers(0, 10_000), st.integers(1, 3), st.integers(0, 13))
def test_mutants_of_blocks_that_are_proved_leave_the_same_in_small_launches(
    name: str, simple: bool, seed: int, grid: int, n: int
) -> None:
    pair = BLOCKS[name]
    changed = Pair(mutant(pair.simple, seed), pair.fast, 1, pair.type) if simple else pair
    source = changed.source(None if simple else mutant(pair.fast, seed))
    try:
        proof = proof_of_pair(source)
    except SourceError:
        reject()
    if proof.status is ProofStatus.PROVED:
        for blocks, number in ((grid, n), (1, 4), (2, 7)):
            assert holds_in_small_launches(pair, source, proof, blocks, number), (source, proof.preconditions.keys())


@settings(max_examples=40, deadline=None)
@given(KERNELS, KERNELS)
def test_random_blocks_that_are_proved_leave_the_same_for_all_inputs(
    one: tuple[Tree, Tree, Tree | None], other: tuple[Tree, Tree, Tree | None]
) -> None:
    for second in (one, other, (one[0], other[1], one[2])):
        result = equivalent(kernel(*one), kernel(*second), prove=True, block=2, frontend="c")
        assert result.verdict is not Verdict.SUCCESSFUL or are_the_same(one, second)
        assert second != one or result.verdict is Verdict.SUCCESSFUL or "in" in str(result.proofs[0].reasons)


STAGED = f"{PART}{T}    part[t] = in[i];\n    __syncthreads();\n"
FIRST = f"{STAGED}    if (t == 0 && blockIdx.x == 0) {{\n"
REVERSED = f"{STAGED}    out[i] = part[3 - t] + part[t];\n"

OPEN = {
    "what nobody has set in shared memory": (
        f"{STAGED}    out[i] = part[3 - t];\n",
        f"{PART}{T}    if (t > 0)\n        part[t] = in[i];\n    __syncthreads();\n    out[i] = part[3 - t];\n",
    ),
    "what nobody has set, in both": (
        f"{PART}{T}    if (t > 0)\n        part[t] = in[i];\n    __syncthreads();\n    out[i] = part[3 - t];\n",
        f"{PART}{T}    if (t > 0)\n        part[t] = in[i];\n    __syncthreads();\n    out[i] = part[3 - t];\n",
    ),
    "another block": (
        f"{STAGED}    out[i] = part[3 - t];\n",
        f"{STAGED}    out[i] = blockIdx.x == 3 ? part[t] : part[3 - t];\n",
    ),
    "a register that one way does not set": (
        f"{STAGED}    int x = part[3 - t];\n    out[i] = x;\n",
        f"{STAGED}    int x;\n    if (n > 3)\n        x = part[3 - t];\n    out[i] = x;\n",
    ),
    "another order of floats": (
        "    if (threadIdx.x == 0) {\n        float s = 0;\n        for (int k = 0; k < 4; k++)\n"
        "            s += in[k];\n        out[0] = s;\n    }\n",
        "    __shared__ float part[4];\n    int t = threadIdx.x;\n    part[t] = in[t];\n    __syncthreads();\n"
        f"{TREE}    if (t == 0)\n        out[0] = part[0];\n",
    ),
    "rounds that no number tells": (
        f"{REVERSED}    for (int k = 0; k < n; k++)\n        out[i] += part[k % 4];\n",
        f"{REVERSED}    for (int k = 0; k < n; k++)\n        out[i] = part[k % 4] + out[i] + part[0] - part[0];\n",
    ),
    "an element that only one kernel writes": (
        REVERSED, f"{REVERSED}    if (n == 77)\n        out[i] += 1;\n",
    ),
    "the last of two writes to places that may be the same": (
        f"{FIRST}        out[n & 1] = part[3];\n        out[n >> 1 & 1] = part[1];\n    }}\n",
        f"{FIRST}        out[n >> 1 & 1] = part[1];\n        out[n & 1] = part[3];\n    }}\n",
    ),
    "a read of what may have been written": (
        f"{FIRST}        out[n & 1] = part[3];\n        out[2] = out[n >> 1 & 1];\n    }}\n",
        f"{FIRST}        out[2] = out[n >> 1 & 1];\n        out[n & 1] = part[3];\n    }}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN)
def test_blocks_that_may_differ_are_not_proved(name: str) -> None:
    simple, fast = OPEN[name]
    kind = "float" if "float" in simple else "int"
    for pair in (Pair(simple, fast, type=kind), Pair(fast, simple, type=kind)):
        proof = proof_of_pair(pair.source())
        assert proof.status is ProofStatus.UNKNOWN and proof.reasons, proof.preconditions.keys()


def test_an_open_comparison_says_where_a_block_may_leave_something_else() -> None:
    pair = BLOCKS["a tree"]
    proof = proof_of_pair(pair.source(pair.fast.replace("d > 0", "d > 1")))
    place = re.compile(r"k\.cu:\d+:\d+: with blockDim = \(4, 1, 1\), a block may .*")
    assert any(map(place.fullmatch, proof.reasons))
    untold = proof_of_pair(Pair(*OPEN["rounds that no number tells"]).source())
    assert any("a loop whose rounds no number tells" in one for one in untold.reasons)


def test_the_size_of_blocks_is_a_condition_unless_it_is_given() -> None:
    source = BLOCKS["a tree"].source()
    any_size = equivalent(source, kernel=("simple", "fast"), prove=True, frontend="c")
    assert any_size.verdict is Verdict.SUCCESSFUL and "blockDim.x == 4" in any_size.proofs[0].preconditions
    assert not any("both kernels end" in one for one in any_size.assumptions)
    given_ = equivalent(source, kernel=("simple", "fast"), prove=True, block=4, frontend="c")
    assert given_.verdict is Verdict.SUCCESSFUL
    assert not any("blockDim.x ==" in one for one in given_.proofs[0].preconditions)
    other = equivalent(source, kernel=("simple", "fast"), prove=True, block=2, frontend="c")
    assert other.verdict is not Verdict.SUCCESSFUL
