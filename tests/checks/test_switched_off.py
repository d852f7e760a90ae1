"""A property that is switched off is no assumption: what stands behind the place where it is broken is looked at."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.properties import PROPERTIES
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = """
//# assertion --no-assertions
int main(void) {
    int a[4] = {0, 1, 2, 3}, i = nondet_int();
    assert(i >= 0 && i < 4);
    return a[i]; // <- bounds
}
//# assertion_in_a_kernel --no-assertions
__global__ void k(int *p, int n) {
    assert(n < 2);
    p[threadIdx.x / 2] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 8);
    k<<<1, 4>>>(d, 3);
    cudaDeviceSynchronize();
    return 0;
}
//# failing_assertion_of_glibc --no-assertions
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
    int a[2] = {1, 2}, i = nondet_int();
    if (i < 0) __assert_fail("i >= 0", "f", 1, "main");
    return a[i & 1] / i; // <- division-by-zero
}
//# trap_ends_the_kernel_alone --no-assertions
__global__ void k(int *p, int n) {
    if (n == 3 && threadIdx.x == 1) __trap();
    __syncthreads();
    if (n == 4) p[threadIdx.x & 1] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 8);
    k<<<1, 4>>>(d, nondet_int());
    cudaDeviceSynchronize();
    return 0;
}
//# what_runs_beside_a_trap_is_looked_at --no-assertions
__global__ void k(int *p) {
    if (threadIdx.x == 0) __trap();
    p[0] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 8);
    k<<<1, 3>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# nothing_but_a_trap --no-assertions
//! expect UNKNOWN
//! because executions end at
__global__ void k() { __trap(); }
int main(void) {
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    assert(0);
    return 0;
}
//# bounds_read --no-bounds-check
int main(void) {
    int a[4] = {0, 1, 2, 3};
    int x = a[5];
    assert(x != 7); // <- assertion
    return 0;
}
//# bounds_read_at_an_input --no-bounds-check
int main(void) {
    int a[4] = {1, 1, 1, 1};
    unsigned i = nondet_uint();
    assert(a[i] == 1 || i > 3);
    assert(a[i] == 1); // <- assertion
    return 0;
}
//# bounds_write_changes_nothing --no-bounds-check
int main(void) {
    int a[4] = {1, 1, 1, 1}, b[4] = {2, 2, 2, 2};
    unsigned i = nondet_uint();
    __ESBMC_assume(i >= 4);
    a[i] = 5;
    assert(a[0] == 1 && a[1] == 1 && a[2] == 1 && a[3] == 1 && b[0] == 2);
    assert(b[0] == 5); // <- assertion
    return 0;
}
//# bounds_of_a_copy --no-bounds-check
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[6] = {0, 0, 0, 0, 0, 9}, c[2] = {7, 7};
    memcpy(b, a, 5);
    assert(b[3] == 4 && b[5] == 9);
    memcpy(c, b, 4);
    assert(c[1] == 2);
    assert(b[4] == 0); // <- assertion
    return 0;
}
//# bounds_of_a_copy_of_an_arbitrary_size --no-bounds-check
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[6] = {0, 0, 0, 0, 0, 9};
    unsigned n = nondet_uint();
    __ESBMC_assume(n > 3 && n < 6);
    memcpy(b, a, n);
    assert(b[3] == 4 && b[5] == 9);
    assert(n == 5 || b[4] == 0);
    assert(b[4] == 0); // <- assertion
    return 0;
}
//# bounds_in_a_kernel --no-bounds-check
__global__ void k(int *p) {
    if (threadIdx.x >= 4) p[threadIdx.x] = 1;
    if (threadIdx.x < 2) p[1] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 16);
    k<<<1, 8>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# races_out_of_bounds_are_races --no-bounds-check
__global__ void k(int *p) {
    p[100] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 16);
    k<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# atomics_out_of_bounds --no-bounds-check
__global__ void k(int *p) {
    int old = atomicAdd(&p[7], 1);
    if (old == 12) p[0] = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 16);
    k<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# division --no-div-by-zero-check
