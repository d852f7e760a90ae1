// Values that pass between the threads of a warp.

#define WHOLE_WARP 0xffffffffu

// prove: proved if blockDim.x >= 32 && blockDim.x <= 256
// launch: --grid 1 --block 32 --arg n=20 --arg sums=symbolic:8 --arg in=symbolic:256
// launch: --grid 2 --block 96 --arg n=150 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_halves_and_a_last_warp(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32) {
        int sum = part[t];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
        if (t == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: proved if blockDim.x % 32 == 0 && blockDim.x <= 1024
// launch: --grid 2 --block 32 --arg n=50 --arg sums=symbolic:8 --arg in=symbolic:256
// launch: --grid 1 --block 96 --arg n=90 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_warps(int *sums, const int *in, int n) {
    __shared__ int part[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(WHOLE_WARP, sum, distance);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg n=50 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_warps_that_are_not_awaited(int *sums, const int *in, int n) {
    __shared__ int part[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    if (blockDim.x % 32 != 0)
        return;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
    if (lane == 0)
        part[warp] = sum;
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(WHOLE_WARP, sum, distance);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: proved if blockDim.x % 32 == 0
// launch: --grid 1 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 1 --block 96 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void rotate_within_warps(int *out, const int *in) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    out[i] = __shfl_sync(WHOLE_WARP, value, (threadIdx.x + 1) % 32);
}

// prove: proved if blockDim.x == 32
// launch: --grid 1 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 3 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_within_a_warp(int *out, const int *in) {
    __shared__ int values[32];
    unsigned long long first = 32ull * blockIdx.x;
    values[threadIdx.x] = in[first + threadIdx.x];
    __syncwarp();
    out[first + threadIdx.x] = values[31 - threadIdx.x];
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_among_warps_that_wait_only_for_themselves(int *out, const int *in) {
    extern __shared__ int pool[];
    unsigned long long first = (unsigned long long)blockDim.x * blockIdx.x;
    pool[threadIdx.x] = in[first + threadIdx.x];
    __syncwarp();
    out[first + threadIdx.x] = pool[blockDim.x - 1 - threadIdx.x];
}
