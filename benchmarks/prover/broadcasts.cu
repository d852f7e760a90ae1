// Values that one thread hands to others.

// prove: proved
// launch: --grid 2 --block 3 --arg out=symbolic:64 --arg in=symbolic:8
// launch: --grid 1 --block 4 --arg out=symbolic:64 --arg in=symbolic:8
__global__ void broadcast(int *out, const int *in) {
    __shared__ int value;
    if (threadIdx.x == 0)
        value = in[blockIdx.x];
    __syncthreads();
    out[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg out=symbolic:64 --arg in=symbolic:8
__global__ void broadcast_by_all(int *out, const int *in) {
    __shared__ int value;
    value = in[blockIdx.x];
    __syncthreads();
    out[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// prove: proved
// launch: --grid 2 --block 3 --arg n=3 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 4 --arg n=2 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void one_after_the_other_passes_a_value(int *out, const int *in, int n) {
    __shared__ int letter;
    int sum = 0;
    for (int turn = 0; turn < n; turn++) {
        if (threadIdx.x == turn % blockDim.x)
            letter = in[turn];
        __syncthreads();
        sum += letter;
        __syncthreads();
    }
    out[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=2 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void one_after_the_other_writes_over_a_value(int *out, const int *in, int n) {
    __shared__ int letter;
    int sum = 0;
    for (int turn = 0; turn < n; turn++) {
        if (threadIdx.x == turn % blockDim.x)
            letter = in[turn];
        __syncthreads();
        sum += letter;
    }
    out[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A barrier orders nothing between blocks.
// prove: faulty data-race
// launch: --grid 2 --block 2 --arg out=symbolic:64 --arg part=symbolic:8
__global__ void read_the_sum_of_the_next_block(int *out, int *part) {
    if (threadIdx.x == 0)
        part[blockIdx.x] = blockDim.x;
    __syncthreads();
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = part[blockIdx.x + 1 < gridDim.x ? blockIdx.x + 1 : 0];
}

// prove: proved
// launch: --grid 2 --block 2 --arg out=symbolic:64 --arg part=symbolic:8
// launch: --grid 3 --block 3 --arg out=symbolic:64 --arg part=symbolic:8
__global__ void read_the_sum_of_this_block(int *out, int *part) {
    if (threadIdx.x == 0)
        part[blockIdx.x] = blockDim.x;
    __syncthreads();
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = part[blockIdx.x];
}
