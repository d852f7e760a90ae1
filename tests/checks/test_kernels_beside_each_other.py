"""Kernels beside each other, in two streams: their accesses take the same way to a race as those of one kernel."""

from pathlib import Path

import pytest

from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# atomics_that_commute_hand_on_knowledge_in_one_of_their_orders
__device__ int data, count;
__device__ volatile int flag;
__global__ void writes() {
    data = 1;                           // <- data-race
    flag = 1;
    __threadfence();
    atomicAdd(&count, 1);
}
__global__ void reads(int *out) {
    while (!flag);
    atomicAdd(&count, 1);
    __threadfence();
    out[0] = data;                      // <- data-race
}
int main() {
    int *out;
    cudaStream_t s, t;
    cudaMalloc(&out, 4);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    writes<<<1, 1, 0, s>>>();
    reads<<<1, 1, 0, t>>>(out);
    cudaDeviceSynchronize();
}
//# atomics_whose_results_are_used_hand_on_knowledge
__device__ int data, count;
__global__ void writes() {
    data = 1;
    __threadfence();
    atomicAdd(&count, 1);
}
__global__ void reads(int *out) {
    int seen = atomicAdd(&count, 1);
    __threadfence();
    if (seen) out[0] = data;
}
int main() {
    int *out;
    cudaStream_t s, t;
    cudaMalloc(&out, 4);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    writes<<<1, 1, 0, s>>>();
    reads<<<1, 1, 0, t>>>(out);
    cudaDeviceSynchronize();
}
//# a_kernel_that_has_ended_hands_on_what_it_found --context-bound 4
__device__ int data, count, done;
__device__ volatile int flag;
__global__ void writes() {
    data = 1;                           // <- data-race
    flag = 1;
    __threadfence();
    atomicAdd(&count, 1);
}
__global__ void hands_on() {
    while (!flag);
    atomicAdd(&count, 1);
    __threadfence();
    atomicExch(&done, 1);
}
__global__ void reads(int *out) {
    if (atomicAdd(&done, 0) == 1) {
        __threadfence();
        out[0] = data;                  // <- data-race
    }
}
int main() {
    int *out;
    cudaStream_t s, t;
    cudaMalloc(&out, 4);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    writes<<<1, 1, 0, s>>>();
    hands_on<<<1, 1, 0, t>>>();
    reads<<<1, 1, 0, t>>>(out);
    cudaDeviceSynchronize();
}
//# volatile_accesses_race_where_they_partly_overlap --no-check misaligned-access
int nondet_int();
__device__ char buffer[16];
__global__ void one(int n) { if (n >= 0 && n <= 8) *(volatile int *)(buffer + n) = 1; }  // <- data-race
__global__ void two(int n) { if (n >= 0 && n <= 8) *(volatile int *)(buffer + n) = 2; }  // <- data-race
int main() {
    int n = nondet_int(), k = nondet_int();
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    one<<<1, 1, 0, s>>>(n);
    two<<<1, 1, 0, t>>>(k);
    cudaDeviceSynchronize();
}
//# volatile_accesses_to_the_same_bytes_do_not_race --no-check misaligned-access
int nondet_int();
__device__ char buffer[16];
__global__ void one(int n) { if (n >= 0 && n <= 8) *(volatile int *)(buffer + n) = 1; }
__global__ void two(int n) { if (n >= 0 && n <= 8) *(volatile int *)(buffer + n) = 2; }
int main() {
    int n = nondet_int();
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    one<<<1, 1, 0, s>>>(n);
    two<<<1, 1, 0, t>>>(n);
    cudaDeviceSynchronize();
}
//# plain_stores_race_where_their_indexes_meet
int nondet_int();
__global__ void one(int *a, int n) { if (n >= 0 && n < 4) a[n] = 1; }       // <- data-race
__global__ void two(int *a, int n) { if (n >= 0 && n < 8) a[n / 2] = 2; }   // <- data-race
int main() {
    int *a;
    cudaStream_t s, t;
    cudaMalloc(&a, 16);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    one<<<1, 1, 0, s>>>(a, nondet_int());
    two<<<1, 1, 0, t>>>(a, nondet_int());
    cudaDeviceSynchronize();
}
//# plain_stores_at_other_indexes_do_not_race
int nondet_int();
__global__ void one(int *a, int n) { if (n >= 0 && n < 4) a[2 * n] = 1; }
__global__ void two(int *a, int n) { if (n >= 0 && n < 4) a[2 * n + 1] = 2; }
int main() {
    int *a;
    cudaStream_t s, t;
    cudaMalloc(&a, 32);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    one<<<1, 1, 0, s>>>(a, nondet_int());
    two<<<1, 1, 0, t>>>(a, nondet_int());
    cudaDeviceSynchronize();
}
//# stores_of_one_value_race_unless_that_is_allowed
__global__ void sets(int *a) { a[0] = 1; }                                  // <- data-race
int main() {
    int *a;
    cudaStream_t s, t;
    cudaMalloc(&a, 4);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    sets<<<1, 1, 0, s>>>(a);
    sets<<<1, 1, 0, t>>>(a);
    cudaDeviceSynchronize();
}
//# atomics_of_device_scope_do_not_reach_the_host
__global__ void adds(int *a) { atomicAdd(a, 1); }                           // <- data-race
int main() {
    int *a;
    cudaMallocManaged(&a, 4);
    adds<<<1, 1>>>(a);
    *(volatile int *)a = 1;                                                 // <- data-race
    cudaDeviceSynchronize();
}
//# atomics_of_system_scope_reach_the_host
__global__ void adds(int *a) { atomicAdd_system(a, 1); }
int main() {
    int *a;
    cudaMallocManaged(&a, 4);
    adds<<<1, 1>>>(a);
    *(volatile int *)a = 1;
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_program(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
