// Assertions about indices, counters and values.

#include <assert.h>

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg data=symbolic:64
// launch: --grid 1 --block 5 --arg n=-3 --arg data=symbolic:64
__global__ void index_behind_a_guard(int *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    assert(0 <= i && i < n);
    data[i] = 0;
}

// prove: faulty assertion
// launch: --grid 2 --block 2 --arg n=3 --arg data=symbolic:64
__global__ void index_behind_a_guard_that_is_too_wide(int *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    assert(i < n);
    data[i] = 0;
}

// prove: proved
// launch: --grid 2 --block 2 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg data=symbolic:64
__global__ void places_of_threads_and_blocks(unsigned *data) {
    assert(threadIdx.x < blockDim.x);
    assert(blockIdx.x < gridDim.x);
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    assert(i / blockDim.x == blockIdx.x);
    assert(i < (unsigned long long)gridDim.x * blockDim.x);
    data[i] = i % blockDim.x;
}

// prove: proved
// launch: --grid 1 --block 2 --arg n=3 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg n=-1 --arg data=symbolic:64
__global__ void counter_after_a_loop(int *data, int n) {
    int k, sum = 0;
    for (k = 0; k < n; k++) {
        assert(k >= 0);
        sum ^= k;
    }
    assert(k >= n);
    assert(n < 0 || k == n);
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// prove: faulty assertion
// launch: --grid 1 --block 2 --arg n=3 --arg data=symbolic:64
__global__ void counter_after_a_loop_with_steps_of_two(int *data, int n) {
    int k, sum = 0;
    for (k = 0; k < n; k += 2)
        sum ^= k;
    assert(n < 0 || k == n);
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// prove: proved
// launch: --grid 1 --block 4 --arg data=symbolic:64
// launch: --grid 2 --block 7 --arg data=symbolic:64
__global__ void halves(int *data) {
    int sum = 0;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        assert(2 * half <= blockDim.x);
        if (threadIdx.x < half)
            assert(threadIdx.x + half < blockDim.x);
        sum += half;
    }
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// prove: faulty assertion
// launch: --grid 1 --block 3 --arg data=symbolic:64
__global__ void halves_of_an_odd_number(int *data) {
    unsigned half = blockDim.x / 2;
    assert(2 * half == blockDim.x);
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = half;
}

// prove: proved
// launch: --grid 1 --block 2 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg data=symbolic:64
__global__ void remainders_of_any_data(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int low = data[i] & 15, rest = data[i] % 10;
    assert(0 <= low && low < 16);
    assert(-10 < rest && rest < 10);
    data[i] = low + rest;
}

// prove: faulty assertion
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void remainders_that_may_be_negative(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int rest = data[i] % 10;
    assert(rest >= 0);
    data[i] = rest;
}

// Needs what other threads have written.
// prove: proved if blockDim.x <= 256
// launch: --grid 1 --block 4 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg data=symbolic:64
__global__ void value_of_the_next_thread(unsigned *data) {
    __shared__ unsigned places[256];
    places[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned next = (threadIdx.x + 1) % blockDim.x;
    assert(places[next] == next);
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = places[next];
}
