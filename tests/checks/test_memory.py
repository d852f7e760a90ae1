"""Bounds, lifetimes, memory spaces, frees, leaks and values that nobody wrote."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# copy_onto_itself_for_some_inputs
int main(void) {
    char a[8] = {0}, b[8] = {0};
    char *from = nondet_int() ? a + 3 : b;
    memcpy(a, from, 3);
    memcpy(a, from, 4);   // <- api-misuse
    return 0;
}
//# string_copied_onto_itself_for_some_inputs
int main(void) {
    char a[8] = "ab", b[8] = "cd";
    strcpy(nondet_int() ? b : a + 3, a);
    strcpy(nondet_int() ? b : a, nondet_int() ? a : b);   // <- api-misuse
    return 0;
}
//# few_bytes_of_a_memory_whose_size_is_an_input --timeout 30
int main(void) {
    int n = nondet_int();
    __ESBMC_assume(2 <= n && n <= 5);
    char *a = (char *)malloc(n), *b = (char *)malloc(n);
    memset(a, 1, 2);
    memset(a, 2, n);
    memcpy(b, a, n);
    assert(b[n - 1] == 2);
    assert(b[n] == 2);    // <- bounds
    return 0;
}
//# one_past_the_end
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] = i;                     // <- bounds
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 5 * sizeof(int));
    k<<<2, 4>>>(d, 5);
    return 0;
}
//# up_to_the_end
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 5 * sizeof(int));
    k<<<2, 4>>>(d, 5);
    return 0;
}
//# before_the_beginning
__global__ void k(int *a) { a[(int)threadIdx.x - 1] = 1; }    // <- bounds
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8);
    k<<<1, 1>>>(d);
    return 0;
}
//# function_of_the_host_in_a_kernel
int inc(int x) { return x + 1; }
__global__ void k(int (*f)(int), int *out) { *out = f(1); }    // <- invalid-pointer
int main(void) {
    int *d;
    int (*chosen)(int) = inc;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(chosen, d);
    return 0;
}
//# host_address_of_a_function_of_both_sides
__host__ __device__ int inc(int x) { return x + 1; }
__global__ void k(int (*f)(int), int *out) { *out = f(1); }    // <- invalid-pointer
int main(void) {
    int *d;
    int (*chosen)(int) = inc;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(chosen, d);
    return 0;
}
//# comparison_of_both_sides
__host__ __device__ int difference(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__global__ void k(int *v) {
    int (*before)(const void *, const void *) = difference;
    v[0] = before(v, v + 1) < 0;
}
int main(void) {
    int h[2] = {5, 3}, *d;
    qsort(h, 2, sizeof(int), difference);
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    assert(h[0] == 1);
    return 0;
}
//# function_of_the_device_on_the_host
__device__ int inc(int x) { return x + 1; }
__device__ int (*chosen)(int) = inc;
int main(void) {
    int (*f)(int);
    cudaMemcpyFromSymbol(&f, chosen, sizeof(f));
    return f(1);                              // <- invalid-pointer
}
//# function_of_the_device_by_way_of_the_host
__device__ int inc(int x) { return x + 1; }
__device__ int (*chosen)(int) = inc;
__global__ void k(int (*f)(int), int *out) { *out = f(1); }
int main(void) {
    int *d;
    int (*f)(int);
    cudaMalloc((void **)&d, 4);
    cudaMemcpyFromSymbol(&f, chosen, sizeof(f));
    k<<<1, 1>>>(f, d);
    return 0;
}
//# shared_array
__global__ void k() {
    __shared__ int s[4];
    s[threadIdx.x + 1] = 0;                   // <- bounds
}
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# dynamic_shared_array_too_small
extern __shared__ int s[];
__global__ void k() { s[threadIdx.x] = 0; }   // <- bounds
int main(void) {
    k<<<1, 4, 3 * sizeof(int)>>>();
    return 0;
}
//# dynamic_shared_array_not_given
extern __shared__ int s[];
__global__ void k() { s[threadIdx.x] = 0; }   // <- bounds
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# local_array_of_the_kernel
__global__ void k() {
    int a[3];
    for (int i = 0; i <= 3; i++) a[i] = i;    // <- bounds
}
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# host_stack_array
__global__ void k() { }
int main(void) {
    int a[3];
    k<<<1, 1>>>();
    for (int i = 3; i >= -1; i--)
        if (i != 3) a[i] = 0;                 // <- bounds
    return 0;
}
//# row_of_a_matrix
__global__ void k(int (*m)[3]) { m[1][threadIdx.x] = 1; }     // <- bounds
int main(void) {
    int (*d)[3];
    cudaMalloc((void **)&d, 6 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# wide_access_at_the_end
__global__ void k(char *a) { *(int *)(a + 5) = 1; }           // <- bounds
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 8);
    k<<<1, 1>>>(d);
    return 0;
}
//# symbolic_index
__global__ void k(int *a, int i) { a[i] = 1; }                // <- bounds
int main(void) {
    int *d, i = nondet_int();
    __ESBMC_assume(0 <= i && i <= 4);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 1>>>(d, i);
    return 0;
}
//# symbolic_index_inside
__global__ void k(int *a, int i) { a[i] = 1; }
int main(void) {
    int *d, i = nondet_int();
    __ESBMC_assume(0 <= i && i < 4);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 1>>>(d, i);
    return 0;
}
//# symbolic_size
__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }
int main(void) {
    int *d, n = nondet_int();
    __ESBMC_assume(0 < n && n <= 4);
    cudaMalloc((void **)&d, n * sizeof(int));
    k<<<1, 4>>>(d, n);
    return 0;
}
//# symbolic_size_one_too_small
__global__ void k(int *a, int n) { if (threadIdx.x <= n) a[threadIdx.x] = 1; }    // <- bounds
int main(void) {
    int *d, n = nondet_int();
    __ESBMC_assume(0 < n && n <= 4);
    cudaMalloc((void **)&d, n * sizeof(int));
    k<<<1, 4>>>(d, n);
    return 0;
}
//# index_computed_with_overflow
__global__ void k(int *a, unsigned i) { a[i * 4u] = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d, 0x40000000u);
    return 0;
}
//# null_pointer
__global__ void k(int *a) { *a = 1; }         // <- null-dereference
int main(void) {
    k<<<1, 1>>>(NULL);
    return 0;
}
//# null_pointer_that_is_tested
__global__ void k(int *a) { if (a) *a = 1; }
int main(void) {
    k<<<1, 1>>>(NULL);
    return 0;
}
//# malloc_may_fail --malloc-may-fail
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(4);
    k<<<1, 1>>>();
    *p = 1;                                   // <- null-dereference
    free(p);
    return 0;
}
//# malloc_is_checked --malloc-may-fail
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(4);
    if (!p) return 1;
    k<<<1, 1>>>();
    *p = 1;
    free(p);
    return 0;
}
//# cuda_malloc_may_fail --malloc-may-fail
__global__ void k(int *p) { *p = 1; }         // <- uninitialised-use
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    return 0;
}
//# cuda_malloc_is_checked --malloc-may-fail
__global__ void k(int *p) { *p = 1; }
int main(void) {
    int *d;
    if (cudaMalloc((void **)&d, 4) != cudaSuccess) return 1;
    k<<<1, 1>>>(d);
    cudaFree(d);
    return 0;
}
//# uninitialised_pointer
__global__ void k(int *a) { *a = 1; }         // <- uninitialised-use
int main(void) {
    int *d;
    k<<<1, 1>>>(d);
    return 0;
}
//# uninitialised_pointer_is_arbitrary --no-check uninitialised-use
__global__ void k(int *a) { *a = 1; }         // <- invalid-pointer
int main(void) {
    int *d;
    k<<<1, 1>>>(d);
    return 0;
}
//# integer_as_pointer
__global__ void k() { *(int *)0x12345678 = 1; }               // <- invalid-pointer
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# pointer_through_an_integer
__global__ void k(unsigned long long a) { *(int *)a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>((unsigned long long)d);
    return 0;
}
//# local_of_a_returned_function
__device__ int *local() { int x = 1; int *p = &x; return p; }
__global__ void k(int *out) { *out = *local(); }              // <- invalid-pointer
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
//# kernel_uses_freed_memory
__global__ void k(int *a) { *a = 1; }         // <- use-after-free
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    cudaFree(d);
    k<<<1, 1>>>(d);
    return 0;
}
//# host_uses_freed_memory
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(sizeof(int));
    k<<<1, 1>>>();
    free(p);
    return *p;                                // <- use-after-free
}
//# freed_under_a_condition
__global__ void k(int *a) { *a = 1; }         // <- use-after-free
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    if (nondet_int() == 3) cudaFree(d);
    k<<<1, 1>>>(d);
    return 0;
}
//# freed_twice_on_the_host
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(sizeof(int));
    k<<<1, 1>>>();
    free(p);
    free(p);                                  // <- double-free
    return 0;
}
//# freed_twice_on_the_device
__global__ void k() { }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>();
    cudaFree(d);
    cudaFree(d);                              // <- double-free
    return 0;
}
//# freed_twice_for_one_input
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(sizeof(int)), c = nondet_int();
    k<<<1, 1>>>();
    if (c > 2) free(p);
    if (c < 4) free(p);                       // <- double-free
    return 0;
}
//# freed_once_for_each_input
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(sizeof(int)), c = nondet_int();
    k<<<1, 1>>>();
    if (c > 2) free(p);
    if (c <= 2) free(p);
    return 0;
}
//# null_is_freed
__global__ void k() { }
int main(void) {
    k<<<1, 1>>>();
    free(NULL);
    cudaFree(NULL);
    return 0;
}
//# middle_is_freed
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(2 * sizeof(int));
    k<<<1, 1>>>();
    free(p + 1);                              // <- invalid-free
    return 0;
}
//# stack_is_freed
__global__ void k() { }
int main(void) {
    int x;
    k<<<1, 1>>>();
    free(&x);                                 // <- invalid-free
    return 0;
}
//# device_memory_is_freed_by_the_host
__global__ void k() { }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>();
    free(d);                                  // <- invalid-free
    return 0;
}
//# host_memory_is_freed_by_the_device
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(sizeof(int));
    k<<<1, 1>>>();
    cudaFree(p);                              // <- invalid-free
    return 0;
}
//# host_reads_device_memory
__global__ void k() { }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>();
    return *d;                                // <- memory-space
}
//# kernel_reads_host_memory
__global__ void k(int *a) { *a = 1; }         // <- memory-space
int main(void) {
    int x;
    k<<<1, 1>>>(&x);
    return 0;
}
//# kernel_reads_pinned_memory
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *p;
    cudaMallocHost((void **)&p, sizeof(int));
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    assert(*p == 1);
    cudaFreeHost(p);
    return 0;
}
//# host_reads_device_variable
__device__ int x;
__global__ void k() { x = 1; }
int main(void) {
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    return x;                                 // <- memory-space
}
//# local_address_given_to_another_thread
__global__ void k(int **p) {
    int mine = threadIdx.x;
    p[threadIdx.x] = &mine;
    __syncthreads();
    int other = *p[1 - threadIdx.x];          // <- memory-space
    __syncthreads();
    (void)other;
}
int main(void) {
    int **d;
    cudaMalloc((void **)&d, 2 * sizeof(int *));
    k<<<1, 2>>>(d);
    return 0;
}
//# constant_memory_is_written
__constant__ int c;
__global__ void k(int *p) { *p = 1; }         // <- invalid-pointer
int main(void) {
    int *p;
    cudaGetSymbolAddress((void **)&p, c);
    k<<<1, 1>>>(p);
    return 0;
}
//# string_literal_is_written
__global__ void k() { }
int main(void) {
    char *s = (char *)"abc";
    k<<<1, 1>>>();
    s[0] = 'x';                               // <- invalid-pointer
    return 0;
}
//# leak --memory-leak-check
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));     // <- memory-leak
    int *p = (int *)malloc(4);                // <- memory-leak
    k<<<1, 1>>>(d);
    return p == NULL;
}
//# no_leak --memory-leak-check
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    int *p = (int *)malloc(4);
    k<<<1, 1>>>(d);
    free(p);
    cudaFree(d);
    return 0;
}
//# leak_on_one_path --memory-leak-check
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));     // <- memory-leak
    k<<<1, 1>>>(d);
    if (nondet_int() == 7) return 1;
    cudaFree(d);
    return 0;
}
//# leak_at_exit --memory-leak-check
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(4);                // <- memory-leak
    k<<<1, 1>>>();
    if (p) exit(0);
    free(p);
    return 0;
}
//# leaks_are_no_errors_by_default
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
//# device_reset_frees --memory-leak-check
__global__ void k(int *a) { *a = 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d);
    cudaDeviceReset();
    return 0;
}
//# uninitialised_shared --uninitialised-check
__global__ void k(int *out) {
    __shared__ int s[2];
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];        // <- uninitialised-read
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# initialised_shared --uninitialised-check
__global__ void k(int *out) {
    __shared__ int s[2];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[1 - threadIdx.x];
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# uninitialised_global --uninitialised-check
__global__ void k(int *a) { a[0]++; }         // <- uninitialised-read
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
//# memset_initialises --uninitialised-check
__global__ void k(int *a) { a[0]++; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
//# device_variables_are_zero --uninitialised-check
__device__ int x;
__global__ void k() { assert(x == 0); }
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# uninitialised_local --uninitialised-check
__global__ void k(int *out) {
    int x;
    if (threadIdx.x == 0) x = 1;
    out[threadIdx.x] = x + 1;                 // <- uninitialised-read
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# uninitialised_on_one_path --uninitialised-check
//! known a merge takes the set side for both
__global__ void k(int *out, int c) {
    int x;
    if (c) x = 1;
    *out = x + 1;                             // <- uninitialised-read
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d, nondet_int());
    return 0;
}
//# uninitialised_array_element_on_one_path --uninitialised-check
__global__ void k(int *out, int c) {
    int x[2];
    if (c) x[0] = 1;
    *out = x[0];                              // <- uninitialised-read
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d, nondet_int());
    return 0;
}
//# uninitialised_malloc --uninitialised-check
__global__ void k() { }
int main(void) {
    int *p = (int *)malloc(8);
    k<<<1, 1>>>();
    p[0] = 1;
    return p[1];                              // <- uninitialised-read
}
//# uninitialised_symbolic_element --uninitialised-check
__global__ void k() { }
int main(void) {
    int a[3], i = nondet_int();
    k<<<1, 1>>>();
    a[0] = a[1] = 0;
    __ESBMC_assume(0 <= i && i < 3);
    return a[i];                              // <- uninitialised-read
}
//# initialised_symbolic_element --uninitialised-check
__global__ void k() { }
int main(void) {
    int a[3], i = nondet_int();
    k<<<1, 1>>>();
    a[0] = a[1] = a[2] = 0;
    __ESBMC_assume(0 <= i && i < 3);
    return a[i];
}
//# uninitialised_is_arbitrary --no-check uninitialised-use
__global__ void k(int *a) {
    assert(a[0] != 12345);                    // <- assertion
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 1>>>(d);
    return 0;
}
//# padding_may_be_copied --uninitialised-check
struct s { char c; int i; };
__global__ void k(struct s *a) { struct s b = *a; a[1] = b; }
int main(void) {
    struct s h, *d;
    h.c = 'x';
    h.i = 3;
    cudaMalloc((void **)&d, 2 * sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    return 0;
}
//# copy_too_long
__global__ void k() { }
int main(void) {
    int h[2], *d;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>();
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);    // <- bounds
    return 0;
}
//# copy_of_a_symbolic_size
__global__ void k() { }
int main(void) {
    int h[4] = {0}, *d, n = nondet_int();
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 1>>>();
    __ESBMC_assume(0 <= n && n <= 5);
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);    // <- bounds
    return 0;
}
//# string_copy_too_long
__global__ void k() { }
int main(void) {
    char s[3];
    k<<<1, 1>>>();
    strcpy(s, "abc");                         // <- bounds
    return 0;
}
//# pointer_to_pointer
__global__ void k(int **p) { *p[1] = 7; }
int main(void) {
    int *h[2], **d, x;
    cudaMalloc((void **)&h[0], sizeof(int));
    cudaMalloc((void **)&h[1], sizeof(int));
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    cudaMemcpy(&x, h[1], sizeof x, cudaMemcpyDeviceToHost);
    assert(x == 7);
    return 0;
}
//# pointer_to_host_pointer
__global__ void k(int **p) { *p[1] = 7; }     // <- memory-space
int main(void) {
    int *h[2], **d, x;
    h[0] = h[1] = &x;
    cudaMalloc((void **)&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    return 0;
}
//# constants_that_code_initialises --frontend c
struct P { int a, b; };
int f(int x) { return 3 + x; }
const struct P whole = {f(1), 2};
const int part[3] = {1, f(2), 3};
int once(void) { static const int kept = f(4); return kept; }
__global__ void k(void) {}
int main(void) {
    k<<<1, 1>>>();
    assert(whole.a == 4 && whole.b == 2 && part[0] == 1 && part[1] == 5 && part[2] == 3);
    assert(once() + once() == 14);
    return 0;
}
//# constants_that_the_compiler_knows --frontend c
const int known[2] = {1, 2};
int main(void) {
    *(int *)&known[1] = 3; // <- invalid-pointer
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_memory_is_used_as_it_may_be(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
