"""Clusters of blocks: their barrier, distributed shared memory, and the launches that have them."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.errors import UnsupportedError
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# the_neighbour_is_read_between_two_barriers --frontend c
//! por-too long
__global__ void __cluster_dims__(2) ring(int *out) {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    mine = 10 + rank;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    int *other = (int *)__cluster_map_shared_rank(&mine, (rank + 1) % __clusterSizeInBlocks());
    out[blockIdx.x] = *other;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    int *d, h[2];
    cudaMalloc((void **)&d, sizeof h);
    ring<<<2, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 11 && h[1] == 10);
    return 0;
}
//# no_barrier_before
//! por-too
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    int *other = (int *)__cluster_map_shared_rank(&mine, 1 - rank);
    if (rank == 0) *other = 1;                   // <- memory-space
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# no_barrier_after
//! por-too
__global__ void __cluster_dims__(2) k(int *out) {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    mine = rank;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    int *other = (int *)__cluster_map_shared_rank(&mine, 1 - rank);
    if (rank == 0) out[0] = *other;              // <- use-after-free
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<2, 1>>>(d);
    return 0;
}
//# writes_of_other_blocks_in_earlier_rounds_do_not_stand_for_a_new_one
//! por-too
__global__ void __cluster_dims__(4) k(int *out) {
    __shared__ int cell;
    unsigned rank = __clusterRelativeBlockRank();
    int *zero = (int *)__cluster_map_shared_rank(&cell, 0);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (int round = 0; round < 3; round++) {
        if (rank == round)
            *zero = round;                       // <- data-race
        if (round == 2 && rank == 3)
            out[0] = *zero;                      // <- data-race
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<4, 1>>>(d);
    return 0;
}
//# writes_of_other_threads_in_earlier_rounds_do_not_stand_for_a_new_one
//! por-too
__global__ void __cluster_dims__(2) k(int *out) {
    __shared__ int cell;
    unsigned rank = __clusterRelativeBlockRank();
    int *zero = (int *)__cluster_map_shared_rank(&cell, 0);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (int round = 0; round < 3; round++) {
        if (rank == 0 && threadIdx.x == round)
            *zero = round;                       // <- data-race
        if (round == 2 && rank == 1 && threadIdx.x == 0)
            out[0] = *zero;                      // <- data-race
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<2, 3>>>(d);
    return 0;
}
//# a_write_of_the_thread_in_an_earlier_round_does_not_stand_for_a_new_one
//! por-too
__global__ void __cluster_dims__(2) k(int *out) {
    __shared__ int cell;
    unsigned rank = __clusterRelativeBlockRank();
    int *zero = (int *)__cluster_map_shared_rank(&cell, 0);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (int round = 0; round < 3; round++) {
        if (rank == 0)
            *zero = round;                       // <- data-race
        if (round == 2 && rank == 1)
            out[0] = *zero;                      // <- data-race
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<2, 1>>>(d);
    return 0;
}
//# a_place_that_blocks_of_a_cluster_use_in_different_rounds_has_no_race
//! por-too
__global__ void __cluster_dims__(4) k(int *out) {
    __shared__ int cell;
    unsigned rank = __clusterRelativeBlockRank();
    int *zero = (int *)__cluster_map_shared_rank(&cell, 0);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (int round = 0; round < 3; round++) {
        if (rank == round)
            *zero = round;
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
        if (rank == 3)
            out[0] = *zero;
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<4, 1>>>(d);
    return 0;
}
//# two_blocks_write_to_a_third_one_from_within_a_library --all-runs
//! por-too
#include <cooperative_groups.h>
__global__ void __cluster_dims__(4) k(int *out) {
    __shared__ int cell;
    auto cluster = cooperative_groups::this_cluster();
    cluster.sync();
    int rank = cluster.block_rank();
    if (rank > 1) *cluster.map_shared_rank(&cell, 0) = rank;  // <- data-race
    cluster.sync();
    if (rank == 0) out[0] = cell;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<4, 1>>>(d);
    return 0;
}
//# a_barrier_of_the_block_is_none_of_the_cluster --all-runs
//! por-too
__global__ void __cluster_dims__(2) k(int *out) {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    mine = rank;                                 // <- data-race
    __syncthreads();
    int *other = (int *)__cluster_map_shared_rank(&mine, 1 - rank);
    if (rank == 0) out[0] = *other;              // <- data-race
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<2, 1>>>(d);
    return 0;
}
//# blocks_of_other_clusters_are_not_ordered
//! por-too long
__device__ int g;
__global__ void __cluster_dims__(2) k() {
    if (blockIdx.x == 2) g = 1;                  // <- data-race
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (blockIdx.x == 1) g = 2;                  // <- data-race
}
int main(void) {
    k<<<4, 1>>>();
    return 0;
}
//# readers_of_the_own_cluster_do_not_stand_for_those_of_others
__device__ int g;
__global__ void __cluster_dims__(2) k(int *out) {
    out[blockIdx.x] = g;                         // <- data-race
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (blockIdx.x == 0) g = 2;                  // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 16);
    k<<<4, 1>>>(d);
    return 0;
}
//# blocks_of_the_cluster_are_ordered_in_global_memory
//! por-too
__device__ int g;
__global__ void __cluster_dims__(2) k() {
    if (blockIdx.x == 0) g = 1;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (blockIdx.x == 1) assert(g == 1);
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# a_relaxed_arrival_orders_nothing
//! por-too
__device__ int g;
__global__ void __cluster_dims__(2) k() {
    if (blockIdx.x == 0) g = 1;                  // <- data-race
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
    if (blockIdx.x == 1) g = 2;                  // <- data-race
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# a_relaxed_arrival_says_that_the_block_has_started
//! por-too
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
    *(int *)__cluster_map_shared_rank(&mine, 1 - rank) = rank;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    assert(mine == 1 - rank);
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# what_comes_between_arrival_and_wait_is_not_ordered
//! por-too
__device__ int g;
__global__ void __cluster_dims__(2) k() {
    __cluster_barrier_arrive();
    if (blockIdx.x == 0) g = 1;                  // <- data-race
    __cluster_barrier_wait();
    if (blockIdx.x == 1) g = 2;                  // <- data-race
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# two_arrivals_without_a_wait
__global__ void __cluster_dims__(2) k() {
    __cluster_barrier_arrive();
    __cluster_barrier_arrive();                  // <- api-misuse
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# a_wait_without_an_arrival
__global__ void __cluster_dims__(2) k() {
    __cluster_barrier_wait();                    // <- api-misuse
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# one_block_does_not_arrive
__global__ void __cluster_dims__(2) k(int *p) {
    if (blockIdx.x == 1) while (atomicAdd(p, 0) == 0) ;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();                    // <- barrier-divergence
    atomicAdd(p, 1);
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    k<<<2, 1>>>(d);
    return 0;
}
//# a_wrong_rank
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    int *other = (int *)__cluster_map_shared_rank(&mine, rank + 1);  // <- api-misuse
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# an_address_outside_of_shared_memory
__device__ int g;
__global__ void __cluster_dims__(2) k() {
    __cluster_map_shared_rank(&g, 0);            // <- api-misuse
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# beyond_the_end_of_the_neighbours_array
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine[4];
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    int *other = (int *)__cluster_map_shared_rank(mine, 0);
    if (blockIdx.x == 1) other[4] = 1;           // <- bounds
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# shared_memory_of_another_cluster_is_out_of_reach
#include <cooperative_groups.h>
__device__ int *kept;
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    if (blockIdx.x == 0) { mine = 1; kept = &mine; __threadfence(); }
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 2) *kept = 1;              // <- memory-space
}
int main(void) {
    cudaLaunchCooperativeKernel((void *)k, 4, 1, NULL, 0, 0);
    return 0;
}
//# the_grid_is_no_multiple_of_the_cluster
__global__ void __cluster_dims__(2) k() { }
int main(void) {
    k<<<3, 1>>>();                               // <- launch-config
    return 0;
}
//# the_cluster_is_too_large
__global__ void __cluster_dims__(16) k() { }
int main(void) {
    k<<<16, 1>>>();                              // <- launch-config
    return 0;
}
//# a_large_cluster_is_asked_for
__global__ void __cluster_dims__(16) k() { }
int main(void) {
    cudaFuncSetAttribute((const void *)k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    k<<<16, 1>>>();
    assert(cudaGetLastError() == cudaSuccess);
    return 0;
}
//# a_device_without_clusters --compute-capability 8.0
__global__ void __cluster_dims__(2) k() { }
int main(void) {
    k<<<2, 1>>>();                               // <- launch-config
    return 0;
}
//# a_device_with_clusters --compute-capability 9.0
__global__ void __cluster_dims__(2) k() { }
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# a_launch_that_fails_says_so --no-check launch-config
//! warns no kernel was launched
__global__ void __cluster_dims__(2) k() { assert(0); }
int main(void) {
    k<<<3, 1>>>();
    assert(cudaGetLastError() == cudaErrorInvalidClusterSize);
    return 0;
}
//# the_size_of_the_grid_is_an_input
__global__ void __cluster_dims__(2) k(int *p) {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    p[blockIdx.x] = 1;                           // <- bounds
}
int main(void) {
    int *d, n = nondet_int();
    __ESBMC_assume(n == 2 || n == 4);
    cudaMalloc((void **)&d, 8);
    k<<<n, 1>>>(d);
    return 0;
}
//# under_a_condition_on_inputs
//! por-too
__global__ void __cluster_dims__(2) k(int n) {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    mine = 0;
    if (n > 3) {
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
        *(int *)__cluster_map_shared_rank(&mine, 1 - rank) = n;
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    assert(mine == 0 || mine > 3);
}
int main(void) {
    k<<<2, 1>>>(nondet_int());
    return 0;
}
//# a_flag_in_global_memory_says_that_a_block_has_started
//! por-too long
__device__ int flag;
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    if (rank == 1) { mine = 5; __threadfence(); atomicExch(&flag, 1); }
    if (rank == 0 && atomicAdd(&flag, 0) == 1) {
        __threadfence();
        assert(*(int *)__cluster_map_shared_rank(&mine, 1) == 5);
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# a_flag_in_shared_memory_keeps_the_block_alive
//! por-too long
__global__ void __cluster_dims__(2) k() {
    __shared__ int data, done;
    unsigned rank = __clusterRelativeBlockRank();
    data = 7; done = 0;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (rank == 0) {
        int seen = *(int *)__cluster_map_shared_rank(&data, 1);
        assert(seen == 7);
        __threadfence();
        *(volatile int *)__cluster_map_shared_rank(&done, 1) = 1;  // <- use-after-free
    } else {
        while (*(volatile int *)&done == 0) ;
        __threadfence();
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# clusters_in_three_dimensions
__global__ void __cluster_dims__(2, 1, 2) k() {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    assert(rank == blockIdx.z * 2 + blockIdx.x % 2);
    mine = blockIdx.x / 2 * 10 + blockIdx.y * 100 + rank;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    int *other = (int *)__cluster_map_shared_rank(&mine, 3 - rank);
    assert(*other == blockIdx.x / 2 * 10 + blockIdx.y * 100 + 3 - rank);
    assert(__cluster_query_shared_rank(other) == 3 - rank && __isClusterShared(other) && !__isCtaShared(other));
    assert(__cluster_query_shared_rank(&mine) == rank && __isCtaShared(&mine));
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    k<<<dim3(4, 2, 2), 1>>>();
    return 0;
}
//# a_block_is_a_cluster_of_its_own
__global__ void k() {
    __shared__ int mine;
    assert(__clusterSizeInBlocks() == 1 && __clusterRelativeBlockRank() == 0);
    if (threadIdx.x == 0) mine = 3;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    assert(*(int *)__cluster_map_shared_rank(&mine, 0) == 3);
}
int main(void) {
    k<<<3, 2>>>();
    return 0;
}
//# two_threads_of_a_launch --two-threads
//! expect UNKNOWN
//! because run as a whole
__global__ void __cluster_dims__(2) k() { }
int main(void) {
    k<<<2, 2>>>();
    return 0;
}
//# some_threads_wait_for_the_cluster_and_some_for_their_block
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2) k() {
    if (threadIdx.x == 0)
        cooperative_groups::this_cluster().sync();       // <- barrier-divergence
    else
        __syncthreads();                                 // <- barrier-divergence
}
int main(void) {
    k<<<2, 2>>>();
    return 0;
}
//# one_block_leaves_before_the_barrier_of_all
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2) k() {
    if (blockIdx.x == 1) return;
    cooperative_groups::this_cluster().sync();           // <- barrier-divergence
}
int main(void) {
    k<<<4, 2>>>();
    return 0;
}
//# the_other_cluster_need_not_come
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2) k() {
    if (blockIdx.x / 2 == 1) return;
    cooperative_groups::this_cluster().sync();
    __syncthreads();
    cooperative_groups::this_cluster().sync();
}
int main(void) {
    k<<<4, 2>>>();
    return 0;
}
//# dynamic_shared_memory_of_another_block
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2) k() {
    extern __shared__ int s[];
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x] = blockIdx.x;
    cluster.sync();
    assert(s[threadIdx.x] == 1 - blockIdx.x);
    cluster.map_shared_rank(s, 0)[2] = 0;                // <- bounds
    cluster.sync();
}
int main(void) {
    k<<<2, 2, 8>>>();
    return 0;
}
//# a_captured_launch_has_its_clusters
__global__ void __cluster_dims__(2) k(int *out) { out[blockIdx.x] = __clusterSizeInBlocks(); }
int main(void) {
    int *d, h[2];
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaMalloc((void **)&d, 8);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    k<<<2, 1, 0, s>>>(d);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    assert(h[0] == 2 && h[1] == 2);
    return 0;
}
//# the_block_may_have_exited_and_that_is_not_checked --no-check use-after-free
__global__ void __cluster_dims__(2) k(int *out) {
    __shared__ int mine;
    unsigned rank = __clusterRelativeBlockRank();
    mine = 4;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    out[rank] = *(int *)__cluster_map_shared_rank(&mine, 1 - rank);
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8);
    k<<<2, 1>>>(d);
    return 0;
}
//# the_block_may_not_have_started_and_that_is_not_checked --no-check memory-space
//! warns
__global__ void __cluster_dims__(2) k() {
    __shared__ int mine;
    if (blockIdx.x == 0) *(int *)__cluster_map_shared_rank(&mine, 1) = 1;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_blocks_of_a_cluster_meet_and_reach_each_other(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


WITH = """#include <cooperative_groups.h>
{kernel}
int main() {{
    k<<<2, 1>>>();
    return cudaDeviceSynchronize();
}}
"""


@pytest.mark.parametrize(
    ("kernel", "construct"),
    [
        ("__global__ void __cluster_dims__(2) k() { __threadfence_cluster(); }", "memory fences of a cluster"),
        (
            'template <class T> __device__ void f() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }\n'
            "__global__ void __cluster_dims__(2) k() { f<int>(); }",
            "the scope of a cluster",
        ),
        (
            "__global__ void __cluster_dims__(2) k() { auto c = cooperative_groups::this_cluster();"
            " if (blockIdx.x) c.sync(); else { c.barrier_arrive(); c.barrier_wait(); } }",
            "in one step and in two",
        ),
        (
            "__global__ void __cluster_dims__(2) k() { if (blockIdx.x) return;"
            " __cluster_barrier_arrive(); __cluster_barrier_wait(); }",
            "end before others wait",
        ),
    ],
)
def test_what_is_not_modelled_is_refused(kernel: str, construct: str) -> None:
    with pytest.raises(UnsupportedError, match=construct):
        verify(WITH.format(kernel=kernel), frontend="clang")


@pytest.mark.parametrize("kernel", ['__global__ void k() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }'])
def test_the_scope_of_a_cluster_of_one_block_is_that_of_the_block(kernel: str) -> None:
    assert verify(WITH.format(kernel=kernel), frontend="clang").verdict is Verdict.SUCCESSFUL
