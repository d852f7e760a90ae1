"""Pointers to memory that is not the thread's to use: shared memory of other blocks, what lies near null, the middle of
an allocation that is freed, memory of the allocator of the other side."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# shared_memory_of_a_block_that_has_ended --no-check data-race
__device__ int *kept;
__global__ void k(int *out) {
    __shared__ int s;
    s = blockIdx.x;
    if (blockIdx.x == 0) kept = &s;
    else if (kept) *out = *kept;                // <- memory-space
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<2, 1>>>(d);
    return 0;
}
//# shared_memory_of_an_earlier_kernel
__device__ int *kept;
__global__ void first() { __shared__ int s[4]; kept = s + 1; }
__global__ void second() { __shared__ int s[4]; s[0] = 1; *kept = 2; }    // <- memory-space
int main(void) {
    first<<<1, 1>>>();
    second<<<1, 1>>>();
    return 0;
}
//# shared_memory_of_another_block_for_some_inputs --no-check data-race
__device__ int *kept[2];
__global__ void k(int *out, int n) {
    __shared__ int s[2];
    s[0] = 3;
    kept[blockIdx.x] = s;
    if (blockIdx.x == 1) *out = *kept[n];       // <- memory-space
}
int main(void) {
    int n = nondet_int(), *d;
    __ESBMC_assume(n == 0 || n == 1);
    cudaMalloc((void **)&d, 4);
    k<<<2, 1>>>(d, n);
    return 0;
}
//# shared_memory_of_another_block_is_not_reached --no-check memory-space
__device__ int *kept;
__global__ void first() { __shared__ int s; s = 1; kept = &s; }
__global__ void second() {
    int before = *kept;
    *kept = 2;
    assert(before == 1);                        // <- assertion
}
int main(void) {
    first<<<1, 1>>>();
    second<<<1, 1>>>();
    return 0;
}
//# own_shared_memory_under_a_guard
__device__ int *kept[2];
__global__ void k(int *out, int n) {
    __shared__ int s[2];
    s[0] = 3;
    kept[blockIdx.x] = s;
    if (n == blockIdx.x) out[blockIdx.x] = *kept[n];
}
int main(void) {
    int n = nondet_int(), h[2], *d;
    __ESBMC_assume(n == 0 || n == 1);
    cudaMalloc((void **)&d, 8);
    k<<<2, 1>>>(d, n);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    assert(h[n] == 3);
    return 0;
}
//# atomic_on_shared_memory_of_another_block --no-check data-race
__device__ int *kept;
__global__ void k() {
    __shared__ int s;
    if (blockIdx.x == 0) kept = &s;
    else if (kept) atomicAdd(kept, 1);          // <- memory-space
}
int main(void) { k<<<2, 1>>>(); return 0; }
//# shared_memory_that_a_function_is_given
__device__ int sum(int *s) { return s[0] + s[1]; }
__global__ void k(int *out) {
    __shared__ int s[2];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum(s);
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8);
    k<<<2, 2>>>(d);
    k<<<2, 2>>>(d);
    return 0;
}
//# extern_shared_memory_through_a_pointer
__global__ void k(int *out) {
    extern __shared__ int s[];
    int *p = s + threadIdx.x;
    *p = 1;
    out[blockIdx.x * 2 + threadIdx.x] = *p;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 16);
    k<<<2, 2, 8>>>(d);
    return 0;
}
//# free_somewhere_in_a_block
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    if (i < 4) free(p + i);                     // <- invalid-free
    return 0;
}
//# free_at_a_start_that_takes_arithmetic
//! warns no kernel was launched
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    char *end = p + i % 16;
    free(end - i % 16);
    return 0;
}
//# free_where_the_offset_is_zero
//! warns no kernel was launched
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    __ESBMC_assume(i < 4);
    if (i == 0) free(p + i);
    else p[i] = 1;
    return 0;
}
//# use_after_a_free_at_a_symbolic_offset
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    p[3] = 1;
    __ESBMC_assume(i < 4);
    if (i < 1) free(p + i);
    return p[3];                                // <- use-after-free
}
//# free_of_the_start_of_one_of_two_blocks
int main(void) {
    int c = nondet_int(), i = nondet_int();
    __ESBMC_assume(0 <= i && i < 4);
    char *a = (char *)malloc(16), *b = (char *)malloc(16);
    char *p = c ? a + i : b;
    if (!c || i == 0) free(p);
    else free(p);                               // <- invalid-free
    return 0;
}
//# device_memory_at_a_symbolic_offset
int main(void) {
    int i = nondet_int(), *d;
    __ESBMC_assume(0 <= i && i < 4);
    cudaMalloc((void **)&d, 16);
    cudaFree(d + i);                            // <- invalid-free
    return 0;
}
//# pinned_memory_at_a_symbolic_offset
int main(void) {
    int i = nondet_int(), *d;
    __ESBMC_assume(0 <= i && i < 4);
    cudaMallocHost((void **)&d, 16);
    if (i == 0) cudaFreeHost(d + i);
    else cudaFreeHost(d + i);                   // <- invalid-free
    return 0;
}
//# realloc_at_a_symbolic_offset
int main(void) {
    int i = nondet_int();
    __ESBMC_assume(0 <= i && i < 4);
    char *p = (char *)malloc(16);
    p = (char *)realloc(p + i, 32);             // <- invalid-free
    return 0;
}
//# realloc_at_a_start_that_takes_arithmetic
//! warns no kernel was launched
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    p[15] = 7;
    char *end = p + i % 16;
    p = (char *)realloc(end - i % 16, 32);
    assert(p[15] == 7);
    free(p);
    return 0;
}
//# free_in_the_middle_frees_nothing --no-check invalid-free
int main(void) {
    unsigned i = nondet_uint();
    char *p = (char *)malloc(16);
    p[3] = 1;
    if (i < 4) free(p + i);
    if (i == 1) assert(p[3] == 1);
    if (i == 2) assert(p[3] == 2);              // <- assertion
    if (i == 0) return p[3];                    // <- use-after-free
    return 0;
}
//# free_of_null_at_a_symbolic_offset
int main(void) {
    int i = nondet_int();
    char *p = 0;
    if (i == 0) free(p + i);
    else if (i == 5) free(p + i);               // <- invalid-free
    return 0;
}
//# memory_of_a_kernel_freed_by_the_runtime
__device__ int *kept;
__global__ void k() { kept = (int *)malloc(4); }
int main(void) {
    int *p;
    k<<<1, 1>>>();
    cudaMemcpyFromSymbol(&p, kept, sizeof p);
    cudaFree(p);                                // <- invalid-free
    return 0;
}
//# memory_of_a_kernel_copied_by_the_runtime
__device__ int *kept;
__global__ void k() { kept = (int *)malloc(4); *kept = 1; }
int main(void) {
    int *p, h;
    k<<<1, 1>>>();
    cudaMemcpyFromSymbol(&p, kept, sizeof p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);    // <- api-misuse
    return 0;
}
//# memory_of_a_kernel_set_by_the_runtime
__device__ int *kept;
__global__ void k() { kept = (int *)malloc(4); }
int main(void) {
    int *p;
    k<<<1, 1>>>();
    cudaMemcpyFromSymbol(&p, kept, sizeof p);
    cudaMemset(p, 0, 4);                        // <- api-misuse
    return 0;
}
//# memory_of_a_kernel_for_some_inputs
__device__ int *kept;
__global__ void k(int *p, int c) { kept = p; if (c > 3) kept = (int *)malloc(4); }
int main(void) {
    int *d, *p, h = 0;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    k<<<1, 1>>>(d, nondet_int());
    cudaMemcpyFromSymbol(&p, kept, sizeof p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);    // <- api-misuse
    return 0;
}
//# memory_of_the_runtime_freed_in_a_kernel
__global__ void k(int *p) { free(p); }          // <- invalid-free
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4);
    k<<<1, 1>>>(d);
    return 0;
}
//# memory_of_one_kernel_freed_by_the_next
__device__ int *kept;
__global__ void first() { kept = (int *)malloc(4); *kept = 3; }
__global__ void second(int *out) { *out = *kept; free(kept); }
int main(void) {
    int *d, h;
    cudaMalloc((void **)&d, 4);
    first<<<1, 1>>>();
    second<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 3);
    cudaFree(d);
    cudaDeviceReset();
    return 0;
}
//# null_and_a_small_index
int main(void) {
    int i = nondet_int(), *p = 0;
    __ESBMC_assume(0 <= i && i < 400);
    return p[i];                                // <- null-dereference
}
//# null_and_any_index
int main(void) {
    int *p = 0;
    return p[nondet_int()];                     // <- null-dereference
}
//# null_and_an_index_of_64_bits
int main(void) {
    int *p = 0;
    return p[nondet_ulong()];                   // <- null-dereference
}
//# null_and_a_large_index
int main(void) {
    long i = nondet_long(), *p = 0;
    __ESBMC_assume(i > 5000 && i < 70000);
    return p[i];                                // <- null-dereference
}
//# before_null
int main(void) {
    int *p = 0;
    return p[-1];                               // <- null-dereference
}
//# null_in_a_kernel_for_some_inputs
__global__ void k(int *p, int n) { p[threadIdx.x + n] = 1; }    // <- null-dereference
int main(void) {
    int n = nondet_int(), *p = 0;
    __ESBMC_assume(0 <= n && n < 8);
    if (n != 3) cudaMalloc((void **)&p, 64);
    k<<<1, 2>>>(p, n);
    return 0;
}
//# null_that_is_looked_at
__global__ void k(int *p, int n) { int *q = p + n; if (p) *q = 1; }
int main(void) {
    int n = nondet_int(), *p = 0;
    __ESBMC_assume(0 <= n && n < 8);
    if (n != 3) cudaMalloc((void **)&p, 64);
    k<<<1, 1>>>(p, n);
    return 0;
}
//# null_that_comes_back
//! warns no kernel was launched
int main(void) {
    int i = nondet_int(), x = 5, *p = 0;
    int *q = p + i;
    if (i == 0) assert(q == 0);
    if (q == p) assert(i == 0);
    q = q - i;
    assert(q == 0);
    if (q) return *q;
    return x;
}
//# integer_that_is_a_small_address
int main(void) {
    unsigned i = nondet_uint();
    int *p = (int *)(unsigned long)(i % 8 * 4 + 16);
    return *p;                                  // <- null-dereference
}
//# integer_that_is_an_address_of_nothing
int main(void) {
    unsigned i = nondet_uint();
    int *p = (int *)(i % 1000 * 4 + 0x700000000000ul);
    return *p;                                  // <- invalid-pointer
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_stray_pointers_are_found_and_others_are_not(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
