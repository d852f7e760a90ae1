"""Inputs: symbolic branches, loops, pointers, calls, structs, bounds, assumptions."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# local_set_on_both_sides
//! por-too
__global__ void k(int *out, int c) {
    int x;
    if (c > 0) x = c; else x = -c;
    *out = x;
}
int main(void) {
    int h, c = nondet_int(), *d;
    __ESBMC_assume(c > -1000);
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d, c);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h >= 0);
    assert(h == c || h == -c);
    return 0;
}
//# local_set_on_one_side
__global__ void k(int c) {
    int x;
    if (c) x = 1;
    assert(x == 1);                           // <- uninitialised-use
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# a_search_that_returns
//! warns no kernel was launched
static int find(int i) { while (1) { if (i * i >= 50) return i; i++; } }
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x >= 0 && x < 3);
    assert(find(x) == 8);
    return 0;
}
//# a_search_that_returns_late
//! long
//! expect UNKNOWN
//! warns no kernel was launched
static int find(int i) { while (1) { if (i == 0) return i; i--; } }
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x >= 0 && x < 3000);
    assert(find(x) == 0);
    return 0;
}
//# returns_in_front_of_a_search
//! warns no kernel was launched
#define RETURN(i) if (a[i]) return -1;
#define TEN(i) RETURN(i) RETURN(i + 1) RETURN(i + 2) RETURN(i + 3) RETURN(i + 4) \
    RETURN(i + 5) RETURN(i + 6) RETURN(i + 7) RETURN(i + 8) RETURN(i + 9)
static int find(const int *a) {
    TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60)
    for (int i = 0;; i++) if (i == 5) return i;
}
int main(void) {
    int a[70];
    for (int i = 0; i < 70; i++) a[i] = nondet_int();
    int found = find(a);
    assert(found == 5 || found == -1);
    return 0;
}
//# a_loop_that_exits
//! warns no kernel was launched
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x >= 0 && x < 20);
    for (int i = 0;; i++)
        if (x == i) exit(0);
}
//# a_loop_over_more_than_the_bound_that_may_return
//! warns no kernel was launched
static int differ(const int *a) { for (int i = 0; i < 200; i++) if (a[i]) return 1; return 0; }
int main(void) {
    int a[200] = {0};
    a[150] = nondet_int();
    assert(differ(a) == (a[150] != 0));
    return 0;
}
//# what_no_input_reaches
//! warns no kernel was launched
#define NEVER(x) ((unsigned)(x) * (unsigned)(x) % 4 == 2)
int main(void) {
    int x = nondet_int(), k = 1;
    if (NEVER(x)) system("rm");
    if (NEVER(x)) for (;;) ;
    if (NEVER(x)) while (k != 0) k += 2;
    return 0;
}
//# functions_that_inputs_choose
//! warns no kernel was launched
static int n;
static void one(void) { n = n * 2 + 1; }
static void two(void) { n = n * 2; }
static void last(void) { assert(n == 2 || n == 1); }
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
int main(void) {
    int x = nondet_int(), a[3] = {2, 3, 1};
    qsort(a, 3, sizeof(int), x ? up : down);
    assert(x ? a[0] == 1 && a[2] == 3 : a[0] == 3 && a[2] == 1);
    int key = 2, *hit = (int *)bsearch(&key, a, 3, sizeof(int), x ? up : down);
    assert(hit == a + 1);
    atexit(last);
    atexit(x ? one : two);
    atexit(x ? two : one);
    return 0;
}
//# host_functions_of_streams_that_inputs_choose
//! warns no kernel was launched
static int n;
static void one(void *data) { n = 1; }
static void two(void *data) { n = 2; }
int main(void) {
    int x = nondet_int();
    cudaLaunchHostFunc(0, x ? one : two, 0);
    cudaDeviceSynchronize();
    assert(n == (x ? 1 : 2));
    return 0;
}
//# blocks_that_grow_for_some_inputs
//! warns no kernel was launched
int main(void) {
    int *d = 0, n = 0, cap = 0;
    for (int i = 0; i < 3; i++)
        if (nondet_int() > 0) {
            if (n == cap) { cap++; d = (int *)realloc(d, cap * sizeof(int)); }
            d[n++] = i;
        }
    assert(n == 0 || d[0] == 0 || d[0] == 1 || d[0] == 2);
    free(d);
    return 0;
}
//# a_block_of_unknown_size_that_may_be_none
//! warns no kernel was launched
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x > 0 && x < 10);
    int *a = (int *)calloc(x, sizeof(int)), *d = NULL;
    if (nondet_int()) d = a; else free(a);
    d = (int *)realloc(d, (x + 1) * sizeof(int));
    d[x] = 1;
    free(d);
    return 0;
}
//# bytes_compared_up_to_an_unknown_end
//! warns no kernel was launched
int main(void) {
    char a[8] = "abcdefg", b[3] = "ab", c[8] = "efg", *d = nondet_int() ? a : b;
    int x = nondet_int();
    __ESBMC_assume(x >= 4 && x < 8);
    int r = memcmp(a + x, c, 8 - x);
    assert(x != 4 || r == 0);
    assert(memcmp(d, a, d == a ? 8 : 2) == 0);
    return 0;
}
//# bytes_compared_behind_the_end
int main(void) {
    char a[8] = "abcdefg", c[8] = "efg";
    int x = nondet_int();
    __ESBMC_assume(x >= 4 && x < 8);
    return memcmp(a + x, c, 9 - x) > 0;                // <- bounds
}
//# pointers_in_front_of_an_object_are_less
//! warns no kernel was launched
int main(void) {
    char text[8];
    int i = nondet_int(), j = nondet_int();
    __ESBMC_assume(-2 <= i && i <= 8 && -2 <= j && j <= 8);
    char *p = text + i, *q = text + j;
    assert((p < q) == (i < j) && (p <= q) == (i <= j) && (p > q) == (i > j));
    assert((p < text) == (i < 0) && (p >= text) == (i >= 0));
    return 0;
}
//# text_is_turned_round_from_both_ends
//! warns no kernel was launched
int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++) s[i] = nondet_char();
    s[5] = 0;
    for (char *a = s, *b = s + strlen(s) - 1; a < b; a++, b--) { char t = *a; *a = *b; *b = t; }
    return 0;
}
//# inputs_of_the_other_side_do_not_count_in_the_replay
__global__ void k(int c) {
    int x = 0, y = 0;
    if (c > 0) {
        x = nondet_int();
        assert(x != 5);                       // <- assertion
    } else if (c == 0) {
        y = nondet_int() + 2 * nondet_int();
        assert(y != 77);                      // <- assertion
    }
    if (nondet_bool()) x = nondet_int();
    assert(nondet_int() != 9);                // <- assertion
}
int main(void) {
    if (nondet_bool()) nondet_int();
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# objects_of_the_other_side_do_not_count_in_the_replay --no-check uninitialised-use
__global__ void k(void) {}
int *fresh(void) { return (int *)malloc(8); }
int main(void) {
    int *p;
    if (nondet_bool()) p = fresh();
    else {
        p = fresh();
        assert(p[0] != 77);                   // <- assertion
    }
    for (int i = 0; i < 2; i++)
        if (nondet_bool()) {
            int *q = fresh();
            if (i == 1) assert(q[1] != 5);    // <- assertion
        }
    k<<<1, 1>>>();
    return 0;
}
//# nested_branches
//! por-too
__global__ void k(int a, int b) {
    int x = 0;
    if (a > 0) {
        x = 1;
        if (b > a) x = 2;
        else if (b == a) x = 3;
    } else {
        if (b > 0) x = 4;
        x += 10;
    }
    assert(x == (a > 0 ? (b > a ? 2 : b == a ? 3 : 1) : (b > 0 ? 14 : 10)));
}
int main(void) {
    k<<<1, 2>>>(nondet_int(), nondet_int());
    return 0;
}
//# shared_written_on_both_sides
//! por-too
__global__ void k(int *out, int c) {
    __shared__ int s[2];
    int t = threadIdx.x;
    if (c == t) s[t] = 1; else s[t] = 2;
    __syncthreads();
    out[t] = s[1 - t];
}
int main(void) {
    int h[2], c = nondet_int(), *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 2>>>(d, c);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == (c == 1 ? 1 : 2));
    assert(h[1] == (c == 0 ? 1 : 2));
    return 0;
}
//# pointer_set_on_both_sides
__global__ void k(int *a, int *b, int c) {
    int *p;
    if (c) p = a + 1; else p = b;
    *p = 5;
    int *q = c ? b : a;
    *q = 6;
}
int main(void) {
    int h[3], c = nondet_int(), *a, *b;
    cudaMalloc((void **)&a, 8);
    cudaMalloc((void **)&b, 4);
    cudaMemset(a, 0, 8);
    cudaMemset(b, 0, 4);
    k<<<1, 1>>>(a, b, c);
    cudaMemcpy(h, a, 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(h + 2, b, 4, cudaMemcpyDeviceToHost);
    assert(c ? h[0] == 0 && h[1] == 5 && h[2] == 6 : h[0] == 6 && h[1] == 0 && h[2] == 5);
    return 0;
}
//# pointer_out_of_one_of_two
__global__ void k(int *a, int *b, int c) {
    int *p = c ? a : b;
    p[1] = 5;                                 // <- bounds
}
int main(void) {
    int c = nondet_int(), *a, *b;
    cudaMalloc((void **)&a, 8);
    cudaMalloc((void **)&b, 4);
    k<<<1, 1>>>(a, b, c);
    return 0;
}
//# pointer_that_may_be_null
__global__ void k(int *a, int c) {
    int *p = c > 10 ? a : NULL;
    if (c > 9) *p = 5;                        // <- null-dereference
}
int main(void) {
    int *a;
    cudaMalloc((void **)&a, 4);
    k<<<1, 1>>>(a, nondet_int());
    return 0;
}
//# pointer_that_may_be_null_is_tested
__global__ void k(int *a, int c) {
    int *p = c > 10 ? a : NULL;
    if (p) *p = 5;
    if (p == a) *p = 6;
    if (c > 11) *p = 7;
}
int main(void) {
    int *a;
    cudaMalloc((void **)&a, 4);
    k<<<1, 1>>>(a, nondet_int());
    return 0;
}
//# pointer_in_a_table_at_a_symbolic_index
__global__ void k(int *a, int *b, int i) {
    int *table[2];
    table[0] = a;
    table[1] = b;
    *table[i] = i;
}
int main(void) {
    int h, i = nondet_int(), *a, *b;
    __ESBMC_assume(i == 0 || i == 1);
    cudaMalloc((void **)&a, 4);
    cudaMalloc((void **)&b, 4);
    k<<<1, 1>>>(a, b, i);
    cudaMemcpy(&h, i ? b : a, 4, cudaMemcpyDeviceToHost);
    assert(h == i);
    return 0;
}
//# pointer_stored_at_a_symbolic_index
__global__ void k(int *a, int *b, int i) {
    int *table[2];
    table[0] = a;
    table[1] = a;
    table[i] = b;
    *table[0] = 1;
    *table[1] = 2;
}
int main(void) {
    int h, i = nondet_int(), *a, *b;
    __ESBMC_assume(i == 0 || i == 1);
    cudaMalloc((void **)&a, 4);
    cudaMalloc((void **)&b, 4);
    k<<<1, 1>>>(a, b, i);
    cudaMemcpy(&h, b, 4, cudaMemcpyDeviceToHost);
    assert(h == i + 1);
    return 0;
}
//# early_return_on_an_input
//! por-too
__global__ void k(int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    out[t] = t + 1;
}
int main(void) {
    int h[3] = {0}, n = nondet_int(), *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 3>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++) assert(h[i] == (i < n ? i + 1 : 0));
    return 0;
}
//# early_return_from_a_function
__device__ int sign(int x) {
    if (x < 0) return -1;
    if (x == 0) return 0;
    return 1;
}
__global__ void k(int x) {
    int s = sign(x);
    assert(s * x >= 0 || x == -2147483647 - 1);
    assert(sign(s) == s);
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# early_exit_of_the_host
__global__ void k(int n) {
    assert(n > 3);
}
int main(void) {
    int n = nondet_int();
    if (n <= 3) exit(1);
    k<<<1, 1>>>(n);
    return 0;
}
//# early_return_of_the_host
__global__ void k(int n) {
    assert(n > 4);                            // <- assertion
}
int main(void) {
    int n = nondet_int();
    if (n <= 3) return 1;
    k<<<1, 1>>>(n);
    return 0;
}
//# launch_under_an_input
__device__ int x;
__global__ void k() { x = 1; }
int main(void) {
    int c = nondet_int(), h;
    if (c == 5) k<<<1, 1>>>();
    cudaMemcpyFromSymbol(&h, x, sizeof h);
    assert(h == (c == 5));
    return 0;
}
//# one_of_two_launches
__device__ int x;
__global__ void k() { x = 1; }
__global__ void l() { x = 2; }
int main(void) {
    int c = nondet_int(), h;
    if (c == 5) k<<<1, 1>>>();
    else l<<<1, 1>>>();
    cudaMemcpyFromSymbol(&h, x, sizeof h);
    assert(h == (c == 5 ? 1 : 2));
    return 0;
}
//# launch_size_from_an_input
__global__ void k(int *a, int n) {
    assert(blockDim.x == n);
    a[threadIdx.x] = 1;
}
int main(void) {
    int n = nondet_int(), *d;
    __ESBMC_assume(1 <= n && n <= 4);
    cudaMalloc((void **)&d, n * sizeof(int));
    k<<<1, n>>>(d, n);
    cudaDeviceSynchronize();
    return 0;
}
//# launch_size_from_an_input_rounded_up
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;                                 // <- bounds
}
int main(void) {
    int n = nondet_int(), *d;
    __ESBMC_assume(1 <= n && n <= 6);
    cudaMalloc((void **)&d, n * sizeof(int));
    k<<<(n + 1) / 2, 2>>>(d, n);
    return 0;
}
//# launch_size_zero_for_some_input
__global__ void k() { }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(0 <= n && n <= 4);
    k<<<(n + 1) / 2, 2>>>();                  // <- launch-config
    return 0;
}
//# loop_with_a_symbolic_bound
//! por-too
__global__ void k(int *out, int n) {
    int s = 0;
    for (int i = 1; i <= n; i++) s += i;
    *out = s;
}
int main(void) {
    int h, n = nondet_int(), *d;
    __ESBMC_assume(0 <= n && n <= 4);
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d, n);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == n * (n + 1) / 2);
    return 0;
}
//# loop_with_a_break_on_an_input
__global__ void k(int *a, int key) {
    int i;
    for (i = 0; i < 4; i++)
        if (a[i] == key) break;
    assert(i == 4 || a[i] == key);
    assert(i < 4);                            // <- assertion
}
int main(void) {
    int h[4], *d;
    for (int i = 0; i < 4; i++) h[i] = nondet_int();
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d, nondet_int());
    return 0;
}
//# loop_with_a_continue_on_an_input
__global__ void k(int a, int b, int c) {
    int v[3] = {a, b, c}, n = 0, m = 0;
    for (int i = 0; i < 3; i++) {
        if (v[i] < 0) continue;
        n++;
        if (v[i] > 100) m++;
    }
    assert(m <= n);
    assert(n == (a >= 0) + (b >= 0) + (c >= 0));
}
int main(void) {
    k<<<1, 1>>>(nondet_int(), nondet_int(), nondet_int());
    return 0;
}
//# unbounded_loop
//! expect UNKNOWN
//! because loop k.1 at
__global__ void k(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += 2;
    assert(s % 2 == 0);
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# unbounded_loop_cut_off --unwind 3 --no-unwinding-assertions
__global__ void k(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += 2;
    assert(s <= 6);
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# bound_too_small_for_a_known_loop --unwind 3
//! expect UNKNOWN
//! because main.1
__global__ void k() { }
int main(void) {
    int s = 0;
    k<<<1, 1>>>();
    for (int i = 0; i < 5; i++) s += i;
    assert(s == 10);
    return 0;
}
//# bound_just_large_enough --unwind 6
__global__ void k() { }
int main(void) {
    int s = 0;
    k<<<1, 1>>>();
    for (int i = 0; i < 5; i++) s += i;
    assert(s == 10);
    return 0;
}
//# bound_of_one_loop --unwind 2 --unwindset main.1:6
__global__ void k() { }
int main(void) {
    int s = 0;
    k<<<1, 1>>>();
    for (int i = 0; i < 5; i++) s += i;
    assert(s == 10);
    return 0;
}
//# violation_before_the_bound --unwind 3
__global__ void k() { }
int main(void) {
    int a[2];
    k<<<1, 1>>>();
    for (int i = 0; i < 50; i++) a[i] = i;    // <- bounds
    return 0;
}
//# bound_is_raised_step_by_step --incremental-bmc
__global__ void k() { }
int main(void) {
    int n = nondet_int(), s = 0;
    __ESBMC_assume(n <= 5);
    k<<<1, 1>>>();
    for (int i = 0; i < n; i++) s++;
    assert(s < 5);                            // <- assertion
    return 0;
}
//# loops_of_models_do_not_count --unwind 2
__global__ void k() { }
int main(void) {
    char a[40], b[40];
    k<<<1, 1>>>();
    memset(a, 1, sizeof a);
    memcpy(b, a, sizeof b);
    a[39] = 0;
    assert(strlen(a) == 39 && b[39] == 1);
    return 0;
}
//# endless_for_some_inputs
__global__ void k() { }
int main(void) {
    int m[2] = {1, 2}, c = nondet_int();
    __ESBMC_assume(0 <= c && c < 4);
    k<<<1, 1>>>();
    int w = c;
    do {
        if (m[c & 1]) continue;
        w--;
    } while (w > 0);
    assert(c != 0);                           // <- assertion
    return 0;
}
//# endless_for_some_inputs_of_a_kernel --all-runs
__global__ void k(int c, int *m) {
    int w = c;
    do {                                      // <- deadlock
        if (m[c & 1]) continue;
        w--;
    } while (w > 0);
    assert(c != 0);                           // <- assertion
}
int main(void) {
    int h[2] = {1, 2}, *d, c = nondet_int();
    __ESBMC_assume(0 <= c && c < 4);
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(c, d);
    return 0;
}
//# copy_that_ends_inside_of_an_element
__global__ void k() { }
int main(void) {
    int arr[3] = {1, 2, 3}, m[2] = {0x01020304, 0x05060708}, n = nondet_int();
    __ESBMC_assume(0 <= n && n < 8);
    k<<<1, 1>>>();
    memcpy(arr, m, n);
    assert(n == 2 || arr[0] != 0x0304);
    assert(n != 5 || arr[1] == 8);
    assert(arr[0] != 0x0304);                 // <- assertion
    return 0;
}
//# recursion
__device__ int f(int n) { return n <= 1 ? 1 : n * f(n - 1); }
__global__ void k() { assert(f(5) == 120); }
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# recursion_on_an_input --unwind 30
__device__ int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
__global__ void k(int n) { assert(f(n) == n); }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(0 <= n && n <= 3);
    k<<<1, 1>>>(n);
    return 0;
}
//# unbounded_recursion --unwind 20
//! expect UNKNOWN
//! because f
__device__ int f(int n) { return n <= 0 ? 0 : f(n - 1); }
__global__ void k(int n) { assert(f(n) == 0); }
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# endless_recursion --unwind 50
//! expect UNKNOWN
//! because f
__global__ void k() { }
int f(int n) { return f(n + 1); }
int main(void) {
    k<<<1, 1>>>();
    return f(0);
}
//# function_pointer
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__global__ void k(int c, int *out) {
    int (*f)(int, int) = c ? add : sub;
    *out = f(7, 3);
}
int main(void) {
    int h, c = nondet_int(), *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(c, d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == (c ? 10 : 4));
    return 0;
}
//# function_pointer_from_a_table
__global__ void k() { }
int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
    int (*table[2])(void) = {one, two};
    int i = nondet_int();
    __ESBMC_assume(i == 0 || i == 1);
    k<<<1, 1>>>();
    assert(table[i]() == i + 1);
    return 0;
}
//# function_pointer_null_for_some_input
__global__ void k() { }
int one(void) { return 1; }
int main(void) {
    int (*f)(void) = nondet_int() ? one : NULL;
    k<<<1, 1>>>();
    return f();                               // <- null-dereference
}
//# struct_copies
struct s { int a; int b[2]; };
__global__ void k(struct s x, struct s *out, int c) {
    struct s y = x;
    y.b[1] = c;
    if (c > 0) x = y;
    *out = x;
}
int main(void) {
    struct s h = {1, {2, 3}}, r, *d;
    int c = nondet_int();
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 1>>>(h, d, c);
    cudaMemcpy(&r, d, sizeof r, cudaMemcpyDeviceToHost);
    assert(r.a == 1 && r.b[0] == 2 && r.b[1] == (c > 0 ? c : 3));
    return 0;
}
//# assumptions_contradict
//! expect UNKNOWN
//! because no execution reaches the end
__global__ void k(int n) { assert(n > 3); }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n > 3);
    k<<<1, 1>>>(n);
    __ESBMC_assume(n < 2);
    assert(0);
    return 0;
}
//# assumptions_contradict_before_the_launch
//! expect UNKNOWN
//! because no execution reaches the end
__global__ void k() { }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n > 3 && n < 2);
    k<<<1, 1>>>();
    return 0;
}
//# no_launch
//! warns no kernel was launched
__global__ void k() { assert(0); }
int main(void) { return 0; }
//# violation_before_the_assumptions_contradict
__global__ void k(int n) {
    assert(n == 17);                          // <- assertion
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(n > 3);
    k<<<1, 1>>>(n);
    __ESBMC_assume(n < 2);
    return 0;
}
//# assumption_prunes_an_interleaving
__device__ int n, first;
__global__ void k() {
    int r = atomicAdd(&n, 1);
    __ESBMC_assume(threadIdx.x == 0 || r == 1);
    if (r == 0) first = threadIdx.x + 1;
}
int main(void) {
    int h;
    k<<<1, 2>>>();
    cudaMemcpyFromSymbol(&h, first, sizeof h);
    assert(h == 1);
    return 0;
}
//# assumption_is_false_in_a_kernel
//! expect UNKNOWN
//! because no execution reaches the end
__global__ void k() { __ESBMC_assume(0); }
int main(void) {
    k<<<1, 1>>>();
    assert(0);
    return 0;
}
//# assumption_inside_a_branch
__global__ void k(int n) {
    if (n > 5) __ESBMC_assume(n < 7);
    assert(n <= 6);
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# assertion_that_one_thread_breaks
__global__ void k() {
    assert(threadIdx.x != 2);                 // <- assertion
}
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# assertion_that_one_thread_breaks_for_one_input
__global__ void k(int n) {
    assert(threadIdx.x + n != 2000);          // <- assertion
}
int main(void) {
    k<<<1, 4>>>(nondet_int());
    return 0;
}
//# launched_twice
__global__ void k(int *a) { (*a)++; }
int main(void) {
    int h = 0, *d;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 2);
    return 0;
}
//# launched_in_a_loop
__global__ void k(int *a, int i) { a[i % 2] += i; }
int main(void) {
    int h[2] = {0}, *d;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 6; i++) k<<<1, 1>>>(d, i);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 6 && h[1] == 9);
    return 0;
}
//# shared_memory_does_not_survive_a_launch
__global__ void k(int *out, int first) {
    __shared__ int s;
    if (first) s = 5;
    *out = s;
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 1>>>(d, 1);
    k<<<1, 1>>>(d, 0);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 5);                           // <- uninitialised-use
    return 0;
}
//# division_by_a_symbolic_zero
__global__ void k(int n) {
    int x = 100 / n;                          // <- division-by-zero
    (void)x;
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# division_by_a_tested_input
__global__ void k(int n) {
    int x = n ? 100 % n : 0;
    assert(x <= 100);
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# division_of_the_smallest_by_minus_one --overflow-check
__global__ void k(int a, int b) {
    if (b != 0) a = a / b;                    // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_int(), nondet_int());
    return 0;
}
//# remainder_of_the_smallest_by_minus_one --overflow-check
__global__ void k(int a, int b) {
    if (b != 0) a = a % b;                    // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_int(), nondet_int());
    return 0;
}
//# float_division_by_zero_is_no_error
__global__ void k(float x) { x = 1.0f / x; }
int main(void) {
    k<<<1, 1>>>(0.0f);
    return 0;
}
//# signed_overflow --overflow-check
__global__ void k(int a) {
    a = a + 1;                                // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# signed_overflow_of_product --overflow-check
__global__ void k(int a) {
    __ESBMC_assume(0 < a && a < 50000);
    a = a * a;                                // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# product_that_fits --overflow-check
__global__ void k(int a) {
    __ESBMC_assume(-181 <= a && a <= 181);
    a = a * a;
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# negation_of_the_smallest --overflow-check
__global__ void k(int a) {
    a = -a;                                   // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# increment_overflows --overflow-check
__global__ void k(int a) {
    a++;                                      // <- signed-overflow
}
int main(void) {
    k<<<1, 1>>>(2147483647);
    return 0;
}
//# small_types_do_not_overflow --overflow-check
__global__ void k(signed char a, short b) { a++; b += b; }
int main(void) {
    k<<<1, 1>>>(127, 32767);
    return 0;
}
//# unsigned_is_not_signed --overflow-check
__global__ void k(unsigned a) { a = a + 1; }
int main(void) {
    k<<<1, 1>>>(nondet_uint());
    return 0;
}
//# unsigned_overflow --unsigned-overflow-check
__global__ void k(unsigned a) {
    a = a - 1;                                // <- unsigned-overflow
}
int main(void) {
    k<<<1, 1>>>(nondet_uint());
    return 0;
}
//# unsigned_that_fits --unsigned-overflow-check
__global__ void k(unsigned a) {
    if (a > 0) a = a - 1;
    int i = (int)threadIdx.x - 1;
    (void)i;
}
int main(void) {
    k<<<1, dim3(2)>>>(nondet_uint());
    return 0;
}
//# shift_too_far --ub-shift-check
__global__ void k(int a, int n) {
    a = 1 << n;                               // <- shift
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(0 <= n && n <= 32);
    k<<<1, 1>>>(1, n);
    return 0;
}
//# shift_by_a_negative_amount --ub-shift-check
__global__ void k(int a, int n) {
    a = a >> n;                               // <- shift
}
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(-1 <= n && n < 32);
    k<<<1, 1>>>(1, n);
    return 0;
}
//# shift_that_fits --ub-shift-check
__global__ void k(unsigned a, int n) { a = (a << n) | (a >> (31 - n)); }
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(0 <= n && n < 32);
    k<<<1, 1>>>(1, n);
    return 0;
}
//# wide_shift_fits --ub-shift-check
__global__ void k(long long a) { a = a << 40; }
int main(void) {
    k<<<1, 1>>>(1);
    return 0;
}
//# zero_by_zero --nan-check
__global__ void k(float x, float y) {
    x = x / y;                                // <- nan
}
int main(void) {
    k<<<1, 1>>>(0.0f, 0.0f);
    return 0;
}
//# infinity_minus_infinity --nan-check
__global__ void k(float x) {
    x = x * 1e30f;
    x = x - x;                                // <- nan
}
int main(void) {
    k<<<1, 1>>>(1e30f);
    return 0;
}
//# no_nan --nan-check
__global__ void k(float x, float y) { x = x / y + x * y - x; }
int main(void) {
    k<<<1, 1>>>(1.0f, 0.5f);
    return 0;
}
//# float_input
__global__ void k(float x) {
    if (x >= 0.0f && x <= 1.0f) {
        float y = x * 2.0f;
        assert(y <= 2.0f);
        assert(y < 2.0f);                     // <- assertion
    }
}
int main(void) {
    k<<<1, 1>>>(nondet_float());
    return 0;
}
//# launch_too_large
__global__ void k() { }
int main(void) {
    k<<<1, 1025>>>();                         // <- launch-config
    return 0;
}
//# launch_of_nothing
__global__ void k() { }
int main(void) {
    k<<<0, 1>>>();                            // <- launch-config
    return 0;
}
//# launch_too_large_in_three_dimensions
__global__ void k() { }
int main(void) {
    k<<<1, dim3(32, 32, 2)>>>();              // <- launch-config
    return 0;
}
//# launch_too_deep
__global__ void k() { }
int main(void) {
    k<<<1, dim3(1, 1, 65)>>>();               // <- launch-config
    return 0;
}
//# launch_as_large_as_it_may_be
__global__ void k() { }
int main(void) {
    k<<<1, dim3(16, 16, 4)>>>();
    return 0;
}
//# copy_in_the_wrong_direction
__global__ void k() { }
int main(void) {
    int h = 0, *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 1>>>();
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyDeviceToHost);    // <- api-misuse
    return 0;
}
//# arguments_of_main
__global__ void k(int n) { assert(n != 42); }     // <- assertion
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    k<<<1, 1>>>(atoi(argv[1]));
    return 0;
}
//# arguments_of_main_given --args 41
__global__ void k(int n) { assert(n == 41); }
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    k<<<1, 1>>>(atoi(argv[1]));
    return 0;
}
//# argument_that_is_not_there
__global__ void k(int n) { }
int main(int argc, char **argv) {
    k<<<1, 1>>>(atoi(argv[1]));               // <- null-dereference
    return 0;
}
//# switch_on_an_input
__global__ void k(int n) {
    int x = 0;
    switch (n) {
    case 1: x = 1;
    case 2: x += 2; break;
    case 3: x = 5; break;
    default: x = 9;
    }
    assert(x == (n == 1 ? 3 : n == 2 ? 2 : n == 3 ? 5 : 9));
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# goto_on_an_input
__global__ void k(int n) {
    int x = 0;
    if (n > 5) goto done;
    x = 1;
done:
    assert(x == (n <= 5));
}
int main(void) {
    k<<<1, 1>>>(nondet_int());
    return 0;
}
//# short_circuit_protects
__global__ void k(int *a, int i) {
    assert(i < 0 || i >= 4 || a[i] == a[i]);
    if (i >= 0 && i < 4 && a[i] > 0) a[i] = 0;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    cudaMemset(d, 0, 4 * sizeof(int));
    k<<<1, 1>>>(d, nondet_int());
    return 0;
}
//# atomics_at_a_symbolic_index
//! por-too
__global__ void k(int *h, int *a) { atomicAdd(&h[a[threadIdx.x]], 1); }
int main(void) {
    int a[2], c[3], *d, *e;
    for (int i = 0; i < 2; i++) {
        a[i] = nondet_int();
        __ESBMC_assume(0 <= a[i] && a[i] < 3);
    }
    cudaMalloc((void **)&d, sizeof c);
    cudaMalloc((void **)&e, sizeof a);
    cudaMemset(d, 0, sizeof c);
    cudaMemcpy(e, a, sizeof a, cudaMemcpyHostToDevice);
    k<<<1, 2>>>(d, e);
    cudaMemcpy(c, d, sizeof c, cudaMemcpyDeviceToHost);
    assert(c[0] + c[1] + c[2] == 2);
    assert(c[a[0]] >= 1);
    return 0;
}
//# bucket_is_missed_at_a_symbolic_index
__global__ void k(int *h, int *a) { atomicAdd(&h[a[threadIdx.x]], 1); }     // <- bounds
int main(void) {
    int a[2], *d, *e;
    for (int i = 0; i < 2; i++) {
        a[i] = nondet_int();
        __ESBMC_assume(0 <= a[i] && a[i] <= 3);
    }
    cudaMalloc((void **)&d, 3 * sizeof(int));
    cudaMalloc((void **)&e, sizeof a);
    cudaMemset(d, 0, 3 * sizeof(int));
    cudaMemcpy(e, a, sizeof a, cudaMemcpyHostToDevice);
    k<<<1, 2>>>(d, e);
    return 0;
}
//# lock_under_a_symbolic_condition
//! por-too
__device__ int lock, count;
__global__ void k(int c) {
    if (c > 3) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        __threadfence();
        count++;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
int main(void) {
    int h, c = nondet_int();
    k<<<2, 1>>>(c);
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == (c > 3 ? 2 : 0));
    return 0;
}
//# wait_that_one_input_never_ends
__device__ int flag;
__global__ void k(int c) {
    if (blockIdx.x == 0) { if (c != 5) atomicExch(&flag, 1); }
    else while (atomicAdd(&flag, 0) == 0) { }     // <- deadlock
}
int main(void) {
    k<<<2, 1>>>(nondet_int());
    return 0;
}
//# guarded_wake_up
//! por-too
__device__ int flag;
__global__ void k(int c) {
    int t = blockIdx.x;
    if (c == t) return;
    if (t == 0) atomicExch(&flag, 1);
    else while (atomicAdd(&flag, 0) == 0) { }     // <- deadlock
}
int main(void) {
    int c = nondet_int();
    __ESBMC_assume(0 <= c && c < 3);
    k<<<3, 1>>>(c);
    return 0;
}
//# wait_for_a_symbolic_value
__device__ int flag;
__global__ void k(int c) {
    if (blockIdx.x == 0) atomicExch(&flag, c);
    else while (atomicAdd(&flag, 0) != c) { }
}
int main(void) {
    k<<<2, 1>>>(nondet_int());
    return 0;
}
//# compare_and_swap_with_a_symbolic_value
//! por-too
__device__ int x;
__global__ void k(int a, int b) {
    int old = atomicCAS(&x, blockIdx.x == 0 ? a : b, 7);
    assert(old == 0 || old == 7);
}
int main(void) {
    k<<<2, 1>>>(nondet_int(), nondet_int());
    return 0;
}
//# lost_update_under_a_symbolic_condition --no-data-races-check
__device__ int n;
__global__ void k(int c) { if (c > 3) n = n + 1; }
int main(void) {
    int h, c = nondet_int();
    k<<<2, 1>>>(c);
    cudaMemcpyFromSymbol(&h, n, sizeof h);
    assert(h == (c > 3 ? 2 : 0));             // <- assertion
    return 0;
}
//# lost_update_at_a_symbolic_index --no-data-races-check
__global__ void k(int *a, int i, int j) { a[threadIdx.x ? i : j] += 1; }
int main(void) {
    int h[3] = {0}, *d, i = nondet_int(), j = nondet_int();
    __ESBMC_assume(0 <= i && i < 3 && 0 <= j && j < 3);
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 2>>>(d, i, j);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] + h[1] + h[2] == 2);          // <- assertion
    return 0;
}
//# pointer_stored_at_a_symbolic_index_of_an_array_that_holds_none_yet
int main(void) {
    int n = nondet_int(), x = 5, *p[2];
    __ESBMC_assume(n >= 0 && n < 2);
    p[n] = &x;
    assert(*p[n] == 5);
    return 0;
}
//! warns no kernel
//# pointer_stored_at_a_symbolic_index_of_a_zeroed_array
int *p[2];
int main(void) {
    int n = nondet_int(), x = 5;
    __ESBMC_assume(n >= 0 && n < 2);
    p[n] = &x;
    assert(*p[n] == 5);
    assert(p[0] != 0);                        // <- assertion
    return 0;
}
//# pointer_stored_at_a_symbolic_index_of_a_long_array
int *p[100];
int main(void) {
    int n = nondet_int(), x = 5;
    __ESBMC_assume(n >= 0 && n < 100);
    p[n] = &x;
    assert(*p[n] == 5);
    assert(p[99] == 0);                       // <- assertion
    return 0;
}
//# pointer_read_at_a_symbolic_index_where_its_integer_was_written
int main(void) {
    int n = nondet_int(), x = 5;
    long long p[2];
    __ESBMC_assume(n >= 0 && n < 2);
    p[0] = p[1] = (long long)&x;
    assert(*((int **)p)[n] == 5);
    return 0;
}
//! warns no kernel
//# pointer_beside_a_member_that_is_written_at_a_symbolic_index
struct box { int size; short h[2]; int *p; };
int main(void) {
    int n = nondet_int(), x = 0;
    struct box s[2] = {{0, {0, 0}, &x}, {0, {0, 0}, &x}};
    __ESBMC_assume(n >= 0 && n < 2);
    s[n].h[1] = 9;
    *s[0].p = 1;
    assert(x == 0);                           // <- assertion
    return 0;
}
//# pointer_in_a_long_array_of_structs_with_a_write_at_a_symbolic_index
struct box { int size; short h[2]; int *p; };
int main(void) {
    int n = nondet_int(), x = 0;
    struct box s[100];
    s[3].p = &x;
    __ESBMC_assume(n >= 0 && n < 100);
    s[n].h[1] = 9;
    *s[3].p = 1;
    assert(x == 1);
    assert(s[n].h[1] != 9);                   // <- assertion
    return 0;
}
//# pointer_made_of_bytes_of_two_pointers
int main(void) {
    int n = nondet_int(), a = 1, b = 2, *from[2] = {&a, &b}, *to;
    __ESBMC_assume(n >= 0 && n < 2);
    for (int i = 0; i < 8; i++) ((char *)&to)[i] = ((char *)&from[n])[i];
    assert(*to == 1);                         // <- assertion
    return 0;
}
//# function_pointer_made_of_bytes_of_two
int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
    int n = nondet_int();
    int (*from[2])(void) = {one, two};
    int (*to)(void);
    __ESBMC_assume(n >= 0 && n < 2);
    for (int i = 0; i < 8; i++) ((char *)&to)[i] = ((char *)&from[n])[i];
    assert(to() == 1);                        // <- assertion
    return 0;
}
//# local_that_leaves_its_scope_on_one_side
int main(void) {
    int n = nondet_int(), z = 1, *p = &z;
    for (int i = 0; i < 2; i++) {
        int y[2] = {5, 5};
        if (i == n) { p = y; break; }
    }
    return *p;                                // <- invalid-pointer
}
//# local_that_leaves_its_scope_on_the_other_side
int main(void) {
    int n = nondet_int(), sum = 0;
    for (int i = 0; i < 2; i++) {
        int y[2] = {5, i}, *p = y;
        if (i == n) continue;
        sum += p[1];
    }
    assert(sum == 0 || n != 1);
    return 0;
}
//! warns no kernel
//# host_that_waits_for_a_kernel_for_some_inputs_only
__managed__ int x;
__global__ void k(void) { x = 1; }            // <- data-race
int main(void) {
    k<<<1, 1>>>();
    if (nondet_int()) cudaDeviceSynchronize();
    return x;                                 // <- data-race
}
//# host_that_waits_for_a_kernel_that_it_launches_for_some_inputs
__managed__ int x;
__global__ void k(void) { x = 1; }
int main(void) {
    if (nondet_int()) {
        k<<<1, 1>>>();
        cudaDeviceSynchronize();
    }
    return x;
}
//# launch_that_fails_for_some_inputs --no-check launch-config
__device__ int x;
__global__ void k(void) { atomicAdd(&x, 1); }
int main(void) {
    int n = nondet_int(), h;
    __ESBMC_assume(n >= 0 && n <= 2);
    k<<<1, n>>>();
    cudaError_t error = cudaGetLastError();
    cudaMemcpyFromSymbol(&h, x, sizeof h);
    assert((error == cudaSuccess) == (n != 0));
    assert(h == n);
    assert(error == cudaSuccess);             // <- assertion
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_all_inputs_are_looked_at(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("result, args, told", [("argc > 9", None, True), ("argc > 9", (), False), ("0", None, False)])
def test_the_bound_of_the_command_line_is_told(
    frontend: str, result: str, args: tuple[str, ...] | None, told: bool, tmp_path: Path
) -> None:
    """Where main looks at its arguments, and they are arbitrary."""
    path = tmp_path / "main.cu"
    path.write_text(f"int main(int argc, char **argv) {{ return {result}; }}")
    notes = verify([str(path)], Options(frontend=frontend, args=args, max_argc=5)).assumptions
    assert ("argc is at most 5 (--max-argc), and no argument is longer than 11 characters" in notes) == told


def test_a_bound_of_a_loop_that_does_not_exist_is_told(tmp_path: Path) -> None:
    path = tmp_path / "main.cu"
    path.write_text("int main() { int n = 0; for (int i = 0; i < 3; i++) n += i; return 0; }")
    result = verify([str(path)], Options(unwindset=(("main.1", 5), ("main.7", 2))))
    assert [w for w in result.warnings if "unwindset" in w] == [
        "--unwindset: the program has no loop 'main.7' (--show-loops lists them)"
    ]
