// Several elements for each thread.

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg pairs=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 3 --arg n=3 --arg pairs=symbolic:64 --arg in=symbolic:64
__global__ void even_and_odd_places(int *pairs, const int *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pairs[2 * i] = in[i];
        pairs[2 * i + 1] = -in[i];
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=4 --arg pairs=symbolic:64 --arg in=symbolic:64
__global__ void even_and_next_places(int *pairs, const int *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pairs[2 * i] = in[i];
        pairs[i + 1] = -in[i];
    }
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=9 --arg data=symbolic:64
// launch: --grid 3 --block 1 --arg n=8 --arg data=symbolic:64
__global__ void square_in_grid_stride_loop(float *data, int n) {
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        data[i] = data[i] * data[i];
}

// An index of 32 bits wraps around where n and the step together do.
// prove: proved if gridDim.x * blockDim.x <= 2147483647 && n + gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 2 --arg n=9 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg n=7 --arg data=symbolic:64
__global__ void increment_in_grid_stride_loop(int *data, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        data[i] += 1;
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg n=9 --arg data=symbolic:64
__global__ void increment_in_block_stride_loop(int *data, int n) {
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        data[i] += 1;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=13 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 2 --block 3 --arg n=24 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void four_in_a_row(int *out, const int *in, int n) {
    long long first = 4 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 4; k++)
        if (first + k < n)
            out[first + k] = in[first + k] / 2;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=13 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void five_of_four_in_a_row(int *out, const int *in, int n) {
    long long first = 4 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k <= 4; k++)
        if (first + k < n)
            out[first + k] = in[first + k] / 2;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=11 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg n=17 --arg data=symbolic:64
__global__ void three_with_the_width_of_the_block_between(int *data, int n) {
    long long first = (long long)blockIdx.x * 3 * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 3; k++) {
        long long i = first + k * blockDim.x;
        if (i < n)
            data[i] ^= 255;
    }
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=9 --arg data=symbolic:64
// launch: --grid 3 --block 1 --arg n=8 --arg data=symbolic:64
__global__ void from_the_end_down(int *data, int n) {
    long long step = (long long)gridDim.x * blockDim.x;
    long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (long long i = (long long)n - 1 - thread; i >= 0; i -= step)
        data[i] = data[i] * 3;
}
