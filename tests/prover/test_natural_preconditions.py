"""Of the conditions under which a proof goes through, those are reported that a reader expects."""

import pytest

from cudabmc.kernel.inlining import kernel_graph
from cudabmc.options.table import Options
from cudabmc.prover.named_sizes import block_sizes, pitches
from cudabmc.prover.preconditions import in_reading_order
from cudabmc.prover.proof import ProofStatus
from cudabmc.source.text import SourceText
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load
from tests.prover.proofs import OVERFLOW, proof_of

PRODUCT_WITH_A_WALK_OVER_TILES = """
#define SIDE %d
__global__ void product(float *c, const float *a, const float *b, int inner, int columns) {
    __shared__ float left[SIDE][SIDE], right[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x, row = blockIdx.y;
    int first = inner * SIDE * row, last = first + inner - 1;
    float sum = 0;
    for (int i = first, j = SIDE * column; i <= last; i += SIDE, j += SIDE * columns) {
        left[y][x] = a[i + inner * y + x];
        right[y][x] = b[j + columns * y + x];
        __syncthreads();
        for (int k = 0; k < SIDE; k++) sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    int corner = columns * SIDE * row + SIDE * column;
    c[corner + columns * y + x] = sum;
}
"""


@pytest.mark.long
@pytest.mark.parametrize("side", [16, 32])
def test_a_product_in_tiles_takes_rows_no_shorter_than_the_grid(side: int) -> None:
    """That the inner length is at least the grid, and the rows no shorter than that, would do as well."""
    proof = proof_of(PRODUCT_WITH_A_WALK_OVER_TILES % side, work=30_000_000)
    assert proof.status is ProofStatus.PROVED
    shown = {text for text in proof.preconditions if not OVERFLOW.fullmatch(text)}
    assert shown == {
        "inner > 0", f"blockDim.x == {side}", f"blockDim.y == {side}", "gridDim.x * blockDim.x <= columns"
    }  # fmt: skip


def test_bytes_of_a_row_are_no_size_of_a_block() -> None:
    text = """
    __global__ void k(int *out) {
        __shared__ int tile[8][24];
        tile[threadIdx.y][threadIdx.x] = 1;
        __syncthreads();
        out[threadIdx.x] = tile[0][23 - threadIdx.x];
    }
    """
    program = load([SourceText(text, "k.cu")], Options(prove=True))
    (kernel,) = [function for function in program.functions.values() if function.is_kernel]
    graph = kernel_graph(program, kernel, model_calls.find)
    assert block_sizes(graph, program) == [8, 16, 24]
    assert pitches(graph, program) == []


def test_preconditions_are_in_the_order_of_a_reader() -> None:
    found = ["n > 0", "no integer overflow in line 12 of a.cu", "gridDim.x * blockDim.x <= n", "blockDim.x == 8"]
    found += ["no integer overflow in line 3 of a.cu", "no integer overflow in line 7 of b of c.cu", "m <= n"]
    found += ["no integer overflow in line 5 of a.cu"]
    assert in_reading_order(found) == (
        "blockDim.x == 8", "gridDim.x * blockDim.x <= n", "n > 0", "m <= n",
        "no integer overflow in lines 3, 5 and 12 of a.cu", "no integer overflow in line 7 of b of c.cu",
    )  # fmt: skip


IN_A_BUFFER = """
__global__ void reverse(int *out, const int *in, int n, int *unused) {
    __shared__ int buffer[384];
    for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = buffer[n - 1 - i];
}
"""


@pytest.mark.long
def test_a_shared_array_has_room_for_so_many_elements() -> None:
    proof = proof_of(IN_A_BUFFER)
    assert proof.status is ProofStatus.PROVED and "n <= 384" in proof.preconditions
    beyond = proof_of(IN_A_BUFFER.replace("buffer[n - 1 - i]", "buffer[n - i]"))
    assert beyond.status is not ProofStatus.PROVED or "n <= 384" not in beyond.preconditions
