"""Threads that take a branch together form a group without those that do not."""

from pathlib import Path

from cudabmc import Options, verify

PROGRAM = """#include <assert.h>
#include <cooperative_groups.h>
__device__ int count;
__device__ int ticket() {
    auto group = cooperative_groups::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(&count, (int)group.size());
    return group.shfl(first, 0) + group.thread_rank();
}
__global__ void k(int *out) { if (threadIdx.x % 2) out[ticket()] = 1; }
int main() {
    int *out, host[3];
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    k<<<1, 6>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    assert(host[0] == 1 && host[1] == 1 && host[2] == 1);
    cudaFree(out);
}
"""


def test_a_group_of_those_that_took_the_branch_gives_each_its_own_ticket(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    result = verify([str(source)], Options(frontend="clang"))
    assert [v.message for v in result.violations] == []
    assert result.verdict.name == "SUCCESSFUL"
    assert any("coalesced_threads" in text for text in result.assumptions)


DECLARED = """#include <assert.h>
namespace cooperative_groups { namespace __v1 {
class thread_block;
template <unsigned int Size, typename ParentT> class thread_block_tile;
} using namespace __v1; }
template <class T> inline constexpr bool is_block = false;
template <> inline constexpr bool is_block<cooperative_groups::thread_block> = true;
#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void k() {
    thread_block block = this_thread_block();
    thread_block_tile<32> tile = tiled_partition<32>(block);
    assert(is_block<decltype(block)> && !is_block<decltype(tile)> && block.thread_rank() == tile.thread_rank());
}
int main() { k<<<1, 4>>>(); cudaDeviceSynchronize(); }
"""


def test_libraries_may_declare_groups_where_nvidia_has_them(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(DECLARED)
    assert verify([str(source)], Options(frontend="clang")).verdict.name == "SUCCESSFUL"


SEVERAL_WARPS = """#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k() {
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    assert(cg::reduce(tile, 1, cg::plus<int>()) == 64);
}
int main() { k<<<1, 64>>>(); cudaDeviceSynchronize(); }
"""


def test_what_a_reduction_over_several_warps_orders_is_an_assumption(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(SEVERAL_WARPS)
    result = verify([str(source)], Options(frontend="clang"))
    assert result.verdict.name == "SUCCESSFUL"
    assert any("cooperative_groups::reduce" in text for text in result.assumptions)
