"""Extents that are 1 in all launches are taken as 1 first, and said to be if there is no proof without. So is the size
of blocks that the text tells, if other sizes take long."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.verification.launch_sizes import known_launches
from cudabmc.verification.pipeline import load

SUMS = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sums(const int *in, int *out, unsigned n) {
    extern __shared__ int part[];
    cg::thread_block block = cg::this_thread_block();
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int sum = i < n ? in[i] : 0;
    part[t] = sum;
    block.sync();
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (t < s) part[t] = sum += part[t + s];
        SYNC
    }
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    if (t < 32) for (int s = 16; s > 0; s /= 2) sum += tile.shfl_down(sum, s);
    if (block.thread_rank() == 0) out[blockIdx.x] = sum;
}
void start(const int *in, int *out, int n, int threads, bool more) {
    dim3 block(threads, HEIGHT, 1), grid((n + threads - 1) / threads);
    if (more) { MORE }
    sums<<<grid, block, threads * sizeof(int)>>>(in, out, n);
}
int main() {}
"""


def _proof(tmp_path: Path, sync: str = "block.sync();", height: str = "1", more: str = "") -> ProvedKernel:
    file = tmp_path / "k.cu"
    file.write_text(SUMS.replace("SYNC", sync).replace("HEIGHT", height).replace("MORE", more))
    (found,) = verify(str(file), prove=True, timeout=20.0).proofs
    return found


def _asks_for_one(found: ProvedKernel) -> bool:
    return any(text in ("blockDim.y == 1", "blockDim.z == 1") for text in found.preconditions)


@pytest.mark.long
def test_what_needs_them_says_so(tmp_path: Path) -> None:
    found = _proof(tmp_path)
    assert found.outcome is ProofOutcome.PROVED
    assert {"blockDim.y == 1", "blockDim.z == 1"} <= set(found.preconditions)


@pytest.mark.long
def test_what_is_wrong_along_one_axis_is_not_proved(tmp_path: Path) -> None:
    assert _proof(tmp_path, sync="").outcome is not ProofOutcome.PROVED


@pytest.mark.long
@pytest.mark.parametrize(("height", "more"), [("2", ""), ("1", "sums<<<grid, dim3(32, 2), 256>>>(in, out, n);")])
def test_launches_along_another_axis_are_not_left_out(height: str, more: str, tmp_path: Path) -> None:
    found = _proof(tmp_path, height=height, more=more)
    assert found.outcome is not ProofOutcome.PROVED or not _asks_for_one(found)


@pytest.mark.long
def test_what_is_right_along_all_axes_does_not_ask_for_it(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text("""
    __global__ void k(int *out) {
        int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        out[blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t] = 1;
    }
    void start(int *out, int n) { k<<<n, dim3(n, 1, 1)>>>(out); }
    int main() {}
    """)
    (found,) = verify(str(file), prove=True).proofs
    assert found.outcome is ProofOutcome.PROVED
    assert not _asks_for_one(found)


LAUNCHES = """
__global__ void k(int *a) {}
void start(int *a, int n, bool more) {
    dim3 block(n, 1, 1), grid(8);
    BEFORE
    k<<<grid, block>>>(a);
}
int main() {}
"""


@pytest.mark.parametrize(
    ("before", "grid", "block"),
    [
        ("", (8, 1, 1), (None, 1, 1)),
        ("if (more) n = 2;", (8, 1, 1), (None, 1, 1)),
        ("if (more) block.y = 1;", (8, 1, 1), (None, 1, 1)),
        ("if (more) block.y = 2;", (8, 1, 1), (None, None, 1)),
        ("if (more) block.y = 2; else block.y = 2;", (8, 1, 1), (None, 2, 1)),
        ("if (more) grid = dim3(8, n, 1); else grid.z = 1;", (8, None, 1), (None, 1, 1)),
        ("switch (n) { case 1: block.z = 4; break; case 2: block.x = 3; }", (8, 1, 1), (None, 1, None)),
        ("for (int i = 0; i < n; i++) block.y *= 2;", (8, 1, 1), (None, None, 1)),
    ],
)
def test_what_all_ways_to_a_launch_say_is_known(
    before: str, grid: tuple[int | None, ...], block: tuple[int | None, ...], tmp_path: Path
) -> None:
    file = tmp_path / "k.cu"
    file.write_text(LAUNCHES.replace("BEFORE", before))
    (found,) = known_launches(load([str(file)], Options(prove=True)))
    assert (found.grid, found.block) == (grid, block)


ROWS = """#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void rows(const float *m, float *sums, int n, int d) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row < n) {
        float sum = 0;
        for (int j = warp.thread_rank(); j < d; j += warp.size()) sum += m[row * d + j];
        sum = cg::reduce(warp, sum, cg::plus<float>());
        if (WRITES) sums[row] = sum + warp.thread_rank();
    }
}
void start(const float *m, float *sums, int n, int d) { rows<<<(n + 7) / 8, 256>>>(m, sums, n, d); }
int main() {}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("writes", "is_proved"), [("warp.thread_rank() == 0", True), ("warp.thread_rank() < 2", False)]
)
def test_the_size_of_blocks_in_the_text_is_taken(tmp_path: Path, writes: str, is_proved: bool) -> None:
    file = tmp_path / "k.cu"
    file.write_text(ROWS.replace("WRITES", writes))
    (found,) = verify(str(file), prove=True, timeout=120.0).proofs
    assert (found.outcome is ProofOutcome.PROVED) is is_proved
    if is_proved:
        assert "blockDim.x == 256" in found.preconditions
