// Prices of options: by formula, back through a tree of prices, and as the mean of random paths.

struct Mean {
    float value;
    float error;
};

// prove: proved if (gridDim.x * blockDim.x) + n <= 2147483647
// launch: --grid 2 --block 2 --arg n=7 --arg calls=symbolic:8 --arg puts=symbolic:8 --arg prices=symbolic:8
// launch: --grid 1 --block 3 --arg n=3 --arg calls=symbolic:8 --arg puts=symbolic:8 --arg prices=symbolic:8
__global__ void calls_and_puts(float *calls, float *puts, const float *prices, float strike, float discount, int n) {
    const int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        float gain = prices[i] - strike * discount;
        calls[i] = gain > 0.0f ? gain : 0.0f;
        puts[i] = calls[i] - gain;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg calls=symbolic:8 --arg prices=symbolic:8
__global__ void calls_and_puts_side_by_side(float *calls, const float *prices, float strike, int n) {
    const int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        float gain = prices[i] - strike;
        calls[i] = gain > 0.0f ? gain : 0.0f;
        calls[i + 1] = calls[i] - gain;
    }
}

// A block has an option, and a thread each of its prices.
// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg price=symbolic:8 --arg last=symbolic:64 --arg up=0.5 --arg down=0.25
// launch: --grid 1 --block 3 --arg price=symbolic:8 --arg last=symbolic:64 --arg up=0.5 --arg down=0.25
__global__ void back_through_the_tree(float *price, const float *last, float up, float down) {
    __shared__ float values[257];
    const float *mine = last + (unsigned long long)blockIdx.x * (blockDim.x + 1);
    unsigned t = threadIdx.x;
    values[t] = mine[t];
    if (t == 0)
        values[blockDim.x] = mine[blockDim.x];
    for (unsigned left = blockDim.x; left > 0; left--) {
        float value = 0.0f;
        __syncthreads();
        if (t < left)
            value = up * values[t + 1] + down * values[t];
        __syncthreads();
        if (t < left)
            values[t] = value;
    }
    if (t == 0)
        price[blockIdx.x] = values[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg price=symbolic:8 --arg last=symbolic:64 --arg up=0.5 --arg down=0.25
__global__ void back_through_the_tree_while_it_is_read(float *price, const float *last, float up, float down) {
    extern __shared__ float pool[];
    const float *mine = last + (unsigned long long)blockIdx.x * (blockDim.x + 1);
    unsigned t = threadIdx.x;
    pool[t] = mine[t];
    if (t == 0)
        pool[blockDim.x] = mine[blockDim.x];
    for (unsigned left = blockDim.x; left > 0; left--) {
        __syncthreads();
        if (t < left)
            pool[t] = up * pool[t + 1] + down * pool[t];
    }
    if (t == 0)
        price[blockIdx.x] = pool[0];
}

// Two steps a round, from one buffer into the other and back.
// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg steps=4 --arg price=symbolic:8 --arg last=symbolic:64
// launch: --grid 1 --block 3 --arg steps=2 --arg price=symbolic:8 --arg last=symbolic:64
__global__ void back_through_the_tree_by_two_buffers(float *price, const float *last, float up, float down, int steps) {
    __shared__ float here[258], there[258];
    unsigned t = threadIdx.x;
    here[t] = last[(unsigned long long)blockIdx.x * blockDim.x + t];
    if (t == 0)
        here[blockDim.x] = there[blockDim.x] = 0.0f;
    for (int left = steps; left > 0; left -= 2) {
        __syncthreads();
        there[t] = up * here[t + 1] + down * here[t];
        __syncthreads();
        here[t] = up * there[t + 1] + down * there[t];
    }
    if (t == 0)
        price[blockIdx.x] = here[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg steps=4 --arg price=symbolic:8 --arg last=symbolic:64
__global__ void back_through_the_tree_by_two_buffers_and_one_barrier(
    float *price, const float *last, float up, float down, int steps) {
    __shared__ float here[1026], there[1026];
    unsigned t = threadIdx.x;
    here[t] = last[(unsigned long long)blockIdx.x * blockDim.x + t];
    if (t == 0)
        here[blockDim.x] = there[blockDim.x] = 0.0f;
    for (int left = steps; left > 0; left -= 2) {
        __syncthreads();
        there[t] = up * here[t + 1] + down * here[t];
        here[t] = up * there[t + 1] + down * there[t];
    }
    if (t == 0)
        price[blockIdx.x] = here[0];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 2 --arg paths=5 --arg means=symbolic:8 --arg gains=symbolic:16
// launch: --grid 1 --block 3 --arg paths=4 --arg means=symbolic:8 --arg gains=symbolic:16
__global__ void mean_of_the_paths(struct Mean *means, const float *gains, unsigned paths) {
    __shared__ float sums[256], squares[256];
    unsigned t = threadIdx.x;
    float sum = 0.0f, square = 0.0f;
    for (unsigned long long path = t; path < paths; path += blockDim.x) {
        float gain = gains[(unsigned long long)blockIdx.x * paths + path];
        sum += gain;
        square += gain * gain;
    }
    sums[t] = sum;
    squares[t] = square;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            sums[t] += sums[t + half];
            squares[t] += squares[t + half];
        }
    }
    if (t == 0) {
        means[blockIdx.x].value = sums[0];
        means[blockIdx.x].error = squares[0];
    }
}
