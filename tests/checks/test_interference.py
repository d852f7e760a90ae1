"""What one thread can do between two steps of another: every visible step is a decision, and no wake-up is lost."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# a-byte-of-a-word-can-be-read-before-the-word-is-written --no-check data-race
//! por-too
#include <cassert>
__device__ volatile int word;
__global__ void k() {
    if (threadIdx.x == 0) word = 0x01010101;
    else assert(((volatile char *)&word)[2] == 1);  // <- assertion
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# a-word-can-be-read-between-two-writes-of-its-bytes --no-check data-race
//! por-too
#include <cassert>
__device__ volatile int word;
__global__ void k() {
    volatile short *half = (volatile short *)&word;
    if (threadIdx.x == 0) { half[0] = 1; half[1] = 1; }
    else assert(word != 1);  // <- assertion
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# the-second-member-of-a-copied-struct-can-be-written-before-the-copy --no-check data-race
//! por-too
#include <cassert>
struct pair { int a, b; };
__device__ pair source, target;
__global__ void k() {
    if (threadIdx.x == 0) target = source;
    else { source.b = 1; assert(target.b == 0); }  // <- assertion
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# memcpy-in-a-kernel-is-a-step-like-any-other --no-check data-race
//! por-too
#include <cassert>
#include <cstring>
__device__ int source, target;
__global__ void k() {
    if (threadIdx.x == 0) memcpy(&target, &source, 4);
    else { source = 1; assert(target == 0); }  // <- assertion
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# memset-in-a-kernel-is-a-step-like-any-other --no-check data-race
//! por-too
#include <cassert>
#include <cstring>
__device__ int target = 7;
__global__ void k() {
    if (threadIdx.x == 0) memset(&target, 0, 4);
    else assert(target == 7);  // <- assertion
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# a-copy-of-a-size-that-depends-on-inputs-races-like-any-other
//! por-too
#include <cstring>
int nondet_int();
__device__ int source[2], target[2];
__global__ void k(int n) {
    if (threadIdx.x == 0) memcpy(target, source, n);  // <- data-race
    else target[1] = 1;  // <- data-race
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 8);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
}

//# a-copy-whose-size-stays-below-an-element-does-not-race-for-it
//! por-too
#include <cstring>
int nondet_int();
__device__ int source[2], target[2];
__global__ void k(int n) {
    if (threadIdx.x == 0) memcpy(target, source, n);
    else target[1] = 1;
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
}

//# a-flag-that-is-read-before-an-inner-loop-wakes-the-outer-one
//! por-too
__device__ volatile int flag, a[2];
__global__ void k() {
    if (threadIdx.x == 0) {
        int last = 0;
        while (true) {
            if (flag) break;
            for (int i = 0; i < 2; i++) last = a[i];
        }
        (void)last;
    } else flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# a-flag-that-a-function-reads-wakes-the-loop-that-calls-it
//! por-too
__device__ volatile int flag, other;
__device__ int get() { return flag; }
__global__ void k() {
    if (threadIdx.x == 0) {
        while (true) { int last = other; if (get()) break; (void)last; }
    } else flag = 1;
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }

//# a-flag-that-is-set-in-the-middle-of-an-iteration-wakes-the-loop
//! por-too
__device__ volatile int first, second;
__global__ void k() {
    if (threadIdx.x == 0) {
        int a, b;
        do { a = first; b = second; } while (!a || !b);
    } else if (threadIdx.x == 1) first = 1;
    else second = 1;
}
int main() { k<<<1, 3>>>(); cudaDeviceSynchronize(); }

//# a-flag-at-an-index-that-depends-on-inputs-wakes-the-loop
//! por-too
int nondet_int();
__device__ volatile int flag[2], other;
__global__ void k(int n) {
    if (threadIdx.x == 0) { int last; do { last = other; } while (!flag[n]); (void)last; }
    else { flag[0] = 1; flag[1] = 1; }
}
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n < 2);
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_interference(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
