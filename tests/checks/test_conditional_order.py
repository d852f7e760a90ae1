"""What orders threads only for some inputs: barriers, fences, atomics and waits under conditions."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# a-barrier-under-a-condition-orders-nothing-where-it-does-not-hold
//! por-too
__device__ int x;
__global__ void k(int c) {
    if (threadIdx.x == 0) x = 1;  // <- data-race
    if (c) __syncthreads();
    if (threadIdx.x == 1) { int r = x; (void)r; }  // <- data-race
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# a-barrier-under-a-condition-orders-what-is-under-it-too
//! por-too
__device__ int x;
__global__ void k(int c) {
    if (c) {
        if (threadIdx.x == 0) x = 1;
        __syncthreads();
        if (threadIdx.x == 1) x = 2;
    }
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# barriers-in-a-loop-over-an-input-order-its-iterations
//! por-too
__device__ int x;
__global__ void k(int n) {
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == i % 2) x = x + 1;
        __syncthreads();
    }
    assert(x == n);
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 3);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# the-other-side-of-a-barrier-does-not-wait-for-it
//! por-too
__device__ int x;
__global__ void k(int c) {
    if (threadIdx.x == 0) {
        if (c) __syncthreads();
        else atomicExch(&x, 1);
    } else {
        int r = atomicAdd(&x, 0);
        assert(r == 0);  // <- assertion
    }
}
int main() {
    int c = nondet_int();
    __VERIFIER_assume(c == 0);
    k<<<1, 2>>>(c);
    cudaDeviceSynchronize();
    return 0;
}

//# the-other-side-of-a-wait-does-not-wait
//! por-too
__device__ int x;
__device__ volatile int flag;
__global__ void k(int c) {
    if (threadIdx.x == 0) {
        if (c) while (!flag);
        else atomicExch(&x, 1);
    } else {
        int r = atomicAdd(&x, 0);
        assert(r == 0);  // <- assertion
        flag = 1;
    }
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# a-fence-under-a-condition-does-not-order-where-it-does-not-hold
//! por-too
__device__ int x;
__device__ volatile int flag;
__global__ void k(int c) {
    if (threadIdx.x == 0) {
        x = 1;  // <- data-race
        if (c) __threadfence();
        flag = 1;
    } else if (flag) {
        __threadfence();
        int r = x;  // <- data-race
        (void)r;
    }
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# an-acquiring-fence-under-a-condition-does-not-order-where-it-does-not-hold
//! por-too
__device__ int x;
__device__ volatile int flag;
__global__ void k(int c) {
    if (threadIdx.x == 0) {
        x = 1;  // <- data-race
        __threadfence();
        flag = 1;
    } else if (flag) {
        if (c) __threadfence();
        int r = x;  // <- data-race
        (void)r;
    }
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# a-flag-under-a-condition-orders-where-it-is-seen
//! por-too
__device__ int x, flag;
__global__ void k(int c) {
    if (threadIdx.x == 0) {
        x = 1;
        __threadfence();
        if (c) atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0)) {
        __threadfence();
        assert(x == 1);
    }
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# a-flag-at-an-index-that-depends-on-inputs-orders
//! por-too
__device__ int x;
__device__ volatile int flag[2];
__global__ void k(int n) {
    if (threadIdx.x == 0) { x = 1; __threadfence(); flag[n] = 1; }
    else if (flag[n] == 1) { __threadfence(); assert(x == 1); }
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n < 2);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# a-flag-at-another-index-orders-nothing
//! por-too
__device__ int x;
__device__ volatile int flag[2];
__global__ void k(int n) {
    if (threadIdx.x == 0) { x = 1; __threadfence(); flag[n] = 1; }  // <- data-race
    else if (flag[0] == 0) { __threadfence(); int r = x; (void)r; }  // <- data-race
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n < 2);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# a-failed-compare-and-swap-releases-nothing
//! por-too
__device__ int x, flag;
__global__ void k() {
    if (threadIdx.x == 0) {
        x = 1;  // <- data-race
        __threadfence();
        atomicCAS(&flag, 5, 1);
    } else {
        atomicAdd(&flag, 0);
        __threadfence();
        int r = x;  // <- data-race
        (void)r;
    }
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); return 0; }

//# a-fence-for-the-block-does-not-take-back-one-for-the-device
//! por-too
__device__ int x, flag;
__global__ void k() {
    if (blockIdx.x == 0) {
        x = 1;
        __threadfence();
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0)) {
        __threadfence();
        assert(x == 1);
    }
}
int main() { k<<<2, 1>>>(); cudaDeviceSynchronize(); return 0; }

//# values-that-are-equal-for-some-inputs-race-for-the-others --allow-same-value-races
//! por-too
__device__ int x;
__global__ void k(int n) {
    if (threadIdx.x == 0) x = n;  // <- data-race
    else x = 3;  // <- data-race
}
int main() { k<<<1, 2>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }

//# values-that-inputs-make-equal-do-not-race --allow-same-value-races
//! por-too
__device__ int x, a[2];
__global__ void k(int n) {
    if (threadIdx.x == 0) { x = n; a[n - 2] = n; }
    else { x = 3; a[n - 2] = 3; }
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n > 2 && n < 4);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# equal-values-of-different-bytes-race --allow-same-value-races
//! por-too
__device__ int x;
__global__ void k() {
    if (threadIdx.x == 0) x = 1;  // <- data-race
    else ((char *)&x)[1] = 1;  // <- data-race
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); return 0; }

//# equal-bytes-of-writes-of-different-sizes-do-not-race --allow-same-value-races
//! por-too
__device__ int x, a[4];
__global__ void k(unsigned n) {
    if (threadIdx.x == 0) { x = 0x01020304; a[n % 2] = 0; }
    else { ((short *)&x)[1] = 0x0102; ((char *)a)[n % 8] = 0; }
}
int main() { k<<<1, 2>>>(nondet_uint()); cudaDeviceSynchronize(); return 0; }

//# some-bytes-of-writes-of-different-sizes-race --allow-same-value-races
//! por-too
__device__ int a[4];
__global__ void k(unsigned n) {
    if (threadIdx.x == 0) a[n % 2] = 0x100;  // <- data-race
    else ((char *)a)[n % 8] = 0;  // <- data-race
}
int main() { k<<<1, 2>>>(nondet_uint()); cudaDeviceSynchronize(); return 0; }

//# where-writes-never-meet-their-values-do-not-matter --allow-same-value-races
__global__ void k(float *a, unsigned n, float x) {
    unsigned i = threadIdx.x * (n | 1);
    a[i & 7] = x / (float)(i + 1) + x * (float)threadIdx.x;
}
int main() {
    float *a;
    cudaMalloc((void **)&a, 8 * sizeof *a);
    k<<<1, 8>>>(a, nondet_uint(), nondet_float());
    cudaDeviceSynchronize();
    return 0;
}

//# minima-of-signed-and-unsigned-words-do-not-commute
//! por-too
__device__ int x = 7;
__global__ void k() {
    if (threadIdx.x == 0) atomicMin(&x, -1);
    else if (threadIdx.x == 1) atomicMin((unsigned *)&x, 3u);
}
int main() {
    int h;
    k<<<1, 2>>>();
    cudaMemcpyFromSymbol(&h, x, sizeof h);
    assert(h == 3);  // <- assertion
    return 0;
}

//# a-deadlock-of-a-launch-under-a-condition-is-one-where-it-holds
//! por-too
__device__ volatile int flag;
__global__ void k() { while (!flag); }  // <- deadlock
int main() {
    if (nondet_int()) k<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}

//# a-thread-that-does-not-exist-for-some-inputs-holds-up-no-barrier --all-runs
//! por-too
__global__ void k() {
    if (threadIdx.x == 2) return;
    __syncthreads();  // <- barrier-divergence
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 3);
    k<<<1, n>>>();
    cudaDeviceSynchronize();
    assert(n != 2);  // <- assertion
    return 0;
}

//# a-thread-that-does-not-exist-meets-nobody-at-another-barrier
//! por-too
__global__ void k(int n) {
    if (n == 2) __syncthreads();
    __syncthreads();
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 3);
    k<<<1, n>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# a-thread-that-does-not-exist-holds-up-no-warp
//! por-too
__global__ void k(int n) {
    if (n == 2) __syncthreads();
    __syncwarp();
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 3);
    if (nondet_int()) k<<<1, n>>>(n);
    cudaDeviceSynchronize();
    return 0;
}

//# a-thread-that-ends-lets-every-group-of-its-warp-go-on
//! por-too
__global__ void k() {
    if (threadIdx.x == 0) return;
    if (threadIdx.x == 1) __syncwarp(0x3);
    if (threadIdx.x == 2) __syncwarp(0x5);
}
int main() { k<<<1, 3>>>(); cudaDeviceSynchronize(); return 0; }

//# a-lane-that-does-not-exist-casts-no-vote --all-runs
//! por-too
__global__ void k(int n) {
    unsigned votes = __ballot_sync(0xffffffff, 1);
    assert(votes == (1u << n) - 1);
    assert(votes != 3);  // <- assertion
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 3);
    k<<<1, n>>>(n);
    cudaDeviceSynchronize();
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_order_under_conditions(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
