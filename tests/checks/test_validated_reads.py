"""Plain reads of what atomics change: those that only a compare-and-swap on the same address takes up are not races."""

import re
from pathlib import Path

import pytest

from cudabmc import Options, verify
from tests.checks.program_cases import Case, cases, check, run

MAIN = """int main() { k<<<2, 1>>>(); cudaDeviceSynchronize(); }
"""

_KERNELS = r"""
//# the-guides-own-addition-of-doubles
__device__ double s;
__device__ double add(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void k() { add(&s, 1.0); }

//# the-read-is-in-the-loop
__device__ int s;
__global__ void k() {
    while (true) {
        int old = s;
        if (atomicCAS(&s, old, 2 * old + 1) == old) break;
    }
}

//# an-element-of-an-array-whose-address-is-computed-twice
__device__ int a[4];
__device__ void twice(int *p, int i) {
    int old = p[i], assumed;
    do { assumed = old; old = atomicCAS(&p[i], assumed, assumed * 2); } while (old != assumed);
}
__global__ void k() { twice(a, 2); }

//# floats-as-integers
__device__ float s;
__global__ void k() {
    float old = s, assumed;
    do {
        assumed = old;
        old = __int_as_float(atomicCAS((int *)&s, __float_as_int(assumed), __float_as_int(assumed * 2.0f)));
    } while (__float_as_int(assumed) != __float_as_int(old));
}

//# the-larger-of-two
__device__ int s;
__device__ void larger(int value) {
    int old = s, assumed;
    do {
        assumed = old;
        old = atomicCAS(&s, assumed, assumed < value ? value : assumed);
    } while (assumed != old);
}
__global__ void k() { larger(3); }

//# one-try
__device__ int s;
__global__ void k() { int old = s; atomicCAS(&s, old, old + 1); }

//# the-new-value-is-computed-by-a-function-of-the-user
__device__ int s;
__device__ int next(int n) { return n % 2 == 1 ? n + 1 : 3 * n; }
__device__ int step(int n) { return n > 4 ? n - 1 : n + 2; }
__global__ void k() { int old = s; atomicCAS(&s, old, step(old)); }

//# behind-success-the-value-may-be-used
__device__ int s, out[2];
__global__ void k() {
    int old = s, assumed;
    do { assumed = old; old = atomicCAS(&s, assumed, assumed + 1); } while (assumed != old);
    out[blockIdx.x] = assumed;
}

//# the-value-is-used-before
__device__ int s, out[2];
__global__ void k() {
    int old = s;                       // <- data-race
    out[blockIdx.x] = old;
    atomicCAS(&s, old, old + 1);       // <- data-race
}

//# the-value-is-used-behind-failure
__device__ int s, out[2];
__global__ void k() {
    int old = s;                       // <- data-race
    atomicCAS(&s, old, old + 1);       // <- data-race
    out[blockIdx.x] = old;
}

//# the-value-decides-whether-there-is-a-swap-at-all
__device__ int s;
__global__ void k() {
    int old = s;                                        // <- data-race
    if (old < 3) atomicCAS(&s, old, 3);                 // <- data-race
}

//# the-swap-compares-with-something-else
__device__ int s;
__global__ void k() {
    int old = s;                       // <- data-race
    atomicCAS(&s, 0, old + 1);         // <- data-race
}

//# the-swap-is-somewhere-else
__device__ int s, t;
__global__ void k() {
    int old = s;                       // <- data-race
    atomicCAS(&t, old, old + 1);
    atomicAdd(&s, 1);                  // <- data-race
}

//# the-first-value-is-used-again-in-a-later-round
__device__ int s;
__global__ void k() {
    int first = s, old = first, assumed;                // <- data-race
    do {
        assumed = old;
        old = atomicCAS(&s, assumed, first + 1);        // <- data-race
    } while (assumed != old);
}

//# the-value-is-an-index
__device__ int s, a[4];
__global__ void k() {
    int old = s;                            // <- data-race
    atomicCAS(&s, old, a[old & 3] + 1);     // <- data-race
}

//# the-pointer-has-moved
__device__ int a[2];
__global__ void k() {
    int *p = a;
    int old = *p;                           // <- data-race
    p++;
    atomicCAS(p, old, old + 1);
    atomicAdd(a, 1);                        // <- data-race
}

//# the-pointer-moves-from-round-to-round
__device__ int a[2];
__global__ void k() {
    int *p = a;
    int old = *p;                               // <- data-race
    for (int i = 0; i < 2; i++) {
        if (i == 1) atomicCAS(p, old, old + 1);
        p = a + 1;
    }
    atomicAdd(a, 1);                            // <- data-race
}

//# half-of-the-value
__device__ unsigned long long s;
__global__ void k() {
    unsigned old = *(unsigned *)&s;                             // <- data-race
    atomicCAS(&s, (unsigned long long)old, old + 1ull);         // <- data-race
}

//# the-other-side-writes-plainly
__device__ int s;
__global__ void k() {
    if (blockIdx.x == 0) { int old = s; atomicCAS(&s, old, old + 1); }      // <- data-race
    else s = 1;                                                             // <- data-race
}

//# the-value-of-an-earlier-read
__device__ int s;
__global__ void k() {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int old = s;                            // <- data-race
        atomicCAS(&s, old, last + 1);           // <- data-race
        last = old;
    }
}
"""


PROGRAMS = "".join(program + MAIN for program in re.split(r"(?m)^(?=//# )", _KERNELS)[1:])


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_reads_that_a_swap_validates_do_not_race(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


def test_the_report_names_the_read(tmp_path: Path) -> None:
    source = tmp_path / "main.cu"
    source.write_text(PROGRAMS[: PROGRAMS.index("//#", 4)])
    [note] = [note for note in verify([str(source)], Options()).assumptions if "plain read" in note]
    assert "main.cu:5" in note
