"""Data races: inside of a block, between blocks, on every kind of memory, with and without order."""

from pathlib import Path

import pytest

from cudabmc import verify
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# freed_while_another_reads
//! por-too
__device__ int *p, out[2];
__global__ void make() { p = (int *)malloc(4); *p = 0; }
__global__ void k() {
    if (blockIdx.x == 0)
        out[0] = *p;             // <- data-race
    else
        free(p);                 // <- data-race
}
int main(void) { make<<<1, 1>>>(); k<<<2, 1>>>(); cudaDeviceSynchronize(); return 0; }
//# freed_behind_a_barrier
//! por-too
__device__ int *p, out[2];
__global__ void make() { p = (int *)malloc(4); *p = 0; }
__global__ void k() {
    out[threadIdx.x] = *p;
    __syncthreads();
    if (threadIdx.x == 1) free(p);
}
int main(void) { make<<<1, 1>>>(); k<<<1, 2>>>(); cudaDeviceSynchronize(); return 0; }
//# freed_by_the_last_block
//! por-too
__device__ int *p, n, out[2];
__global__ void make() { p = (int *)malloc(4); *p = 0; }
__global__ void k() {
    out[blockIdx.x] = *p;
    __threadfence();
    if (atomicAdd(&n, 1) == 1) { __threadfence(); free(p); }
}
int main(void) { make<<<1, 1>>>(); k<<<2, 1>>>(); cudaDeviceSynchronize(); return 0; }
//# freed_first_in_the_other_order --no-data-races-check
//! por-too
__device__ int *p, out[2];
__global__ void make() { p = (int *)malloc(4); *p = 0; }
__global__ void k() {
    if (blockIdx.x == 0)
        out[0] = *p;             // <- use-after-free
    else
        free(p);
}
int main(void) { make<<<1, 1>>>(); k<<<2, 1>>>(); cudaDeviceSynchronize(); return 0; }
//# neighbour_without_barrier
//! por-too
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;                    // <- data-race
    out[t] = s[(t + 1) % 4];     // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    cudaFree(d);
    return 0;
}
//# neighbour_with_barrier
//! por-too long
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[(t + 1) % 4];
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    cudaFree(d);
    return 0;
}
//# barrier_does_not_order_blocks
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;                    // <- data-race
    __syncthreads();
    int j = (i + 2) % 4;
    a[4 + i] = a[j];             // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8 * sizeof(int));
    k<<<2, 2>>>(d);
    return 0;
}
//# two_launches_order_blocks
__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void l(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[4 + i] = a[(i + 2) % 4];
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8 * sizeof(int));
    k<<<2, 2>>>(d);
    l<<<2, 2>>>(d);
    return 0;
}
//# all_pairs_in_one_run
__global__ void k(int *a, int *b) {
    int t = threadIdx.x;
    a[0] = t;                    // <- data-race
    b[t] = t;                    // <- data-race
    b[8 + t] = b[1 - t];         // <- data-race
}
int main(void) {
    int *a, *b;
    cudaMalloc((void **)&a, sizeof(int));
    cudaMalloc((void **)&b, 10 * sizeof(int));
    k<<<1, 2>>>(a, b);
    return 0;
}
//# different_elements
__global__ void k(int *a) { a[threadIdx.x] = a[threadIdx.x] + 1; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 64 * sizeof(int));
    cudaMemset(d, 0, 64 * sizeof(int));
    k<<<1, 64>>>(d);
    return 0;
}
//# overlapping_bytes_of_different_widths
__global__ void k(char *a) {
    if (threadIdx.x == 0) *(int *)a = 1;     // <- data-race
    else a[3] = 1;                            // <- data-race
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 8);
    k<<<1, 2>>>(d);
    return 0;
}
//# neighbouring_bytes_do_not_overlap
__global__ void k(char *a) {
    if (threadIdx.x == 0) *(int *)a = 1;
    else a[4] = 1;
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 8);
    k<<<1, 2>>>(d);
    return 0;
}
//# members_of_one_struct
struct pair { int x; int y; };
__global__ void k(struct pair *p) {
    if (threadIdx.x == 0) p->x = 1;
    else p->y = 2;
}
int main(void) {
    struct pair *d;
    cudaMalloc((void **)&d, sizeof(struct pair));
    k<<<1, 2>>>(d);
    return 0;
}
//# struct_copy_against_member
struct pair { int x; int y; };
__global__ void k(struct pair *p, struct pair *q) {
    if (threadIdx.x == 0) *p = *q;           // <- data-race
    else p->y = 2;                            // <- data-race
}
int main(void) {
    struct pair *d;
    cudaMalloc((void **)&d, 2 * sizeof(struct pair));
    k<<<1, 2>>>(d, d + 1);
    return 0;
}
//# device_variable
__device__ int total;
__global__ void k() { total += 1; }          // <- data-race
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# atomic_against_atomic
//! por-too
__device__ int total;
__global__ void k() { atomicAdd(&total, 1); }
int main(void) {
    int h;
    k<<<2, 2>>>();
    cudaMemcpyFromSymbol(&h, total, sizeof h);
    assert(h == 4);
    return 0;
}
//# atomic_against_plain_read
__device__ int total;
__global__ void k(int *out) {
    if (threadIdx.x == 0) atomicAdd(&total, 1);   // <- data-race
    else *out = total;                             // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# atomic_against_plain_write
__device__ int total;
__global__ void k() {
    if (threadIdx.x == 0) total = 5;          // <- data-race
    atomicAdd(&total, 1);                     // <- data-race
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# plain_initialisation_then_barrier_then_atomics
__global__ void k(int *out) {
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = n;
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 8>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 8);
    return 0;
}
//# block_scope_atomics_between_blocks
__device__ int total;
__global__ void k() { atomicAdd_block(&total, 1); }   // <- data-race
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# block_scope_atomics_in_one_block
__device__ int total;
__global__ void k() { atomicAdd_block(&total, 1); }
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# same_value_writes
__device__ int found;
__global__ void k() { found = 1; }            // <- data-race
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# same_value_writes_allowed --allow-same-value-races
__device__ int found;
__global__ void k() { found = 1; }
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# races_between_blocks_are_left_out --intra-block-only
__device__ int sum;
__global__ void k() { if (threadIdx.x == 0) sum += 1; }
int main(void) {
    k<<<2, 2>>>();
    return 0;
}
//# races_in_blocks_are_not_left_out --intra-block-only
__device__ int sum[2];
__global__ void k() { sum[blockIdx.x] += 1; }         // <- data-race
int main(void) {
    k<<<2, 2>>>();
    return 0;
}
//# what_races_between_blocks_make_is_not_left_out --intra-block-only
__device__ int sum;
__global__ void k() { sum += 1; }
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, sum, sizeof h);
    assert(h == 2);                                   // <- assertion
    return 0;
}
//# races_between_kernels_are_not_left_out --intra-block-only
__device__ int sum;
__global__ void k() { sum += 1; }                     // <- data-race
int main(void) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    k<<<1, 1, 0, s>>>();
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    return 0;
}
//# other_values_are_not_allowed --allow-same-value-races
__device__ int found;
__global__ void k() { found = threadIdx.x == 3; }     // <- data-race
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# same_value_write_against_read --allow-same-value-races
__device__ int found;
__global__ void k(int *out) {
    found = 1;                                // <- data-race
    out[threadIdx.x] = found;                 // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# no_race_check --no-data-races-check
__device__ int found;
__global__ void k() { found = threadIdx.x; }
int main(void) {
    k<<<1, 4>>>();
    return 0;
}
//# third_thread_of_one_instruction
// Threads 0 to 2 read by one instruction; thread 3 waits for two of them only.
__global__ void k(int *out) {
    __shared__ int x;
    int t = threadIdx.x;
    if (t == 3) x = 7;
    __syncthreads();
    if (t < 3) out[t] = x;                    // <- data-race
    if (t != 2) __syncwarp(0xb);
    if (t == 3) x = 9;                        // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# only_a_late_pair_races
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = 0; i < 3; i++) {
        a[t] = i;                             // <- data-race
        if (i < 2) __syncthreads();
    }
    a[4 + t] = a[(t + 3) % 4];                // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 8 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# missing_second_barrier_in_loop
__global__ void k(int *a) {
    __shared__ int s[4];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 2; i++) {
        s[t] = i + t;                         // <- data-race
        __syncthreads();
        sum += s[3 - t];                      // <- data-race
    }
    a[t] = sum;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# shared_memory_of_blocks_is_separate
__global__ void k(int *a) {
    __shared__ int s;
    if (threadIdx.x == 0) s = blockIdx.x;
    __syncthreads();
    a[blockIdx.x * 2 + threadIdx.x] = s;
}
int main(void) {
    int h[4], *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<2, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 0 && h[1] == 0 && h[2] == 1 && h[3] == 1);
    return 0;
}
//# dynamic_shared_memory
extern __shared__ int buffer[];
__global__ void k(int *out) {
    int t = threadIdx.x;
    buffer[t] = t;                            // <- data-race
    out[t] = buffer[t ^ 1];                   // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4, 4 * sizeof(int)>>>(d);
    return 0;
}
//# two_dimensional_block
__global__ void k(int *out) {
    __shared__ int s[2][3];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x + 10 * y;
    __syncthreads();
    out[y * 3 + x] = s[1 - y][2 - x];
}
int main(void) {
    int h[6], *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, dim3(3, 2)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 12 && h[5] == 0);
    return 0;
}
//# two_dimensional_block_collides
__global__ void k(int *out) { out[threadIdx.x] = threadIdx.y; }     // <- data-race
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 3 * sizeof(int));
    k<<<1, dim3(3, 2)>>>(d);
    return 0;
}
//# three_dimensional_grid
__global__ void k(int *out) {
    int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[b * blockDim.x * blockDim.y * blockDim.z + t] = b;
}
int main(void) {
    int *d, h[64];
    cudaMalloc((void **)&d, sizeof h);
    k<<<dim3(2, 2, 2), dim3(2, 2, 2)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) assert(h[i] == i / 8);
    return 0;
}
//# managed_read_without_synchronise
__global__ void k(int *a) { a[0] = 1; }       // <- data-race
int main(void) {
    int *m;
    cudaMallocManaged((void **)&m, sizeof(int));
    k<<<1, 1>>>(m);
    return m[0];                              // <- data-race
}
//# managed_read_after_synchronise
__global__ void k(int *a) { a[0] = 1; }
int main(void) {
    int *m;
    cudaMallocManaged((void **)&m, sizeof(int));
    k<<<1, 1>>>(m);
    cudaDeviceSynchronize();
    assert(m[0] == 1);
    return 0;
}
//# managed_write_while_kernel_reads
__managed__ int x;
__global__ void k(int *a) { a[0] = x; }       // <- data-race
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    x = 3;
    k<<<1, 1>>>(d);
    x = 4;                                    // <- data-race
    cudaDeviceSynchronize();
    return 0;
}
//# managed_read_by_both
__managed__ int x;
__global__ void k(int *a) { a[0] = x; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    x = 3;
    k<<<1, 1>>>(d);
    int y = x;
    cudaDeviceSynchronize();
    return y - 3;
}
//# managed_written_by_the_first_of_two_kernels
__managed__ int x;
__global__ void w() { x = 3; }                // <- data-race
__global__ void r(int *a) { a[0] = x; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    w<<<1, 1>>>();
    r<<<1, 1>>>(d);
    return x;                                 // <- data-race
}
//# managed_symbolic_index_of_the_host
__managed__ int x[4];
__global__ void w() { x[threadIdx.x] = 3; }   // <- data-race
int main(void) {
    int i = nondet_int();
    __ESBMC_assume(0 <= i && i < 4);
    w<<<1, 4>>>();
    return x[i];                              // <- data-race
}
//# managed_symbolic_index_of_the_kernel
__managed__ int x[4];
__global__ void w(int i) { x[i] = 3; }        // <- data-race
int main(void) {
    int i = nondet_int();
    __ESBMC_assume(0 <= i && i < 4);
    w<<<1, 1>>>(i);
    return x[2];                              // <- data-race
}
//# managed_copied_by_a_synchronising_call
__managed__ int x;
__global__ void w() { x = 3; }
int main(void) {
    int h;
    w<<<1, 1>>>();
    cudaMemcpy(&h, &x, sizeof h, cudaMemcpyDefault);
    assert(h == 3);
    return x - 3;
}
//# pinned_read_without_synchronise
__global__ void k(int *a) { a[0] = 1; }       // <- data-race
int main(void) {
    int *m;
    cudaHostAlloc((void **)&m, sizeof(int), cudaHostAllocMapped);
    k<<<1, 1>>>(m);
    int x = m[0];                             // <- data-race
    cudaDeviceSynchronize();
    cudaFreeHost(m);
    return x;
}
//# symbolic_indices_that_may_meet
__global__ void k(int *a, int i, int j) {
    if (threadIdx.x == 0) a[i] = 1;           // <- data-race
    else a[j] = 2;                            // <- data-race
}
int main(void) {
    int *d, i = nondet_int(), j = nondet_int();
    __ESBMC_assume(0 <= i && i < 4 && 0 <= j && j < 4);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 2>>>(d, i, j);
    return 0;
}
//# symbolic_indices_that_cannot_meet
//! por-too
__global__ void k(int *a, int i, int j) {
    if (threadIdx.x == 0) a[i] = 1;
    else a[j] = 2;
}
int main(void) {
    int *d, i = nondet_int(), j = nondet_int();
    __ESBMC_assume(0 <= i && i < j && j < 4);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 2>>>(d, i, j);
    return 0;
}
//# symbolic_offset_apart
//! por-too
__global__ void k(int *a, int i) { a[i + threadIdx.x] = 1; }
int main(void) {
    int *d, i = nondet_int();
    __ESBMC_assume(0 <= i && i < 100);
    cudaMalloc((void **)&d, 104 * sizeof(int));
    k<<<1, 4>>>(d, i);
    return 0;
}
//# symbolic_stride_zero
__global__ void k(int *a, int stride) { a[stride * threadIdx.x] = 1; }    // <- data-race
int main(void) {
    int *d, s = nondet_int();
    __ESBMC_assume(0 <= s && s < 4);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 2>>>(d, s);
    return 0;
}
//# race_only_under_a_symbolic_condition
__global__ void k(int *a, int c) {
    if (c == 77) a[0] = threadIdx.x;          // <- data-race
    else a[threadIdx.x] = 1;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d, nondet_int());
    return 0;
}
//# different_threads_write_for_different_inputs
//! por-too
__global__ void k(int *a, int c) { if (c == threadIdx.x) a[0] = c; }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 4>>>(d, nondet_int());
    return 0;
}
//# symbolic_pointer_meets
__global__ void k(int *a, int *b, int c) {
    int *p = c ? a : b;
    if (threadIdx.x == 0) *p = 1;             // <- data-race
    else *a = 2;                              // <- data-race
}
int main(void) {
    int *d, *e;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMalloc((void **)&e, sizeof(int));
    k<<<1, 2>>>(d, e, nondet_int());
    return 0;
}
//# symbolic_pointer_of_both_threads
__global__ void k(int *a, int *b, int c) {
    int *p = c ? a : b;
    *p = threadIdx.x;                         // <- data-race
}
int main(void) {
    int *d, *e;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMalloc((void **)&e, sizeof(int));
    k<<<1, 2>>>(d, e, nondet_int());
    return 0;
}
//# symbolic_pointers_stay_apart
//! por-too
__global__ void k(int *a, int *b, int c) {
    int *p = c ? a : b, *q = c ? b : a;
    if (threadIdx.x == 0) *p = 1;
    else *q = 2;
}
int main(void) {
    int *d, *e;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMalloc((void **)&e, sizeof(int));
    k<<<1, 2>>>(d, e, nondet_int());
    return 0;
}
//# memcpy_in_a_kernel
__global__ void k(char *a) {
    if (threadIdx.x == 0) memcpy(a, a + 8, 8);    // <- data-race
    else a[7] = 1;                                 // <- data-race
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 16);
    k<<<1, 2>>>(d);
    return 0;
}
//# race_in_a_called_function
__device__ void put(int *a, int v) { *a = v; }     // <- data-race
__global__ void k(int *a) { put(a, threadIdx.x); }
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# device_heap_pointer_is_private
__global__ void k(int *out) {
    int mine[4];
    for (int i = 0; i < 4; i++) mine[i] = threadIdx.x + i;
    out[threadIdx.x] = mine[3];
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# read_modify_write_of_bits
__global__ void k(unsigned *a) { a[threadIdx.x / 32] |= 1u << (threadIdx.x % 32); }    // <- data-race
int main(void) {
    unsigned *d;
    cudaMalloc((void **)&d, sizeof(unsigned));
    cudaMemset(d, 0, sizeof(unsigned));
    k<<<1, 4>>>(d);
    return 0;
}
//# constant_memory_is_set_beside_a_kernel
__constant__ int table[2];
__global__ void k(int *a) { a[threadIdx.x] = table[threadIdx.x]; }    // <- data-race
int main(void) {
    int *h, *d;
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaMallocHost((void **)&h, 2 * sizeof(int));
    cudaMalloc((void **)&d, 2 * sizeof(int));
    h[0] = h[1] = 1;
    cudaMemcpyToSymbolAsync(table, h, 2 * sizeof(int), 0, cudaMemcpyHostToDevice, one);    // <- data-race
    k<<<1, 2, 0, other>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# constant_memory_is_set_in_front_of_a_kernel
__constant__ int table[2];
__global__ void k(int *a) { a[threadIdx.x] = table[threadIdx.x]; }
int main(void) {
    int *h, *d;
    cudaStream_t one, other;
    cudaEvent_t set;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaEventCreate(&set);
    cudaMallocHost((void **)&h, 2 * sizeof(int));
    cudaMalloc((void **)&d, 2 * sizeof(int));
    h[0] = h[1] = 1;
    cudaMemcpyToSymbolAsync(table, h, 2 * sizeof(int), 0, cudaMemcpyHostToDevice, one);
    cudaEventRecord(set, one);
    cudaStreamWaitEvent(other, set, 0);
    k<<<1, 2, 0, other>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
//# constant_memory_is_read_by_all
__constant__ int table[2];
__global__ void k(int *a) { a[threadIdx.x] = table[0] + table[1]; }
int main(void) {
    int h[2] = {1, 2}, *d, out;
    cudaMemcpyToSymbol(table, h, sizeof h);
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    cudaMemcpy(&out, d + 3, sizeof out, cudaMemcpyDeviceToHost);
    assert(out == 3);
    return 0;
}
//# atomics_that_are_read_race_beside_a_plain_write
__device__ int total, narrow;
__global__ void k(int *seen) {
    if (blockIdx.x == 0) total = 1;                            // <- data-race
    else atomicAdd(&total, 1);                                 // <- data-race
    seen[blockIdx.x] = atomicAdd_block(&narrow, 1);            // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# bit_fields_that_fill_bytes
struct word { unsigned low : 16, high : 16; };
__global__ void k(struct word *w) {
    if (threadIdx.x == 0) w->low = 1;         // <- data-race
    else w->high = 2;                         // <- data-race
}
int main(void) {
    struct word *d;
    cudaMalloc((void **)&d, sizeof(struct word));
    cudaMemset(d, 0, sizeof(struct word));
    k<<<1, 2>>>(d);
    return 0;
}
//# bit_fields_and_members_beside_them
struct mixed { char before; int a : 5, b : 12; char behind; int : 0; unsigned c : 8; };
__global__ void k(struct mixed *m) {
    if (threadIdx.x == 0) m->b = 1;
    else if (threadIdx.x == 1) m->before = 2;
    else if (threadIdx.x == 2) m->behind = 3;
    else m->c = 4;
}
int main(void) {
    struct mixed *d;
    cudaMalloc((void **)&d, sizeof(struct mixed));
    cudaMemset(d, 0, sizeof(struct mixed));
    k<<<1, 4>>>(d);
    return 0;
}
//# bit_fields_of_one_word
struct flags { unsigned a : 4; unsigned b : 4; };
__global__ void k(struct flags *f) {
    if (threadIdx.x == 0) f->a = 1;           // <- data-race
    else f->b = 2;                            // <- data-race
}
int main(void) {
    struct flags *d;
    cudaMalloc((void **)&d, sizeof(struct flags));
    k<<<1, 2>>>(d);
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_races_are_found_where_they_are(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


@pytest.mark.parametrize(("launch", "rounds"), [("1, 4", True), ("2, 1", False)])
def test_no_barrier_is_the_first_hint_for_threads_that_write_in_one_line(launch: str, rounds: bool) -> None:
    (race,) = verify(f"""__global__ void k(int *a) {{ a[0] = threadIdx.x + blockIdx.x; }}
int main() {{ int *d; cudaMalloc(&d, 4); k<<<{launch}>>>(d); cudaFree(d); }}
""").violations
    assert race.hint.startswith("several threads write here: let one of them do it")
    assert ("orders rounds of a loop" in race.hint) is rounds


@pytest.mark.parametrize(
    ("block", "near", "hint"),
    [
        (32, 1, "with __syncwarp() (both threads are in one warp; larger blocks: __syncthreads()), or"),
        (64, 1, "with __syncwarp() (both threads are in one warp; __syncthreads() does so for all warps), or"),
        (64, 32, "with __syncthreads(), or"),
    ],
)
def test_the_hint_names_the_barrier_that_both_threads_reach(block: int, near: int, hint: str) -> None:
    (race,) = verify(
        "__shared__ int a[64];\n"
        f"__global__ void k() {{ if (threadIdx.x == 0) a[0] = 1; if (threadIdx.x == {near}) a[0] = 2; }}\n"
        f"int main() {{ k<<<1, {block}>>>(); cudaDeviceSynchronize(); return 0; }}\n"
    ).violations
    assert hint in race.hint


def test_the_report_says_that_races_between_blocks_were_left_out() -> None:
    result = verify("__global__ void k() {} int main() { k<<<2, 2>>>(); return 0; }", intra_block_only=True)
    assert any(text.startswith("--intra-block-only") for text in result.assumptions)


def test_a_fence_is_missing_only_between_plain_accesses() -> None:
    announced = """__global__ void k(int *data, int *flag, int *out) {{
        if (blockIdx.x == 0) {{ data[0] = 1; {fence} atomicExch(flag, 1); }}
        else if (atomicAdd(flag, 0)) {{ __threadfence(); out[0] = data[0]; }}
    }}
    int main(void) {{
        int *d;
        cudaMalloc((void **)&d, 12);
        cudaMemset(d, 0, 12);
        k<<<2, 1>>>(d, d + 1, d + 2);
        cudaDeviceSynchronize();
        return 0;
    }}"""
    (race,) = verify(announced.format(fence="")).violations
    assert race.message.endswith("only a memory fence is missing")
    assert verify(announced.format(fence="__threadfence();"))

    (race,) = verify("""__global__ void k(int *s, int *o) { o[threadIdx.x] = *s; __threadfence(); atomicAdd(s, 1); }
    int main(void) {
        int *d;
        cudaMalloc((void **)&d, 12);
        cudaMemset(d, 0, 12);
        k<<<1, 2>>>(d, d + 1);
        cudaDeviceSynchronize();
        return 0;
    }""").violations
    assert "fence" not in race.message + race.hint
