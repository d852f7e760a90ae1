// Sums of all elements up to each.

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 7 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void scan_with_two_buffers(int *out, const int *in) {
    __shared__ int buffer[2][256];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    int from = 0;
    buffer[from][t] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        int to = 1 - from;
        buffer[to][t] = t >= distance ? buffer[from][t] + buffer[from][t - distance] : buffer[from][t];
        from = to;
        __syncthreads();
    }
    out[i] = buffer[from][t];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 7 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void scan_with_one_buffer_and_two_barriers(int *out, const int *in) {
    __shared__ int buffer[256];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    buffer[t] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        int more = t >= distance ? buffer[t - distance] : 0;
        __syncthreads();
        buffer[t] += more;
        __syncthreads();
    }
    out[i] = buffer[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void scan_with_one_buffer_and_one_barrier(int *out, const int *in) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    pool[t] = in[i];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        if (t >= distance)
            pool[t] += pool[t - distance];
        __syncthreads();
    }
    out[i] = pool[t];
}

// Two elements a thread, up the tree and down again.
// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 3 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 6 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void exclusive_scan_in_a_tree(int *out, const int *in) {
    __shared__ int tree[512];
    unsigned t = threadIdx.x;
    unsigned long long first = 2ull * blockIdx.x * blockDim.x;
    tree[2 * t] = in[first + 2 * t];
    tree[2 * t + 1] = in[first + 2 * t + 1];
    unsigned offset = 1;
    for (unsigned active = blockDim.x; active > 0; active /= 2) {
        __syncthreads();
        if (t < active)
            tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        tree[2 * blockDim.x - 1] = 0;
    for (unsigned active = 1; active <= blockDim.x; active *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < active) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads();
    out[first + 2 * t] = tree[2 * t];
    out[first + 2 * t + 1] = tree[2 * t + 1];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void exclusive_scan_in_a_tree_down_without_barriers(int *out, const int *in) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long first = 2ull * blockIdx.x * blockDim.x;
    pool[2 * t] = in[first + 2 * t];
    pool[2 * t + 1] = in[first + 2 * t + 1];
    unsigned offset = 1;
    for (unsigned active = blockDim.x; active > 0; active /= 2) {
        __syncthreads();
        if (t < active)
            pool[offset * (2 * t + 2) - 1] += pool[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (t == 0)
        pool[2 * blockDim.x - 1] = 0;
    __syncthreads();
    for (unsigned active = 1; active <= blockDim.x; active *= 2) {
        offset /= 2;
        if (t < active) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int sum = pool[left];
            pool[left] = pool[right];
            pool[right] += sum;
        }
    }
    __syncthreads();
    out[first + 2 * t] = pool[2 * t];
    out[first + 2 * t + 1] = pool[2 * t + 1];
}

// prove: proved if blockDim.x <= 1024
// launch: --grid 2 --block 4 --arg out=symbolic:64 --arg sums=symbolic:8 --arg in=symbolic:64
// launch: --grid 1 --block 5 --arg out=symbolic:64 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void exclusive_scan_with_a_sum_for_each_block(int *out, int *sums, const int *in) {
    __shared__ int values[1024];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    values[t] = in[i];
    for (unsigned distance = 1; distance < blockDim.x; distance <<= 1) {
        __syncthreads();
        int sum = values[t];
        if (t >= distance)
            sum += values[t - distance];
        __syncthreads();
        values[t] = sum;
    }
    __syncthreads();
    out[i] = t > 0 ? values[t - 1] : 0;
    if (t == blockDim.x - 1)
        sums[blockIdx.x] = values[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:64 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void exclusive_scan_with_a_sum_of_each_thread(int *out, int *sums, const int *in) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    pool[t] = in[i];
    for (unsigned distance = 1; distance < blockDim.x; distance <<= 1) {
        __syncthreads();
        int sum = pool[t];
        if (t >= distance)
            sum += pool[t - distance];
        __syncthreads();
        pool[t] = sum;
    }
    __syncthreads();
    out[i] = t > 0 ? pool[t - 1] : 0;
    if (t <= blockDim.x - 1)
        sums[blockIdx.x] = pool[t];
}

// prove: proved
// launch: --grid 3 --block 2 --arg n=5 --arg data=symbolic:64 --arg sums=symbolic:8
// launch: --grid 2 --block 3 --arg n=6 --arg data=symbolic:64 --arg sums=symbolic:8
__global__ void add_sums_of_the_blocks_before(int *data, const int *sums, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        data[i] += sums[blockIdx.x - 1];
}
