"""Barriers that not all threads of a block reach, or not the same one."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# under_thread_zero
//! por-too
__global__ void k() {
    if (threadIdx.x == 0) __syncthreads();    // <- barrier-divergence
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# under_a_uniform_condition
__global__ void k(int n) {
    if (n > 3) __syncthreads();
    if (blockIdx.x == 0) __syncthreads();
}
int main(void) {
    k<<<2, 4>>>(5);
    return 0;
}
//# one_thread_only
__global__ void k() { if (threadIdx.x == 0) __syncthreads(); }
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# after_early_return
__global__ void k(int n) {
    if (threadIdx.x >= n) return;
    __syncthreads();                          // <- barrier-divergence
}
int main(void) {
    k<<<1, 4>>>(3);
    return 0;
}
//# after_early_return_of_all
__global__ void k(int n) {
    if (blockIdx.x * blockDim.x >= n) return;
    __syncthreads();
}
int main(void) {
    k<<<2, 4>>>(4);
    return 0;
}
//# different_trip_counts
__global__ void k() {
    for (int i = 0; i <= threadIdx.x; i++)
        __syncthreads();                      // <- barrier-divergence
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# same_trip_counts
__global__ void k() {
    for (int i = threadIdx.x; i < 4 + threadIdx.x; i++) __syncthreads();
}
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# two_barriers_in_two_branches
__global__ void k() {
    if (threadIdx.x < 2)
        __syncthreads();                      // <- barrier-divergence
    else
        __syncthreads();                      // <- barrier-divergence
}
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# barrier_in_a_called_function
__device__ void meet() { __syncthreads(); }   // <- barrier-divergence
__global__ void k() { if (threadIdx.x % 2 == 0) meet(); }
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# one_function_called_twice
__device__ void meet() { __syncthreads(); }
__global__ void k() { meet(); meet(); }
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# symbolic_uniform_condition
//! por-too
__global__ void k(int c) { if (c) __syncthreads(); }
int main(void) {
    k<<<1, 4>>>(nondet_int());
    return 0;
}
//# symbolic_condition_of_the_thread
__global__ void k(int c) {
    if (threadIdx.x < c) __syncthreads();     // <- barrier-divergence
}
int main(void) {
    k<<<1, 4>>>(nondet_int());
    return 0;
}
//# symbolic_condition_that_holds_for_all
//! por-too
__global__ void k(int c) { if (threadIdx.x < c) __syncthreads(); }
int main(void) {
    int c = nondet_int();
    __ESBMC_assume(c >= 4);
    k<<<1, 4>>>(c);
    return 0;
}
//# symbolic_data_of_each_thread
__global__ void k(int *a) {
    if (a[threadIdx.x] > 0) __syncthreads();  // <- barrier-divergence
}
int main(void) {
    int h[2] = {nondet_int(), nondet_int()}, *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 2>>>(d);
    return 0;
}
//# symbolic_early_return
__global__ void k(int n) {
    if (threadIdx.x >= n) return;
    __syncthreads();                          // <- barrier-divergence
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n == 2 || n == 4);
    k<<<1, 4>>>(n);
    return 0;
}
//# symbolic_early_return_of_all
//! por-too
__global__ void k(int *a, int n) {
    if (n < 0) return;
    a[threadIdx.x] = 1;
    __syncthreads();
    a[3 - threadIdx.x] = 2;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d, nondet_int());
    return 0;
}
//# symbolic_trip_count
//! por-too
__global__ void k(int n) { for (int i = 0; i < n; i++) __syncthreads(); }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n <= 3);
    k<<<1, 2>>>(n);
    return 0;
}
//# symbolic_trip_count_of_one_thread
__global__ void k(int n) {
    for (int i = 0; i < n + threadIdx.x; i++)
        __syncthreads();                      // <- barrier-divergence
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(0 <= n && n <= 2);
    k<<<1, 2>>>(n);
    return 0;
}
//# barrier_on_both_sides_of_a_symbolic_branch
//! por-too
__global__ void k(int *a, int c) {
    if (c) {
        a[threadIdx.x] = 1;
        __syncthreads();
        a[1 - threadIdx.x] = 2;
    } else {
        __syncthreads();
    }
    __syncthreads();
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d, nondet_int());
    return 0;
}
//# barriers_of_two_branches_chosen_by_the_input
__global__ void k(int c) {
    if (threadIdx.x == c)
        __syncthreads();                      // <- barrier-divergence
    else
        __syncthreads();                      // <- barrier-divergence
}
int main(void) {
    k<<<1, 2>>>(nondet_int());
    return 0;
}
//# one_block_diverges
__global__ void k() {
    if (blockIdx.x == 1 && threadIdx.x == 1) return;
    __syncthreads();                          // <- barrier-divergence
}
int main(void) {
    k<<<2, 2>>>();
    return 0;
}
//# break_before_the_barrier
__global__ void k() {
    for (int i = 0; i < 3; i++) {
        if (i == 1 && threadIdx.x == 2) break;
        __syncthreads();                      // <- barrier-divergence
    }
}
int main(void) {
    k<<<1, 3>>>();
    return 0;
}
//# barrier_in_a_switch
__global__ void k() {
    switch (threadIdx.x) {
    case 0: __syncthreads(); break;           // <- barrier-divergence
    default: break;
    }
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# count_of_votes
__global__ void k(int *out) {
    int n = __syncthreads_count(threadIdx.x % 2);
    if (threadIdx.x == 0) *out = n;
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 6>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 3);
    return 0;
}
//# count_meets_plain_barrier
__global__ void k() {
    if (threadIdx.x == 0) __syncthreads_count(1);    // <- barrier-divergence
    else __syncthreads();                             // <- barrier-divergence
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# vote_decides_a_loop
__global__ void k(int *a) {
    int left = threadIdx.x;
    while (__syncthreads_or(left > 0)) {
        a[threadIdx.x]++;
        left--;
    }
}
int main(void) {
    int h[4] = {0}, *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 3);
    return 0;
}
//# warp_barrier_waits_for_a_lane_at_the_barrier_of_the_block
__global__ void k() {
    if (threadIdx.x == 0) __syncwarp(0x3);    // <- barrier-divergence
    __syncthreads();                          // <- barrier-divergence
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# warp_barrier_does_not_wait_for_lanes_that_have_left
__global__ void k() {
    if (threadIdx.x == 1) return;
    __syncwarp(0x3);
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# two_dimensional_block
__global__ void k() {
    if (threadIdx.y == 0)
        __syncthreads();                      // <- barrier-divergence
}
int main(void) {
    k<<<1, dim3(2, 2)>>>();
    return 0;
}
//# the_loop_ends_at_the_size_of_the_data
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        a[i] = i;
        __syncthreads();                      // <- barrier-divergence
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 6 * sizeof(int));
    k<<<1, 4>>>(d, 6);
    return 0;
}
//# thread_that_breaks_something_wherever_it_exists --all-runs
__device__ int g[1];
__global__ void k() {
    int x = g[threadIdx.x];  // <- bounds
    __syncthreads();
    assert(x == 1);          // <- assertion
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n == 1 || n == 2);
    k<<<1, n>>>();
    return 0;
}
//# thread_of_a_warp_that_breaks_something_wherever_it_exists --all-runs
__device__ int g[1];
__global__ void k() {
    int x = g[threadIdx.x];  // <- bounds
    __syncwarp();
    assert(x == 1);          // <- assertion
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n == 1 || n == 2);
    k<<<1, n>>>();
    return 0;
}
//# thread_of_a_grid_that_breaks_something_wherever_it_exists --all-runs
#include <cooperative_groups.h>
__device__ int g[1];
__global__ void k() {
    int x = g[blockIdx.x];   // <- bounds
    cooperative_groups::this_grid().sync();
    assert(x == 1);          // <- assertion
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n == 1 || n == 2);
    cudaLaunchCooperativeKernel((void *)k, n, 1, NULL, 0, 0);
    return 0;
}
//# the_check_can_be_switched_off --no-check barrier-divergence
__global__ void k() { if (threadIdx.x == 0) __syncthreads(); }
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_all_threads_of_a_block_reach_the_same_barriers(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