int main(void) {
    int n = nondet_int();
    int q = 12 / n;
    assert(n == 0 || q == 12 / n);
    assert(q <= 12 && q >= -12); // <- assertion
    return 0;
}
//# remainder --no-div-by-zero-check
__global__ void k(int *p, int n) {
    unsigned r = threadIdx.x % n;
    p[r] = 1; // <- bounds
}
int main(void) {
    int *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d, 0);
    cudaDeviceSynchronize();
    return 0;
}
//# null --no-check null-dereference
int main(void) {
    int *p = NULL;
    *p = 3;
    assert(*p == 3); // <- assertion
    return 0;
}
//# null_for_some_inputs --no-check null-dereference
int main(void) {
    int x = 4, *p = nondet_int() ? &x : NULL;
    *p = 5;
    assert(x == 4 || x == 5);
    assert(x == 5); // <- assertion
    return 0;
}
//# null_in_a_kernel --no-check null-dereference
__global__ void k(int *p, int *q) {
    p[threadIdx.x] = 1;
    *q = threadIdx.x; // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc(&d, 4);
    k<<<1, 2>>>(NULL, d);
    cudaDeviceSynchronize();
    return 0;
}
//# call_of_null --no-check null-dereference
//! expect UNKNOWN
//! because executions end at
int main(void) {
    void (*f)(void) = NULL;
    f();
    assert(0);
    return 0;
}
//# call_of_null_for_some_inputs --no-check null-dereference
void g(void) { assert(0); } // <- assertion
int main(void) {
    void (*f)(void) = nondet_int() ? g : NULL;
    f();
    return 0;
}
//# use_after_free --no-check use-after-free
int main(void) {
    int *p = (int *)malloc(4);
    *p = 1;
    free(p);
    *p = 2;
    assert(*p == 2); // <- assertion
    return 0;
}
//# use_after_free_for_some_inputs --no-check use-after-free
int main(void) {
    int n = nondet_int(), *p = (int *)malloc(4);
    *p = 1;
    if (n == 7) free(p);
    assert(n == 7 || *p == 1);
    assert(*p == 1); // <- assertion
    return 0;
}
//# freed_memory_in_a_kernel --no-check use-after-free
__global__ void k(int *p) { p[0] = threadIdx.x; } // <- data-race
int main(void) {
    int *d;
    cudaMalloc(&d, 4);
    cudaFree(d);
    k<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# double_free --no-check double-free
int main(void) {
    int *p = (int *)malloc(4);
    free(p);
    free(p);
    assert(0); // <- assertion
    return 0;
}
//# double_free_of_the_device --no-check double-free
int main(void) {
    int *p;
    cudaMalloc(&p, 4);
    assert(cudaFree(p) == cudaSuccess);
    assert(cudaFree(p) == cudaErrorInvalidValue);
    assert(cudaGetLastError() == cudaErrorInvalidValue);
    assert(0); // <- assertion
    return 0;
}
//# invalid_free --no-check invalid-free
int main(void) {
    int x = 1;
    free(&x);
    assert(x == 1);
    assert(x == 0); // <- assertion
    return 0;
}
//# an_assertion_that_is_passed_over_uses_nothing --no-assertions
__global__ void k(int *a) { assert(a[0]); a[1] = 1; }
int main(void) {
    int *d;
    cudaMalloc(&d, 8);
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# memory_space --no-check memory-space
int main(void) {
    int *d;
    cudaMalloc(&d, 4);
    *d = 5;
    assert(*d == 5); // <- assertion
    return 0;
}
//# threads_race_on_memory_of_the_host --no-check memory-space
__global__ void k(int *o) { o[0] = threadIdx.x; }  // <- data-race
int main(void) {
    int *o = (int *)malloc(4);
    k<<<1, 2>>>(o);
    cudaDeviceSynchronize();
    free(o);
    return 0;
}
//# a_kernel_and_the_host_race_on_memory_of_the_host --no-check memory-space
__global__ void k(int *o) { o[0] = 1; }  // <- data-race
int main(void) {
    int h[2];
    k<<<1, 1>>>(h);
    h[0] = 3;  // <- data-race
    cudaDeviceSynchronize();
    return 0;
}
//# a_kernel_and_the_host_take_turns_on_memory_of_the_host --no-check memory-space
__global__ void k(int *o) { o[threadIdx.x] = 1; }
int main(void) {
    int h[2];
    k<<<1, 2>>>(h);
    cudaDeviceSynchronize();
    h[0] = 3;
    return 0;
}
//# threads_race_on_a_local_variable_of_another --no-check memory-space
__global__ void k(int *o) {
    __shared__ int *p;
    int own[2];
    own[0] = own[1] = 0;
    if (threadIdx.x == 0) p = own;
    __syncthreads();
    if (threadIdx.x > 0) p[1] = threadIdx.x;  // <- data-race
    __syncthreads();
    o[threadIdx.x] = own[0];
}
int main(void) {
    int *o;
    cudaMalloc((void **)&o, 12);
    k<<<1, 3>>>(o);
    cudaFree(o);
    return 0;
}
//# memory_of_the_host_in_a_kernel --no-check memory-space
__global__ void k(int *p, int *q) {
    p[0] = 4; // <- data-race
    *q = threadIdx.x; // <- data-race
}
int main(void) {
    int x = 1, *d;
    cudaMalloc(&d, 4);
    k<<<1, 2>>>(&x, d);
    cudaDeviceSynchronize();
    assert(x == 1);
    return 0;
}
//# invalid_pointer --no-check invalid-pointer
int *left(void) { int x = 1; int *p = &x; return p; }
int main(void) {
    int *p = left();
    *p = 4;
    assert(*p == 4); // <- assertion
    return 0;
}
//# api_misuse --no-check api-misuse
int main(void) {
    cudaStream_t s;
    cudaStreamCreate(&s);
    assert(cudaStreamDestroy(s) == cudaSuccess);
    assert(cudaStreamSynchronize(s) == cudaErrorInvalidResourceHandle);
    assert(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    assert(0); // <- assertion
    return 0;
}
//# misuse_for_some_inputs --no-check api-misuse
int main(void) {
    int h[2] = {1, 2}, *d, n = nondet_int();
    cudaMalloc(&d, 8);
    __ESBMC_assume(n == 0 || n == 8);
    cudaError_t e = cudaMemcpy(d, h, n, cudaMemcpyDeviceToHost);
    assert(e == (n ? cudaErrorInvalidValue : cudaSuccess));
    assert(e == cudaSuccess); // <- assertion
    return 0;
}
//# misuse_without_a_status --no-check api-misuse
int main(void) {
    int c = nondet_int(), r = isdigit(c);
    assert(c < 0 || c > 255 || r == 0 || (c >= '0' && c <= '9'));
    assert(c != 4000 || r == 0); // <- assertion
    return 0;
}
//# launch_into_no_stream --no-check api-misuse
__global__ void k() { assert(0); }
int main(void) {
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamDestroy(s);
    k<<<1, 1, 0, s>>>();
    assert(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    assert(0); // <- assertion
    return 0;
}
//# launch_config --no-check launch-config
__global__ void k() { }
int main(void) {
    k<<<1, 2000>>>();
    assert(cudaGetLastError() == cudaErrorInvalidConfiguration);
    assert(0); // <- assertion
    return 0;
}
//# barrier_divergence --no-check barrier-divergence
__global__ void k(int *p) {
    if (threadIdx.x == 0) {
        __syncthreads();
        p[0] = 1; // <- data-race
    } else {
        p[1] = 2;
        __syncthreads();
        p[0] = p[1]; // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc(&d, 8);
    k<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# divergence_for_some_inputs --no-check barrier-divergence --no-check uninitialised-use
__global__ void k(int *p, int n) {
    if (threadIdx.x < n) __syncthreads();
    assert(n != 1 || p[0] == 0); // <- assertion
}
int main(void) {
    int *d, n = nondet_int();
    cudaMalloc(&d, 8);
    k<<<1, 2>>>(d, n);
    cudaDeviceSynchronize();
    return 0;
}
//# divergence_of_a_warp --no-check barrier-divergence
//! expect UNKNOWN
//! because executions end at
__global__ void k() {
    if (threadIdx.x == 0) __syncwarp(3);
    else __syncthreads();
}
int main(void) {
    k<<<1, 2>>>();
    cudaDeviceSynchronize();
    return 0;
}
//# deadlock --no-check deadlock
__device__ int flag, other;
__global__ void k(int n) {
    other = threadIdx.x; // <- data-race
    if (n == 1) while (atomicAdd(&flag, 0) == 0);
}
int main(void) {
    k<<<1, 2>>>(nondet_int());
    cudaDeviceSynchronize();
    return 0;
}
//# behind_a_deadlock --no-check deadlock
__device__ int flag;
__global__ void k(int n) {
    if (n == 1) while (atomicAdd(&flag, 0) == 0);
}
int main(void) {
    int n = nondet_int();
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
    assert(n != 1);
    assert(n != 2); // <- assertion
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_what_stands_behind_a_place_that_is_not_checked_is_looked_at(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


TWO = """
__global__ void k(int *p) {
    if (threadIdx.x < 2) p[threadIdx.x + 1000] = 1;
    p[0] = threadIdx.x;
}
int main(void) {
    int *d;
    cudaMalloc(&d, 400);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_second_defect_is_found_in_a_launch_that_could_run_at_once(frontend: str, tmp_path: Path) -> None:
    path = tmp_path / "two.cu"
    path.write_text(TWO)
    result = verify([str(path)], no_check=("bounds",), frontend=frontend)
    assert {v.prop for v in result.violations} == {"data-race"}


def test_every_property_says_what_happens_where_it_is_off() -> None:
    """Those that end nothing need no words; a new one that does is found by its first program."""
    silent = {p.id for p in PROPERTIES.values() if not p.unchecked}
    ends_nothing = {
        "data-race", "exit-status", "memory-leak", "nan", "shift", "signed-overflow", "uninitialised-read",
        "uninitialised-use",
        "unsigned-overflow", "unwinding",
    }  # fmt: skip
    assert silent == ends_nothing


def test_the_report_says_with_which_meaning_execution_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "bounds.cu"
    path.write_text("int main(void) { int a[2]; a[2] = 1; return 0; }\n")
    result = verify([str(path)], no_check=("bounds",))
    assert result.verdict is Verdict.SUCCESSFUL
    assert any(note.startswith("bounds is not checked: ") for note in result.assumptions)


def test_nothing_is_said_of_a_property_that_no_place_could_break(tmp_path: Path) -> None:
    path = tmp_path / "inside.cu"
    path.write_text("int main(void) { int a[2]; a[1] = 1; return 0; }\n")
    assert not any("not checked" in note for note in verify([str(path)], no_check=("bounds",)).assumptions)
