"""What nobody has written, and where that decides something."""

from pathlib import Path

import pytest

from cudabmc import verify
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# copy_of_elements_in_place_of_bytes
__global__ void k(int *a) { a[threadIdx.x] += 1; }
int main(void) {
    int h[4] = {1, 2, 3, 4}, out[4], *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d);
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        if (out[i] != i + 2) return 1;        // <- uninitialised-use
    return 0;
}
//# copying_and_calculating_is_no_use
__global__ void k(int *a, float *f) { a[1] = a[0] * 3 - a[2] / 7; f[0] = f[1] * 2 + 1; atomicAdd(&a[3], 1); }
int main(void) {
    int h[4], *d;
    float *f;
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&f, 8);
    k<<<1, 1>>>(d, f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    return 0;
}
//# counter_that_starts_anywhere
__global__ void k(int *count) { atomicAdd(count, 1); }
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 4>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);                        // <- uninitialised-use
    return 0;
}
//# address
__global__ void k(int *out) {
    __shared__ int at[2];
    out[at[1]] = 1;                           // <- uninitialised-use
}
int main(void) { int *d; cudaMalloc((void **)&d, 16); k<<<1, 1>>>(d); return 0; }
//# configuration_of_a_launch
__global__ void k() { }
int main(void) {
    int threads;
    k<<<1, threads>>>();                      // <- uninitialised-use
    return 0;
}
//# size_of_an_allocation
__global__ void k() { }
int main(void) {
    int n, *d;
    k<<<1, 1>>>();
    cudaMalloc((void **)&d, n * sizeof(int)); // <- uninitialised-use
    return 0;
}
//# size_of_a_copy
__global__ void k() { }
int main(void) {
    int a[4] = {0}, b[4], n;
    k<<<1, 1>>>();
    memcpy(b, a, n);                          // <- uninitialised-use
    return 0;
}
//# pointer_that_is_freed
__global__ void k() { }
int main(void) {
    int *d;
    k<<<1, 1>>>();
    cudaFree(d);                              // <- uninitialised-use
    return 0;
}
//# printed_text
__global__ void k() { }
int main(void) {
    char *s = (char *)malloc(8);
    k<<<1, 1>>>();
    s[0] = 'a';
    printf("%s\n", s);                        // <- uninitialised-use
    return 0;
}
//# status_of_the_program
__global__ void k() { }
int main(void) {
    int errors;
    k<<<1, 1>>>();
    return errors;                            // <- uninitialised-use
}
//# symbolic_index_of_an_array_that_is_written_in_part
__global__ void k() { }
int main(void) {
    int s[4], i = nondet_int();
    k<<<1, 1>>>();
    s[0] = s[1] = s[3] = 5;
    __ESBMC_assume(0 <= i && i < 4);
    if (s[i] == 5) i = 0;                     // <- uninitialised-use
    return 0;
}
//# symbolic_index_of_what_is_written
__global__ void k() { }
int main(void) {
    int s[4], i = nondet_int();
    k<<<1, 1>>>();
    s[0] = s[1] = s[3] = 5;
    __ESBMC_assume(0 <= i && i < 4 && i != 2);
    if (s[i] == 5) i = 0;
    return 0;
}
//# written_and_read_under_the_same_condition
__global__ void k(int *a, int n) { if ((int)threadIdx.x < n) a[threadIdx.x] = 7; }
int main(void) {
    int h[4], *d, n = nondet_int();
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 4>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        if (i < n && h[i] != 7) return 1;
    return 0;
}
//# written_under_another_condition_than_read
__global__ void k(int *a, int n) { if ((int)threadIdx.x < n) a[threadIdx.x] = 7; }
int main(void) {
    int h[4], *d, n = nondet_int();
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 4>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        if (i <= n && h[i] != 7) return 1;    // <- uninitialised-use
    return 0;
}
//# copy_of_a_size_that_depends_on_inputs
__global__ void k() { }
int main(void) {
    unsigned char a[6] = {1, 2, 3, 4, 5, 6}, b[6];
    unsigned n = nondet_uint();
    __ESBMC_assume(n <= 6);
    k<<<1, 1>>>();
    memcpy(b, a, n);
    if (n > 3 && b[3] == 4) return 0;
    if (n > 2 && b[3] == 4) return 1;         // <- uninitialised-use
    return 0;
}
//# array_whose_size_depends_on_inputs
__global__ void k() { }
int main(void) {
    unsigned n = nondet_uint(), i = nondet_uint(), j = nondet_uint();
    __ESBMC_assume(n <= 1000 && i < n && j < n);
    int *a = (int *)malloc(n * sizeof(int));
    k<<<1, 1>>>();
    a[i] = 3;
    if (i == j && a[j] != 3) return 1;
    if (i <= j && a[j] != 3) return 2;        // <- uninitialised-use
    return 0;
}
//# no_difference
__global__ void k() { }
int main(void) {
    int x, y = x & 0, c = nondet_int();
    k<<<1, 1>>>();
    if (y) return 1;
    if (x - x) return 2;
    if ((x | 1) == 0) return 3;
    if ((x ^ x) || x != x) return 4;
    if (x * 2 % 2) return 5;
    if (!c && (c ? x : 3) != 3) return 6;
    return 0;
}
//# bit_fields
struct flags { int a : 5; int b : 11; unsigned c : 3; };
__global__ void k() { }
int main(void) {
    struct flags f;
    k<<<1, 1>>>();
    f.a = 3;
    f.c = 2;
    if (f.a != 3 || f.c != 2) return 1;
    if (f.b) return 2;                        // <- uninitialised-use
    return 0;
}
//# padding
struct s { char c; int i; };
__global__ void k(struct s v, int *out) { struct s w = v; out[0] = w.i; if (w.c == 1) out[1] = 2; }
int main(void) {
    struct s a, b;
    int *d;
    a.c = 1;
    a.i = 2;
    b = a;
    cudaMalloc((void **)&d, 8);
    k<<<1, 1>>>(b, d);
    return b.i - 2;
}
//# padding_that_is_compared
struct s { char c; int i; };
__global__ void k() { }
int main(void) {
    struct s a, b;
    a.c = b.c = 1;
    a.i = b.i = 2;
    k<<<1, 1>>>();
    if (memcmp(&a, &b, sizeof a)) return 1;   // <- uninitialised-use
    return 0;
}
//# what_an_assumption_speaks_of_is_arbitrary_on_purpose
__global__ void k() { }
int main(void) {
    int x;
    k<<<1, 1>>>();
    __VERIFIER_assume(x > 3);
    if (x > 5) return 1;
    return 0;
}
//# a_branch_that_is_set_on_both_sides
__global__ void k(int c, int *out) {
    int x;
    if (c) x = 1; else x = 2;
    if (x == 2) *out = 1;
}
int main(void) { int *d; cudaMalloc((void **)&d, 4); k<<<1, 1>>>(nondet_int(), d); return 0; }
//# a_branch_that_is_set_on_one_side
__global__ void k(int c, int *out) {
    int x;
    if (c) x = 1;
    if (x == 1) *out = 1;                     // <- uninitialised-use
}
int main(void) { int *d; cudaMalloc((void **)&d, 4); k<<<1, 1>>>(nondet_int(), d); return 0; }
//# a_branch_that_other_contents_than_the_first_that_are_tried_turn
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1);
    signed char v;
    v ^= (1 | (n + (-3)));
    int *p;
    p[0] &= ((v > 0) ? (0 % 0) : 0);            // <- uninitialised-use
    return 0;
}
//# early_reads_of_a_race_that_decide_much
__device__ int below(const float *d, const float *s, float x) {
    float delta = 1;
    int count = 0;
    for (int i = 0; i < 12; i++) {
        delta = d[i] - x - s[i] / delta;      // <- data-race
        if (fabsf(delta) < 1e-6f)
            delta = 1e-6f;
        count += delta < 0;
    }
    return count;
}
__global__ void k(const float *in, float *out) {
    __shared__ float d[12], s[12];
    d[threadIdx.x] = in[threadIdx.x];         // <- data-race
    s[threadIdx.x] = threadIdx.x > 0;         // <- data-race
    float left = 0, right = 4;
    for (int round = 0; round < 2; round++) {
        float middle = 0.5f * (left + right);
        if (below(d, s, middle) > threadIdx.x) right = middle;
        else left = middle;
    }
    out[threadIdx.x] = left;
}
int main(void) {
    float h[12] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, *in, *out;
    cudaMalloc((void **)&in, sizeof h);
    cudaMalloc((void **)&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 12>>>(in, out);
    return 0;
}
//# early_read_of_a_race
__global__ void k(int *out) {
    __shared__ int s[4];
    s[threadIdx.x] = 1;                       // <- data-race
    if (s[(threadIdx.x + 1) % 4]) *out = 1;   // <- data-race
}
int main(void) { int *d; cudaMalloc((void **)&d, 4); k<<<1, 4>>>(d); return 0; }
//# every_read_of_a_field --uninitialised-check
struct flags { int a : 5; int b : 11; unsigned c : 3; };
__global__ void k(int *out) {
    struct flags f;
    f.a = 3;
    f.c = 2;
    out[0] = f.a + f.c;
    out[1] = f.b;                             // <- uninitialised-read
}
int main(void) { int *d; cudaMalloc((void **)&d, 8); k<<<1, 1>>>(d); return 0; }
//# every_read_at_a_symbolic_index --uninitialised-check
__global__ void k() { }
int main(void) {
    int s[4], i = nondet_int() & 3;
    k<<<1, 1>>>();
    return s[i];                              // <- uninitialised-read
}
//# every_read_behind_a_write_at_a_symbolic_index --uninitialised-check
__global__ void k(int *out, int i, int j) {
    int s[4];
    s[i & 3] = 1;
    if (i == j) *out = s[j & 3];
    else *out = s[j & 3];                     // <- uninitialised-read
}
int main(void) { int *d; cudaMalloc((void **)&d, 4); k<<<1, 1>>>(d, nondet_int(), nondet_int()); return 0; }
//# every_read_of_a_copy --uninitialised-check
__global__ void k() { }
int main(void) {
    int a[4], b[4];
    k<<<1, 1>>>();
    a[1] = 1;
    memcpy(b, a, sizeof a);
    a[0] = b[1];
    a[1] = b[0];                              // <- uninitialised-read
    return 0;
}
//# structs_that_are_passed_on --uninitialised-check
struct s { char c; int i; };
struct empty { };
__device__ int sum(struct s v, struct empty e) { return v.c + v.i; }
__global__ void k(struct s v, struct empty e, int *out) { out[0] = sum(v, e); }
int main(void) {
    struct s a;
    struct empty e;
    int *d;
    a.c = 1;
    a.i = 2;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(a, e, d);
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_what_nobody_has_written_decides_nothing(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


def test_the_report_names_the_memory_and_where_it_is_from() -> None:
    program = """__global__ void k(int *a) { if (a[2] == 3) a[0] = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 16);
    k<<<1, 1>>>(d);
    return 0;
}"""
    (violation,) = verify(program).violations
    assert violation.message == "a branch depends on 'd[2]', which was never written"
    assert violation.object is not None and violation.object.allocated is not None
    assert (violation.object.name, violation.object.allocated.line, violation.places[0].loc.line) == ("d", 4, 1)


def test_the_report_names_the_variable_and_where_it_is_declared() -> None:
    (violation,) = verify("int main(void) {\n  int n;\n  if (n > 3) return 1;\n  return 0;\n}").violations
    assert violation.message == "a branch depends on 'n', which was never set"
    assert violation.object is not None and violation.object.allocated is not None
    assert (violation.object.name, violation.object.allocated.line) == ("n", 2)


def test_contents_of_arrays_of_a_kernel_without_host_code_are_arbitrary_on_purpose() -> None:
    from cudabmc import verify_kernel

    result = verify_kernel("__global__ void k(int *a, int n) { if (a[0] > n) a[0] = 0; }", grid=1, block=1)
    assert result.verdict.value == "SUCCESSFUL", result.violations
