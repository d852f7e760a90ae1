// Barriers in conditions.

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=5 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg n=20 --arg data=symbolic:64
__global__ void in_a_condition_on_a_parameter(int *data, int n) {
    __shared__ int values[256];
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    values[threadIdx.x] = data[first + threadIdx.x];
    if (n > 10) {
        __syncthreads();
        data[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
    }
}

// prove: proved if blockDim.x <= 256
// launch: --grid 3 --block 4 --arg blocks=2 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg blocks=5 --arg data=symbolic:64
__global__ void after_the_return_of_whole_blocks(int *data, unsigned blocks) {
    __shared__ int values[256];
    if (blockIdx.x >= blocks)
        return;
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    values[threadIdx.x] = data[first + threadIdx.x];
    __syncthreads();
    data[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

// prove: faulty barrier-divergence
// launch: --grid 2 --block 4 --arg n=6 --arg data=symbolic:64
__global__ void after_the_return_of_some_threads(int *data, int n) {
    extern __shared__ int pool[];
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    pool[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = pool[threadIdx.x / 2];
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void in_a_condition_on_the_thread(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0) {
        data[i] = 1;
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 1 --block 4 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg data=symbolic:64
__global__ void in_a_condition_that_all_threads_meet(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = 1;
    if (threadIdx.x < blockDim.x)
        __syncthreads();
    data[i] += 1;
}

// prove: proved
// launch: --grid 2 --block 4 --arg n=3 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg n=4 --arg data=symbolic:64
__global__ void in_both_arms_of_a_condition_on_a_parameter(int *data, int n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (n & 1) {
        __syncthreads();
        data[i] = 1;
    } else {
        data[i] = 2;
        __syncthreads();
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void in_both_arms_of_a_condition_on_the_thread(int *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x & 1) {
        __syncthreads();
        data[i] = 1;
    } else {
        data[i] = 2;
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 2 --block 4 --arg flags=symbolic:8 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg flags=symbolic:8 --arg data=symbolic:64
__global__ void in_a_condition_on_a_value_of_the_block(int *data, const int *flags) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = 0;
    if (flags[blockIdx.x] > 0) {
        __syncthreads();
        data[i] = 1;
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 3 --arg flags=symbolic:8 --arg data=symbolic:64
__global__ void in_a_condition_on_a_value_of_the_thread(int *data, const int *flags) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = 0;
    if (flags[i] > 0) {
        __syncthreads();
        data[i] = 1;
    }
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg kind=0 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg kind=1 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg kind=2 --arg data=symbolic:64
__global__ void in_the_cases_of_a_switch(int *data, int kind) {
    __shared__ int values[256];
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    values[threadIdx.x] = data[first + threadIdx.x];
    switch (kind) {
    case 0:
        __syncthreads();
        data[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
        break;
    case 1:
        __syncthreads();
        data[first + threadIdx.x] = values[0];
        break;
    default:
        data[first + threadIdx.x] = 0;
    }
}
