"""Threads that wait and count their rounds: they wait as others do, and the count is arbitrary."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# count_that_nobody_uses
//! por-too
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag == 0) n++;
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# any_count_is_possible
//! por-too
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag == 0) n++;
        assert(n != 1234567);                 // <- assertion
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# counts_keep_their_steps
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        unsigned n = 0, down = 7;
        long twice = 0;
        while (flag == 0) { n++; twice += 2; down = down - 3; }
        assert((unsigned)twice == 2 * n && down == 7 - 3 * n);
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# the_count_of_a_lock
__device__ int lock, sum;
__global__ void k(int *rounds) {
    int n = 0;
    while (atomicCAS(&lock, 0, 1) != 0) n++;
    __threadfence();
    sum++;
    __threadfence();
    atomicExch(&lock, 0);
    rounds[threadIdx.x] = n;
}
int main() {
    int h[2], s, *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&s, sum, sizeof s);
    assert(s == 2);
    assert(h[0] == 0 || h[1] == 0);
    assert(h[1] < 100);                       // <- assertion
}
//# what_is_not_counted_evenly_is_bounded
//! expect UNKNOWN
//! because changes 'n' while it waits
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        unsigned n = 1;
        while (flag == 0) n = 3 * n + 1;
        assert(n != 0);
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# what_is_not_counted_evenly_and_not_used
__device__ volatile int flag;
__global__ void k(float *out) {
    if (threadIdx.x == 0) {
        float f = 1;
        unsigned n = 1;
        while (flag == 0) { n = 3 * n + 1; f = f * 1.5f; }
        n = 2;
        for (f = 0; n < 4; n++) f += 1;
        *out = f;
    } else
        flag = 1;
}
int main() {
    float *d;
    cudaMalloc(&d, sizeof *d);
    k<<<1, 2>>>(d);
    cudaDeviceSynchronize();
}
//# a_signed_count_does_not_overflow
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 5, down = -3, twice = 0;
        while (flag == 0) { n++; down -= 2; twice += 2; }
        assert(n >= 5 && down <= -3 && twice >= 0);
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# an_unsigned_count_may_overflow
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        unsigned n = 5;
        while (flag == 0) n++;
        assert(n >= 5);                       // <- assertion
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# counts_that_are_not_all_even_are_those_of_one_round
//! expect UNKNOWN
//! because changes
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 3, m = 0;
        while (flag == 0) { n += 3; m = n; }
        assert(n == m || m == 0);
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# overflow_of_the_count_is_not_excluded --check signed-overflow
//! expect UNKNOWN
//! because computes something to be checked
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag == 0) n++;
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# a_count_that_ends_the_wait_is_no_wait
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag == 0 && n < 3) n++;
        assert(n <= 3);
        assert(n < 3);                        // <- assertion
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# a_count_that_is_an_index_is_no_wait --unwind 5
//! expect UNKNOWN
//! because cut off
__device__ volatile int flag[64];
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag[n % 64] == 0) n++;
    } else
        flag[63] = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# all_wait_and_count
__device__ volatile int a, b;
__global__ void k() {
    int n = 0;
    volatile int *mine = threadIdx.x ? &a : &b, *other = threadIdx.x ? &b : &a;
    while (*mine == 0) n++;                   // <- deadlock
    *other = n;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# a_kernel_that_counts_for_ever
__global__ void k(int *out) {
    unsigned n = 0;
    for (;;) n++;                             // <- deadlock
    *out = n;
}
int main() { int *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); }
//# a_host_that_counts_for_ever
//! expect UNKNOWN
//! because never ends
__global__ void k() {}
int main() {
    unsigned n = 0;
    k<<<1, 1>>>();
    while (1) { n += 3; n ^= 5; }
}
//# the_host_counts_while_a_kernel_runs
__managed__ volatile int flag;
__global__ void k() { flag = 1; }
int main() {
    unsigned n = 0;
    k<<<1, 1>>>();
    while (flag == 0) n++;
    cudaDeviceSynchronize();
    assert(n != 77);                          // <- assertion
}
//# two_waits_with_one_count
__device__ volatile int flag, go;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0;
        while (flag == 0) n++;
        go = 1;
        while (flag == 1) n += 2;
        assert(n >= 0 || n < 0);
        assert(n != 11);                      // <- assertion
    } else {
        flag = 1;
        while (go == 0) ;
        flag = 2;
    }
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
//# inputs_behind_a_wait_are_found_in_the_replay
__device__ volatile int flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        int n = 0, x = nondet_int();
        while (flag == 0) n++;
        int y = nondet_int();
        assert(!(x == 5 && y == 6 && n == 9)); // <- assertion
    } else
        flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_program(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
