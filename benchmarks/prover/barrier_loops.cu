// Barriers in loops.

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg rounds=3 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg rounds=2 --arg data=symbolic:64
__global__ void as_often_as_a_parameter_says(int *data, int rounds) {
    __shared__ int values[256];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        values[threadIdx.x] = data[i] + round;
        __syncthreads();
        sum += values[(threadIdx.x + round) % blockDim.x];
        __syncthreads();
    }
    data[i] = sum;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg rounds=3 --arg data=symbolic:64
__global__ void as_often_as_a_parameter_says_without_the_second_barrier(int *data, int rounds) {
    extern __shared__ int pool[];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        pool[threadIdx.x] = data[i] + round;
        __syncthreads();
        sum += pool[(threadIdx.x + round) % blockDim.x];
    }
    data[i] = sum;
}

// prove: proved
// launch: --grid 3 --block 2 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg data=symbolic:64
__global__ void as_often_as_the_block_says(int *data) {
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    for (unsigned turn = 0; turn < blockIdx.x; turn++) {
        __syncthreads();
        if (threadIdx.x == turn % blockDim.x)
            sum += 1;
    }
    __syncthreads();
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 3 --arg data=symbolic:64
__global__ void as_often_as_the_thread_says(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = 0;
    for (unsigned k = 0; k < threadIdx.x; k++) {
        data[i] += 1;
        __syncthreads();
    }
}

// prove: faulty barrier-divergence
// launch: --grid 2 --block 2 --arg n=5 --arg data=symbolic:64
__global__ void in_a_grid_stride_loop(int *data, int n) {
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        data[i] += 1;
        __syncthreads();
    }
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 2 --arg n=5 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg n=7 --arg data=symbolic:64
__global__ void in_a_grid_stride_loop_over_whole_blocks(int *data, int n) {
    __shared__ int values[256];
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long first = (long long)blockIdx.x * blockDim.x; first < n; first += step) {
        long long i = first + threadIdx.x;
        values[threadIdx.x] = i < n ? data[i] : 0;
        __syncthreads();
        if (i < n)
            data[i] = values[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 1 --block 3 --arg n=3 --arg data=symbolic:64
// launch: --grid 2 --block 2 --arg n=4 --arg data=symbolic:64
__global__ void in_a_loop_in_a_loop(int *data, int n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (int outer = 0; outer < n; outer++)
        for (int inner = outer; inner < n; inner += 2) {
            if (inner % 3 == 1)
                continue;
            __syncthreads();
            data[i] += inner;
        }
}
