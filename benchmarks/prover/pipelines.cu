// Producers and consumers, and buffers that take turns.

// One barrier a round is enough for two buffers.
// prove: proved if blockDim.x <= 128
// launch: --grid 2 --block 2 --arg rounds=3 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 3 --arg rounds=4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void two_buffers_by_parity(int *out, const int *in, int rounds) {
    __shared__ int buffer[2][128];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    buffer[0][threadIdx.x] = in[threadIdx.x];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        buffer[(round + 1) & 1][threadIdx.x] = in[(round + 1ull) * blockDim.x + threadIdx.x];
        sum += buffer[round & 1][(threadIdx.x + 1) % blockDim.x];
    }
    out[i] = sum;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg rounds=3 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void two_buffers_of_the_same_parity(int *out, const int *in, int rounds) {
    __shared__ int buffer[2][1024];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    buffer[0][threadIdx.x] = in[threadIdx.x];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        buffer[(round + 2) & 1][threadIdx.x] = in[(round + 1ull) * blockDim.x + threadIdx.x];
        sum += buffer[round & 1][(threadIdx.x + 1) % blockDim.x];
    }
    out[i] = sum;
}

// prove: proved if blockDim.x <= 128
// launch: --grid 2 --block 2 --arg rounds=3 --arg data=symbolic:64
// launch: --grid 1 --block 5 --arg rounds=2 --arg data=symbolic:64
__global__ void two_buffers_by_pointers(int *data, int rounds) {
    __shared__ int a[128], b[128];
    int *from = a, *to = b;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    from[threadIdx.x] = data[i];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        to[threadIdx.x] = from[threadIdx.x] - from[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        int *swap = from;
        from = to;
        to = swap;
    }
    data[i] = from[threadIdx.x];
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg rounds=1 --arg data=symbolic:64
__global__ void two_buffers_that_are_one(int *data, int rounds) {
    __shared__ int a[1024];
    int *from = a, *to = a;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    from[threadIdx.x] = data[i];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        to[threadIdx.x] = from[threadIdx.x] - from[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
    }
    data[i] = from[threadIdx.x];
}

// prove: proved if blockDim.x <= 128 && rounds <= 1000000
// launch: --grid 1 --block 2 --arg rounds=4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 2 --block 3 --arg rounds=5 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void three_buffers_in_turn(int *out, const int *in, int rounds) {
    __shared__ int buffer[3][128];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int round = 0; round < rounds + 1; round++) {
        buffer[round % 3][threadIdx.x] = in[(unsigned long long)round * blockDim.x + threadIdx.x];
        __syncthreads();
        if (round > 0)
            sum += buffer[(round + 2) % 3][blockDim.x - 1 - threadIdx.x];
    }
    out[i] = sum;
}

// prove: proved if blockDim.x <= 256 && blockDim.x % 2 == 0
// launch: --grid 2 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 6 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void half_produce_and_half_consume(int *out, const int *in) {
    __shared__ int box[128];
    unsigned half = blockDim.x / 2;
    if (threadIdx.x < half)
        box[threadIdx.x] = in[threadIdx.x] * 2;
    __syncthreads();
    if (threadIdx.x >= half)
        out[(unsigned long long)blockIdx.x * half + threadIdx.x - half] = box[threadIdx.x - half];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void half_produce_and_half_consume_at_once(int *out, const int *in) {
    __shared__ int box[1024];
    unsigned half = blockDim.x / 2;
    if (threadIdx.x < half)
        box[threadIdx.x] = in[threadIdx.x] * 2;
    else if (threadIdx.x < 2 * half)
        out[(unsigned long long)blockIdx.x * half + threadIdx.x - half] = box[threadIdx.x - half];
}
