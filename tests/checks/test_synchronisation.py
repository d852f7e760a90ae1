"""Fences, locks, flags, warp barriers: what orders accesses, what waits, and what waits forever."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# message_with_fences
//! por-too
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;
        __threadfence();
        atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0) == 1) {
        __threadfence();
        *out = data;
        assert(data == 42);
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# message_without_writer_fence
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;                            // <- data-race
        atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0) == 1) {
        __threadfence();
        *out = data;                          // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# message_without_reader_fence
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;                            // <- data-race
        __threadfence();
        atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0) == 1) {
        *out = data;                          // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# message_without_fences_atomics_synchronise --atomics-synchronise
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;
        atomicExch(&flag, 1);
    } else if (atomicAdd(&flag, 0) == 1) {
        *out = data;
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# message_that_is_not_waited_for
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;                            // <- data-race
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        atomicAdd(&flag, 0);
        __threadfence();
        *out = data;                          // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# fence_after_the_flag
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;                            // <- data-race
        atomicExch(&flag, 1);
        __threadfence();
    } else {
        while (atomicAdd(&flag, 0) == 0) { }
        __threadfence();
        *out = data;                          // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# block_fence_between_blocks
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;                            // <- data-race
        __threadfence_block();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) { }
        __threadfence_block();
        *out = data;                          // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# block_fence_in_one_block
//! por-too
__device__ int data;
__device__ int flag;
__global__ void k(int *out) {
    if (threadIdx.x == 0) {
        data = 42;
        __threadfence_block();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) { }
        __threadfence_block();
        *out = data;
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 2>>>(d);
    return 0;
}
//# volatile_flag_with_fences
__device__ int data;
__device__ volatile int flag;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 42;
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0) { }
        __threadfence();
        *out = data;
        assert(data == 42);
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<2, 1>>>(d);
    return 0;
}
//# volatile_against_volatile
__device__ volatile int x;
__global__ void k() { x = threadIdx.x; }
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# volatile_against_plain
__device__ int x;
__global__ void k() {
    if (threadIdx.x == 0) *(volatile int *)&x = 1;    // <- data-race
    else x = 2;                                        // <- data-race
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# plain_flag
__device__ int flag;
__global__ void k() {
    if (blockIdx.x == 0) flag = 1;            // <- data-race
    else while (flag == 0) { }                // <- data-race
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# transitive_order_through_a_third_thread
__device__ int data, f, g;
__global__ void k(int *out) {
    if (blockIdx.x == 0) {
        data = 1;
        __threadfence();
        atomicExch(&f, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&f, 0) == 0) { }
        __threadfence();
        atomicExch(&g, 1);
    } else {
        while (atomicAdd(&g, 0) == 0) { }
        __threadfence();
        *out = data;
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<3, 1>>>(d);
    return 0;
}
//# flag_counts_two_of_three_readers
// Three threads read x by one instruction, two of them tell; the writer waits for those two.
__device__ int x, go, told;
__global__ void k(int *out) {
    int t = blockIdx.x;
    if (t < 3) {
        out[t] = x;                           // <- data-race
        while (atomicAdd(&go, 0) == 0) { }
        __threadfence();
        if (t < 2) atomicAdd(&told, 1);
    } else {
        atomicExch(&go, 1);
        while (atomicAdd(&told, 0) < 2) { }
        __threadfence();
        x = 5;                                // <- data-race
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 3 * sizeof(int));
    k<<<4, 1>>>(d);
    return 0;
}
//# warp_barrier_orders
//! por-too long
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    out[t] = s[3 - t];
}
int main(void) {
    int h[4], *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 3);
    return 0;
}
//# warp_barrier_does_not_order_other_warps
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;                                 // <- data-race
    __syncwarp();
    out[t] = s[63 - t];                       // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 64 * sizeof(int));
    k<<<1, 64>>>(d);
    return 0;
}
//# warp_barrier_of_half_a_warp
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;                                 // <- data-race
    __syncwarp(t < 2 ? 0x3 : 0xc);
    out[t] = s[3 - t];                        // <- data-race
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# warp_barrier_of_halves_that_stay_apart
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(t < 2 ? 0x3 : 0xc);
    out[t] = s[t ^ 1];
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# odd_one_out_of_the_warp_barrier
// Threads 1, 2 and 3 read by one instruction; the writer meets only two of them.
__global__ void k(int *out, int *x) {
    int t = threadIdx.x;
    if (t > 0) out[t] = *x;                   // <- data-race
    if (t != 3) __syncwarp(0x7);
    if (t == 0) *x = 9;                       // <- data-race
}
int main(void) {
    int *d, *x;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    cudaMalloc((void **)&x, sizeof(int));
    k<<<1, 4>>>(d, x);
    return 0;
}
//# warp_synchronous_without_barrier
__global__ void k(int *out) {
    __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    if (t < 2) s[t] += s[t + 2];              // <- data-race
    if (t < 1) s[t] += s[t + 1];              // <- data-race
    out[t] = t;
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    k<<<1, 4>>>(d);
    return 0;
}
//# shuffle_is_not_memory_order
__global__ void k(int *out) {
    int t = threadIdx.x, v = t;
    v += __shfl_down_sync(0xffffffff, v, 2);
    v += __shfl_down_sync(0xffffffff, v, 1);
    if (t == 0) *out = v;
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<1, 32>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 0 + 1 + 2 + 3);
    return 0;
}
//# spin_lock_with_fences
//! por-too
__device__ int lock, count;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    __threadfence();
    count++;
    __threadfence();
    atomicExch(&lock, 0);
}
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 2);
    return 0;
}
//# spin_lock_of_three
__device__ int lock, count;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    __threadfence();
    count++;
    __threadfence();
    atomicExch(&lock, 0);
}
int main(void) {
    int h;
    k<<<3, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 3);
    return 0;
}
//# spin_lock_by_exchange
__device__ int lock, count;
__global__ void k() {
    bool done = false;
    while (!done) {
        if (atomicExch(&lock, 1) == 0) {
            __threadfence();
            count++;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
int main(void) {
    int h;
    k<<<3, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 3);
    return 0;
}
//# spin_lock_without_fences
__device__ int lock, count;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    count++;                                  // <- data-race
    atomicExch(&lock, 0);
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# spin_lock_without_fences_atomics_synchronise --atomics-synchronise
__device__ int lock, count;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }
    count++;
    atomicExch(&lock, 0);
}
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 2);
    return 0;
}
//# lock_released_by_a_plain_store
__device__ int lock, count;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }   // <- data-race
    __threadfence();
    count++;                                  // <- data-race
    __threadfence();
    lock = 0;                                 // <- data-race
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# lock_with_backoff
__device__ int lock, count;
__global__ void k() {
    unsigned ns = 8;
    while (atomicCAS(&lock, 0, 1) != 0) {
        __nanosleep(ns);
        if (ns < 256) ns *= 2;
    }
    __threadfence();
    count++;
    __threadfence();
    atomicExch(&lock, 0);
}
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 2);
    return 0;
}
//# ticket_lock
__device__ int next, serving, count;
__global__ void k() {
    int mine = atomicAdd(&next, 1);
    while (atomicAdd(&serving, 0) != mine) { }
    __threadfence();
    count++;
    __threadfence();
    atomicAdd(&serving, 1);
}
int main(void) {
    int h;
    k<<<3, 1>>>();
    cudaMemcpyFromSymbol(&h, count, sizeof h);
    assert(h == 3);
    return 0;
}
//# lock_never_released
//! por-too
__device__ int lock;
__global__ void k() {
    while (atomicCAS(&lock, 0, 1) != 0) { }   // <- deadlock
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# lock_not_released_on_one_path
__device__ int lock;
__global__ void k(int c) {
    while (atomicCAS(&lock, 0, 1) != 0) { }   // <- deadlock
    if (c == 5 && blockIdx.x == 0) return;
    atomicExch(&lock, 0);
}
int main(void) {
    k<<<2, 1>>>(nondet_int());
    return 0;
}
//# lock_order_inverted --context-bound 1
//! por-too
__device__ int a, b;
__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0) { } }     // <- deadlock
__device__ void give(int *l) { atomicExch(l, 0); }
__global__ void k() {
    if (blockIdx.x == 0) { take(&a); take(&b); give(&b); give(&a); }
    else { take(&b); take(&a); give(&a); give(&b); }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# lock_order_inverted_without_a_switch --context-bound 0
//! por-too
__device__ int a, b;
__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0) { } }
__device__ void give(int *l) { atomicExch(l, 0); }
__global__ void k() {
    if (blockIdx.x == 0) { take(&a); take(&b); give(&b); give(&a); }
    else { take(&b); take(&a); give(&a); give(&b); }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# lock_order_kept --context-bound 3
__device__ int a, b;
__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0) { } }
__device__ void give(int *l) { atomicExch(l, 0); }
__global__ void k() { take(&a); take(&b); give(&b); give(&a); }
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# flag_never_set
__device__ volatile int flag;
__global__ void k() { while (flag == 0) { } }      // <- deadlock
int main(void) {
    k<<<1, 1>>>();
    return 0;
}
//# flag_set_to_the_wrong_value
__device__ int flag;
__global__ void k() {
    if (blockIdx.x == 0) atomicExch(&flag, 1);
    else while (atomicAdd(&flag, 0) != 2) { }      // <- deadlock
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# the_host_waits_for_what_a_function_reads_that_bsearch_calls
#include <stdlib.h>
__managed__ volatile int flag, other, ack;
__global__ void k() { flag = 1; while (ack == 0) { } }
int is_set(const void *a, const void *b) { return flag ? 0 : 1; }
int main() {
    int key = 0, array[1] = {1};
    k<<<1, 1>>>();
    while (other == 0 && bsearch(&key, array, 1, sizeof(int), is_set) == 0) { }
    assert(flag == 1);
    ack = 1;
    cudaDeviceSynchronize();
}
//# the_host_waits_for_what_it_copies
#include <string.h>
__managed__ int flag;
__managed__ volatile int other, ack;
__global__ void k() { flag = 1; while (ack == 0) { } }             // <- data-race
int main() {
    int seen = 0;
    k<<<1, 1>>>();
    do { memcpy(&seen, &flag, sizeof(int)); } while (other == 0 && seen == 0);  // <- data-race
    ack = 1;
    cudaDeviceSynchronize();
}
//# each_waits_for_the_other
__device__ int f, g;
__global__ void k() {
    if (blockIdx.x == 0) {
        while (atomicAdd(&g, 0) == 0) { }          // <- deadlock
        atomicExch(&f, 1);
    } else {
        while (atomicAdd(&f, 0) == 0) { }          // <- deadlock
        atomicExch(&g, 1);
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# spin_while_others_wait_at_the_barrier
__device__ int f;
__global__ void k() {
    if (threadIdx.x == 0) while (atomicAdd(&f, 0) == 0) { }    // <- deadlock
    __syncthreads();                                            // <- deadlock
    if (threadIdx.x == 1) atomicExch(&f, 1);
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# flag_is_set_before_the_barrier
__device__ int f;
__global__ void k() {
    if (threadIdx.x == 1) atomicExch(&f, 1);
    if (threadIdx.x == 0) while (atomicAdd(&f, 0) == 0) { }
    __syncthreads();
}
int main(void) {
    k<<<1, 2>>>();
    return 0;
}
//# ping_pong
__device__ int turn, trail[6];
__global__ void k() {
    for (int i = 0; i < 3; i++) {
        while (atomicAdd(&turn, 0) % 2 != blockIdx.x) { }
        __threadfence();
        trail[2 * i + blockIdx.x] = i;
        __threadfence();
        atomicAdd(&turn, 1);
    }
}
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, turn, sizeof h);
    assert(h == 6);
    return 0;
}
//# last_block
__device__ unsigned done;
__device__ int part[3];
__global__ void k(int *out) {
    part[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    if (atomicInc(&done, gridDim.x) == gridDim.x - 1) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += part[i];
        *out = sum;
    }
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<3, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 6);
    return 0;
}
//# last_block_counts_one_short
__device__ unsigned done;
__device__ int part[3];
__global__ void k(int *out) {
    part[blockIdx.x] = blockIdx.x + 1;        // <- data-race
    __threadfence();
    if (atomicInc(&done, gridDim.x) == gridDim.x - 2) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += part[i];    // <- data-race
        *out = sum;
    }
}
int main(void) {
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    k<<<3, 1>>>(d);
    return 0;
}
//# last_block_with_blocks_of_threads
__device__ unsigned done;
__device__ int part[4];
__global__ void k(int *out) {
    __shared__ bool last;
    part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&done, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        if (threadIdx.x == 0) *out = part[0] + part[1] + part[2] + part[3];
    }
}
int main(void) {
    int h, *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<2, 2>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h == 4);
    return 0;
}
//# producer_and_consumer_through_one_slot
__device__ int full, slot;
__global__ void k(int *out) {
    for (int i = 0; i < 2; i++) {
        if (blockIdx.x == 0) {
            while (atomicAdd(&full, 0) == 1) { }
            __threadfence();
            slot = i + 1;
            __threadfence();
            atomicExch(&full, 1);
        } else {
            while (atomicAdd(&full, 0) == 0) { }
            __threadfence();
            out[i] = slot;
            __threadfence();
            atomicExch(&full, 0);
        }
    }
}
int main(void) {
    int h[2], *d;
    cudaMalloc((void **)&d, sizeof h);
    k<<<2, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 1 && h[1] == 2);
    return 0;
}
//# barrier_of_the_whole_grid
__device__ int arrived;
__global__ void k(int *a, int *out) {
    a[blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) { }
    __threadfence();
    out[blockIdx.x] = a[gridDim.x - 1 - blockIdx.x];
}
int main(void) {
    int h[3], *d, *e;
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&e, sizeof h);
    k<<<3, 1>>>(d, e);
    cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[0] == 2 && h[2] == 0);
    return 0;
}
//# barrier_of_the_grid_waits_for_too_many
__device__ int arrived;
__global__ void k() {
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) <= gridDim.x) { }    // <- deadlock
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# first_after_the_barrier --context-bound 0 --no-data-races-check
//! por-too
__device__ int a[2];
__global__ void k() {
    __shared__ int s[2];
    int t = threadIdx.x;
    if (t == 0) s[0] = s[1] = 0;
    __syncthreads();
    int r = a[t];
    a[1 - t] = r + 1;
}
int main(void) {
    int h[2];
    k<<<1, 2>>>();
    cudaMemcpyFromSymbol(h, a, sizeof h);
    assert(!(h[0] == 1 && h[1] == 2));        // <- assertion
    return 0;
}
//# lost_update_needs_one_switch --no-data-races-check --context-bound 1
//! por-too
__device__ int n;
__global__ void k() { n = n + 1; }
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, n, sizeof h);
    assert(h == 2);                           // <- assertion
    return 0;
}
//# lost_update_without_a_switch --no-data-races-check --context-bound 0
//! por-too
__device__ int n;
__global__ void k() { n = n + 1; }
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, n, sizeof h);
    assert(h == 2);
    return 0;
}
//# two_of_four_are_lost_with_one_switch --no-data-races-check --context-bound 1
//! por-too
// 0 reads 0, 1 runs to its end, 0 writes 1, reads it and writes 2.
__device__ int n;
__global__ void k() { for (int i = 0; i < 2; i++) n = n + 1; }
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, n, sizeof h);
    assert(h >= 2);
    assert(h != 2);                           // <- assertion
    return 0;
}
//# never_less_than_two_are_left --no-data-races-check --context-bound 4
//! por-too
__device__ int n;
__global__ void k() { for (int i = 0; i < 2; i++) n = n + 1; }
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, n, sizeof h);
    assert(2 <= h && h <= 4);
    return 0;
}
//# first_and_last_value_with_two_switches --context-bound 2
//! por-too
__device__ int x;
__global__ void k() {
    if (blockIdx.x == 0) {
        atomicExch(&x, 1);
        atomicExch(&x, 2);
        atomicExch(&x, 3);
    } else {
        int a = atomicAdd(&x, 0), b = atomicAdd(&x, 0);
        assert(!(a == 1 && b == 3));          // <- assertion
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# first_and_last_value_with_one_switch --context-bound 1
//! por-too
__device__ int x;
__global__ void k() {
    if (blockIdx.x == 0) {
        atomicExch(&x, 1);
        atomicExch(&x, 2);
        atomicExch(&x, 3);
    } else {
        int a = atomicAdd(&x, 0), b = atomicAdd(&x, 0);
        assert(!(a == 1 && b == 3));
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# first_two_values_with_three_switches --context-bound 3
//! por-too
__device__ int x;
__global__ void k() {
    if (blockIdx.x == 0) {
        atomicExch(&x, 1);
        atomicExch(&x, 2);
        atomicExch(&x, 3);
    } else {
        int a = atomicAdd(&x, 0), b = atomicAdd(&x, 0);
        assert(!(a == 1 && b == 2));          // <- assertion
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# first_two_values_with_two_switches --context-bound 2
//! por-too
__device__ int x;
__global__ void k() {
    if (blockIdx.x == 0) {
        atomicExch(&x, 1);
        atomicExch(&x, 2);
        atomicExch(&x, 3);
    } else {
        int a = atomicAdd(&x, 0), b = atomicAdd(&x, 0);
        assert(!(a == 1 && b == 2));
    }
}
int main(void) {
    k<<<2, 1>>>();
    return 0;
}
//# the_third_to_come_is_special
__device__ int n;
__global__ void k() {
    int mine = atomicAdd(&n, 1);
    assert(!(mine == 0 && threadIdx.x == 2));     // <- assertion
}
int main(void) {
    k<<<1, 3>>>();
    return 0;
}
//# used_atomic_result_as_index
__global__ void k(int *out, int *n) { out[atomicAdd(n, 1)] = threadIdx.x; }
int main(void) {
    int *d, *n;
    cudaMalloc((void **)&d, 3 * sizeof(int));
    cudaMalloc((void **)&n, sizeof(int));
    cudaMemset(n, 0, sizeof(int));
    k<<<1, 3>>>(d, n);
    return 0;
}
//# used_atomic_result_as_index_too_small --all-runs
__global__ void k(int *out, int *n) {
    int i = atomicAdd(n, 1);
    if (threadIdx.x == 0) i++;
    out[i] = 1;                               // <- bounds, data-race
}
int main(void) {
    int *d, *n;
    cudaMalloc((void **)&d, 2 * sizeof(int));
    cudaMalloc((void **)&n, sizeof(int));
    cudaMemset(n, 0, sizeof(int));
    k<<<1, 2>>>(d, n);
    return 0;
}
//# atomic_maximum_by_compare_and_swap
__device__ int best;
__global__ void k() {
    int mine = 3 - (int)blockIdx.x, old = best, seen;    // only the compare-and-swap takes it up
    do {
        seen = old;
        old = atomicCAS(&best, seen, mine > seen ? mine : seen);
    } while (old != seen);
}
int main(void) {
    int h;
    k<<<2, 1>>>();
    cudaMemcpyFromSymbol(&h, best, sizeof h);
    assert(h == 3);
    return 0;
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_order_is_known_where_it_is_made(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
