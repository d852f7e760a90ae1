"""Warps: who has to come to a collective call, threads that come together, lockstep, and named barriers."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# different_calls
__global__ void k() {
    if (threadIdx.x < 4) __shfl_sync(0xff, 1, 0);      // <- barrier-divergence
    else __ballot_sync(0xff, 1);                       // <- barrier-divergence
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# different_masks_of_one_call
__global__ void k() {
    if (threadIdx.x < 4) __any_sync(0xff, 1);          // <- barrier-divergence
    else __any_sync(0xf1, 1);                          // <- barrier-divergence
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# the_same_call_in_two_branches
__global__ void k() {
    int v;
    if (threadIdx.x < 4) v = __shfl_xor_sync(0xff, (int)threadIdx.x, 4);
    else v = __shfl_xor_sync(0xff, (int)threadIdx.x, 4);
    assert(v == (threadIdx.x ^ 4));
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# values_of_two_types
__global__ void k() {
    if (threadIdx.x < 4) __shfl_sync(0xff, 1, 0);      // <- barrier-divergence
    else __shfl_sync(0xff, 1.0f, 0);                   // <- barrier-divergence
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# types_that_differ_in_the_sign_alone_and_a_width_that_is_given
__global__ void k() {
    int v;
    if (threadIdx.x < 4) v = __shfl_sync(0xff, 7, 0);
    else v = __shfl_sync(0xff, 8u, 0, 32);
    assert(v == 7);
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# functions_of_one_shape_behind_a_pointer_do_not_come_together
__device__ unsigned f() { return __activemask(); }
__device__ unsigned g() { return __activemask(); }
__global__ void k() {
    unsigned (*which)() = threadIdx.x < 2 ? f : g;
    unsigned mask = which();
    assert(mask == (threadIdx.x < 2 ? 3u : 12u));
}
int main(void) { k<<<1, 4>>>(); return 0; }
//# a_lane_comes_later
__global__ void k() {
    if (threadIdx.x == 0) __syncwarp(3);
    else { __syncwarp(2); __syncwarp(3); }
}
int main(void) { k<<<1, 2>>>(); return 0; }
//# a_lane_spins_for_the_one_that_waits_for_it
__device__ int flag;
__global__ void k() {
    if (threadIdx.x == 0) { __syncwarp(3); atomicExch(&flag, 1); }   // <- deadlock
    else while (atomicAdd(&flag, 0) == 0) { }                        // <- deadlock
}
int main(void) { k<<<1, 2>>>(); return 0; }
//# reduction_of_part_of_a_warp
__global__ void k(int *out) {
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);       // <- api-misuse
    if (threadIdx.x == 0) *out = v;
}
int main(void) { int *d; cudaMalloc(&d, 4); k<<<1, 20>>>(d); return 0; }
//# reduction_of_part_of_a_warp_corrected
__global__ void k(int *out) {
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_sync(0xfffff, v, threadIdx.x + d < 20 ? threadIdx.x + d : threadIdx.x);
        if (threadIdx.x + d < 20) v += other;
    }
    if (threadIdx.x == 0) *out = v;
    assert(threadIdx.x || v == 190);
}
int main(void) { int *d; cudaMalloc(&d, 4); k<<<1, 20>>>(d); return 0; }
//# lane_that_depends_on_an_input
__global__ void k(int from) {
    __shfl_sync(0xff, 1, from);                        // <- api-misuse
}
int main(void) { int from = nondet_int(); __ESBMC_assume(from >= 0 && from <= 8); k<<<1, 8>>>(from); return 0; }
//# lane_that_depends_on_an_input_and_is_there
__global__ void k(int from) {
    assert(__shfl_sync(0xff, (int)threadIdx.x, from) == from);
}
int main(void) { int from = nondet_int(); __ESBMC_assume(from >= 0 && from < 8); k<<<1, 8>>>(from); return 0; }
//# branch_on_an_input_inside_of_a_warp
__global__ void k(int n) {
    if (threadIdx.x < n) assert(__ballot(1) == (1u << n) - 1);
}
int main(void) { int n = nondet_int(); __ESBMC_assume(n >= 1 && n <= 3); k<<<1, 4>>>(n); return 0; }
//# tickets_of_those_that_take_a_branch
__device__ int count;
__global__ void k(int *out) {
    if (threadIdx.x % 2) {
        unsigned mask = __activemask(), lane = threadIdx.x % 32;
        int first = 0, leader = __ffs(mask) - 1;
        if (lane == leader) first = atomicAdd(&count, __popc(mask));
        first = __shfl_sync(mask, first, leader);
        out[first + __popc(mask & ((1u << lane) - 1))] = 1;
    }
}
int main(void) {
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    k<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] + h[1] + h[2] + h[3] == 4);
    cudaFree(d);
    return 0;
}
//# volatile_reduction_without_lockstep --no-check uninitialised-use
__global__ void k() {
    __shared__ volatile int s[16];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 8] = t + 8;
    for (int d = 8; d > 0; d /= 2) if (t < d) s[t] += s[t + d];
    assert(t || s[0] == 120);                          // <- assertion
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# volatile_reduction_in_lockstep --warp-sync 32
__global__ void k() {
    __shared__ volatile int s[16];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 8] = t + 8;
    for (int d = 8; d > 0; d /= 2) if (t < d) s[t] += s[t + d];
    assert(t || s[0] == 120);
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# plain_reduction_in_lockstep --warp-sync 8
__global__ void k() {
    __shared__ int s[32];
    int t = threadIdx.x, warp = t / 8 * 16, lane = t % 8;
    s[warp + lane] = 1;
    s[warp + lane + 8] = 2;
    for (int d = 8; d > 0; d /= 2) if (lane < d) s[warp + lane] += s[warp + lane + d];
    __syncthreads();
    assert(s[0] + s[16] == 48);
}
int main(void) { k<<<1, 16>>>(); return 0; }
//# lockstep_warps_too_small --warp-sync 4
__global__ void k() {
    __shared__ int s[8];
    s[threadIdx.x] = threadIdx.x;                      // <- data-race
    assert(s[7 - threadIdx.x] >= 0 || 1);              // <- data-race
}
int main(void) { k<<<1, 8>>>(); return 0; }
//# one_instruction_is_not_ordered_with_itself --warp-sync 32
__global__ void k() {
    __shared__ int s;
    s = threadIdx.x;                                   // <- data-race
}
int main(void) { k<<<1, 2>>>(); return 0; }
//# sides_of_a_branch_are_not_ordered --warp-sync 32
__global__ void k() {
    __shared__ int s;
    if (threadIdx.x == 0) s = 1;                       // <- data-race
    else s = 2;                                        // <- data-race
}
int main(void) { k<<<1, 2>>>(); return 0; }
//# rounds_of_a_loop_in_lockstep --warp-sync 32
__global__ void k() {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < 3; i++) {
        int next = s[(t + 1) % 4];
        if (i > t) continue;
        s[t] = next;
    }
    assert(t || s[0] == 1);
}
int main(void) { k<<<1, 4>>>(); return 0; }
//# spin_lock_in_lockstep --warp-sync 32
__device__ int lock, x;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1)) ;
    __threadfence();
    x = x + 1;
    __threadfence();
    atomicExch(&lock, 0);
}
int main(void) {
    k<<<1, 2>>>();
    int h;
    cudaMemcpyFromSymbol(&h, x, 4);
    assert(h == 2);
    return 0;
}
//# lock_that_nobody_releases_in_lockstep --warp-sync 32
__device__ int lock;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1)) ;                   // <- deadlock
}
int main(void) { k<<<1, 2>>>(); return 0; }
//# lockstep_does_not_reach_other_blocks --warp-sync 32
__device__ int x;
__global__ void k() {
    x = blockIdx.x;                                    // <- data-race
}
int main(void) { k<<<2, 1>>>(); return 0; }
//# a_named_barrier_orders_those_that_meet_there_alone
__device__ int x;
__device__ volatile int flag;
__global__ void k(int *out) {
    int warp = threadIdx.x / 32;
    if (warp == 0 || threadIdx.x == 64) out[threadIdx.x] = x;  // <- data-race
    if (threadIdx.x == 64) flag = 1;
    if (warp != 2) __barrier_sync_count(1, 64);
    if (threadIdx.x == 32) {
        while (flag == 0) {}
        x = 1;                                                  // <- data-race
    }
}
int main() {
    int *out;
    cudaMalloc(&out, 96 * sizeof(int));
    k<<<1, 96>>>(out);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_what_threads_of_a_warp_do_together(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_what_threads_of_a_warp_do_together_through_clang(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--frontend", "clang"))
