"""The C++ faces of the headers mean what the CUDA documentation says, and defects in their use are found."""

from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify

_MAIN = """
int main() {
    int *numbers; cudaMallocManaged(&numbers, 64 * sizeof *numbers);
    for (int i = 0; i < 64; i++) numbers[i] = i;
    kernel<<<1, THREADS>>>(numbers); cudaDeviceSynchronize();
}
"""


def run(text: str, folder: Path, threads: int) -> Result:
    source = folder / "program.cu"
    source.write_text(f"#include <cassert>\n#define THREADS {threads}\n{text}{_MAIN}")
    return verify([str(source)], Options(frontend="clang"))


GROUPS = """
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void kernel(int *numbers) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int rank = block.thread_rank(), first = rank / 8 * 8;
    assert(tile.thread_rank() == rank % 8 && tile.meta_group_rank() == rank / 8 && tile.meta_group_size() == 4);
    assert(cg::reduce(tile, rank, cg::plus<int>()) == 8 * first + 28);
    assert(cg::reduce(tile, rank, cg::greater<int>()) == first + 7);
    assert(cg::inclusive_scan(tile, 1) == rank % 8 + 1 && cg::exclusive_scan(tile, 2) == rank % 8 * 2);
    assert(tile.shfl(rank, 3) == first + 3 && tile.shfl_xor(rank, 1) == (rank ^ 1));
    assert(tile.ballot(rank % 2) == 0xaa);
    auto half = cg::tiled_partition<4>(tile);
    assert(half.shfl(rank, 0) == rank / 4 * 4);
    struct Pair { int a; short b; };
    Pair pair = tile.shfl(Pair{rank, (short)-rank}, 2);
    assert(pair.a == first + 2 && pair.b == -(first + 2));
    cg::thread_group any = tile;
    any.sync();
    assert(any.size() == 8 && any.thread_rank() == rank % 8);
    __shared__ int copy[32];
    cg::memcpy_async(block, copy, numbers, sizeof copy);
    cg::wait(block);
    assert(copy[31 - rank] == 31 - rank);
}
"""

NUMBERS = """
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>
__global__ void kernel(int *numbers) {
    half h = __float2half(1.5f) * __float2half(2.0f) + __float2half(0.25f);
    assert(__half2float(h) == 3.25f && h > half(3) && __half2int_rn(h) == 3);
    half2 pair = __hfma2(__float2half2_rn(2.0f), __halves2half2(h, h), __floats2half2_rn(1.0f, -1.0f));
    assert(__low2float(pair) == 7.5f && __high2float(pair) == 5.5f);
    __nv_bfloat16 b = __float2bfloat16(1.01f);
    assert((float)b == 1.0078125f);
    __shared__ half sum;
    sum = h;
    half before = atomicAdd(&sum, h);
    assert((float)before == 3.25f && (float)sum == 6.5f);
    assert(__vadd4(0x01ff0304u, 0x01010101u) == 0x02000405u && __dp4a(0x01020304, 0x01010101, 5) == 15);
    assert(__viaddmax_s32(2, 3, 4) == 5 && __vimin3_s32(3, 1, 2) == 1);
    curandState state;
    curand_init(1, 0, 0, &state);
    float uniform = curand_uniform(&state);
    assert(uniform > 0.0f && uniform <= 1.0f);
}
"""

MATRICES = """
#include <mma.h>
using namespace nvcuda;
__global__ void kernel(int *numbers) {
    __shared__ half a[256], b[256];
    __shared__ float c[256];
    for (int i = threadIdx.x; i < 256; i += 32) { a[i] = half(i / 16 == i % 16 ? 2 : 0); b[i] = half(i); }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 1.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
    __syncthreads();
    assert(c[3 * 16 + 5] == 2.0f * (5 * 16 + 3) + 1 && c[255] == 511.0f);
}
"""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("text", "threads"), [(GROUPS, 32), (NUMBERS, 1), (MATRICES, 32)])
def test_what_the_faces_compute_is_what_the_documentation_says(text: str, threads: int, tmp_path: Path) -> None:
    result = run(text, tmp_path, threads)
    assert result.verdict is Verdict.SUCCESSFUL, result.violations


RACES = {
    "a copy of the group that nobody waits for": """
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
__global__ void kernel(int *numbers) {
    auto block = cooperative_groups::this_thread_block();
    __shared__ int copy[2];
    cooperative_groups::memcpy_async(block, copy, numbers, sizeof copy);
    numbers[2 + threadIdx.x] = copy[1 - threadIdx.x];
}
""",
    "a state of random numbers that threads share": """
#include <curand_kernel.h>
__device__ curandState state;
__global__ void kernel(int *numbers) {
    if (threadIdx.x == 0) curand_init(1, 0, 0, &state);
    __syncthreads();
    numbers[threadIdx.x] = curand(&state) % 2;
}
""",
    "an element written through a hinted store and read through another": """
__global__ void kernel(int *numbers) {
    if (threadIdx.x == 0) __stcg(&numbers[0], 1); else numbers[1] = __ldcg(&numbers[0]);
}
""",
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", RACES.values(), ids=RACES)
def test_races_through_the_faces_are_found(text: str, tmp_path: Path) -> None:
    result = run(text, tmp_path, 2)
    assert result.verdict is Verdict.FAILED
    assert {violation.prop for violation in result.violations} == {"data-race"}
