"""Loops with barriers whose rounds are known in a launch of the program."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.goto.program import Branch
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.inlining import kernel_graph
from cudabmc.kernel.promotion import promote
from cudabmc.kernel.unrolling import unroll
from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load

SUMS = """__global__ void sums(int *out, const int *in, int n) {
    __shared__ int t[32];
    int i = threadIdx.x, step = 1;
    t[2 * i] = in[2 * i];
    t[2 * i + 1] = in[2 * i + 1];
    for (int d = n / 2; d > 0; d /= 2) {
        UP
        if (i < d) {
            int left = step * (2 * i + 1) - 1, right = step * (2 * i + 2) - 1;
            t[right] += t[left];
        }
        step *= 2;
    }
    if (i == 0) t[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        step /= 2;
        DOWN
        if (i < d) {
            int left = step * (2 * i + FIRST) - 1, right = step * (2 * i + 2) - 1, was = t[left];
            t[left] = t[right];
            t[right] += was;
        }
    }
    __syncthreads();
    out[2 * i] = t[2 * i];
    out[2 * i + 1] = t[2 * i + 1];
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    sums<<<1, 16>>>(a, b, LENGTH);
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "k.cu"


def _proof(file: Path, text: str, **words: str) -> ProvedKernel:
    for word, by in words.items():
        text = text.replace(word, by)
    file.write_text(text)
    (proof,) = verify(str(file), prove=True).proofs
    return proof


GOOD = {"UP": "__syncthreads();", "DOWN": "__syncthreads();", "FIRST": "1", "LENGTH": "32"}


def test_a_scan_whose_steps_double_is_proved_for_its_launch(file: Path) -> None:
    proof = _proof(file, SUMS, **GOOD)
    assert proof.outcome is ProofOutcome.PROVED
    assert proof.preconditions == ("blockDim.x == 16 && n == 32",)


@pytest.mark.parametrize(
    "changed",
    [{"UP": ""}, {"DOWN": ""}, {"UP": "if (d > 2) __syncthreads();"}, {"FIRST": "0"}, {"LENGTH": "64"}],
)
def test_scans_that_are_wrong_are_not(file: Path, changed: dict[str, str]) -> None:
    assert _proof(file, SUMS, **{**GOOD, **changed}).outcome is ProofOutcome.FAULTY


def test_rounds_that_threads_leave_apart_are_a_divergence(file: Path) -> None:
    text = """__global__ void k(int *a, int n) {
        for (int d = 1; d < n; d *= 2) {
            if (d == 4 && threadIdx.x == 3) break;
            __syncthreads();
            a[threadIdx.x * n + d] = d;
        }
    }
    int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 16>>>(a, 16); }
    """
    assert _proof(file, text).outcome is not ProofOutcome.PROVED
    assert _proof(file, text.replace("threadIdx.x == 3", "n == 16")).outcome is ProofOutcome.PROVED


# ---------------------------------------------------------------- graphs


def _graph(file: Path, body: str) -> KernelGraph:
    file.write_text(f"__global__ void k(int *a, int n) {{ {body} }}\n")
    program = load([str(file)], Options())
    (kernel,) = (function for function in program.functions.values() if function.is_kernel)
    graph = kernel_graph(program, kernel, model_calls.find)
    promote(graph)
    return graph


def _branches(graph: KernelGraph) -> int:
    return sum(isinstance(block.end, Branch) for block in graph.blocks)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("for (int d = 1; d < n; d *= 2) { __syncthreads(); a[d] = 1; }", 0),
        ("for (int d = 1; d < 8; d++) { __syncthreads(); if (a[d]) a[d] = 1; }", 7),
        ("for (int d = 1; d < 4; d++) for (int e = d; e < 4; e++) { __syncthreads(); a[d] = e; }", 0),
        ("for (int d = 0; d < a[0]; d++) for (int e = 0; e < 4; e++) { __syncthreads(); a[d] = e; }", 1),
    ],
)
def test_no_branch_of_a_loop_is_left_whose_rounds_are_known(file: Path, body: str, left: int) -> None:
    graph = _graph(file, body)
    assert unroll(graph, {1: 8}, {})
    assert _branches(graph) == left


@pytest.mark.parametrize(
    "body",
    [
        "for (int d = 1; d < n; d *= 2) a[d] = 1;",  # no barrier
        "for (int d = 1; d < 40; d++) { __syncthreads(); a[d] = 1; }",  # many rounds
        "for (int d = 1; d < a[0]; d++) { __syncthreads(); a[d] = 1; }",
        "for (int d = 1; d < 8; d++) { __syncthreads(); if (a[d]) break; }",
        "int e = 4; e = a[0]; for (int d = 0; d < e; d++) { __syncthreads(); a[d] = 1; }",
        "int e = 4; if (a[0]) e = 5; for (int d = 0; d < e; d++) { __syncthreads(); a[d] = 1; }",
        "for (int d = 1; d < 8; d += a[0]) { __syncthreads(); a[d] = 1; }",
        "for (int d = 1; d != 0; d = 3 - d) { __syncthreads(); a[d] = 1; }",  # without end
    ],
)
def test_other_loops_stay(file: Path, body: str) -> None:
    graph = _graph(file, body)
    before = [(list(block.code), block.end) for block in graph.blocks]
    assert not unroll(graph, {1: 8}, {})
    assert [(block.code, block.end) for block in graph.blocks] == before
