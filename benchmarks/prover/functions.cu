// Device functions, pointers that walk, and loops whose ends depend on data.

__device__ long long own_index(void) {
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ void put_in_order(int *low, int *high) {
    if (*low > *high) {
        int value = *low;
        *low = *high;
        *high = value;
    }
}

__device__ int sum_of_block(int *values, unsigned t, unsigned count) {
    __syncthreads();
    for (unsigned half = count / 2; half > 0; half /= 2) {
        if (t < half)
            values[t] += values[t + half];
        __syncthreads();
    }
    return values[0];
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=6 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg n=6 --arg data=symbolic:64
__global__ void order_pairs(int *data, int n) {
    long long i = 2 * own_index();
    if (i + 1 < n)
        put_in_order(&data[i], data + i + 1);
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=6 --arg data=symbolic:64
__global__ void order_neighbours(int *data, int n) {
    long long i = own_index();
    if (i + 1 < n)
        put_in_order(&data[i], data + i + 1);
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg data=symbolic:64
// launch: --grid 1 --block 5 --arg data=symbolic:64
__global__ void replace_by_sum_of_block(int *data) {
    __shared__ int values[256];
    values[threadIdx.x] = data[own_index()];
    data[own_index()] = sum_of_block(values, threadIdx.x, blockDim.x);
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void replace_some_by_sum_of_block(int *data) {
    extern __shared__ int pool[];
    pool[threadIdx.x] = data[own_index()];
    if (threadIdx.x + 1 < blockDim.x)
        data[own_index()] = sum_of_block(pool, threadIdx.x, blockDim.x - 1);
}

// prove: proved if chunk <= 1000000
// launch: --grid 2 --block 2 --arg chunk=5 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg chunk=6 --arg data=symbolic:64
__global__ void walk_over_the_chunk_of_a_block(int *data, int chunk) {
    int *end = data + (blockIdx.x + 1ll) * chunk;
    for (int *p = data + (long long)blockIdx.x * chunk + threadIdx.x; p < end; p += blockDim.x)
        *p = 1;
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg chunk=5 --arg data=symbolic:64
__global__ void walk_beyond_the_chunk_of_a_block(int *data, int chunk) {
    int *p = data + (long long)blockIdx.x * chunk + threadIdx.x;
    for (int *end = p + chunk; p < end; p += blockDim.x)
        *p = 1;
}

// prove: proved
// launch: --grid 1 --block 3 --arg n=3 --arg out=symbolic:8 --arg text=104,0,105,0
// launch: --grid 2 --block 2 --arg n=3 --arg out=symbolic:8 --arg text=symbolic:8
__global__ void length_from_here(int *out, const char *text, int n) {
    long long i = own_index();
    if (i >= n)
        return;
    int length = 0;
    while (i + length < n && text[i + length] != 0)
        length++;
    out[i] = length;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg marks=symbolic:8 --arg text=104,1,105,0
__global__ void mark_from_here(int *marks, const char *text, int n) {
    long long i = own_index();
    while (i < n && text[i] != 0)
        marks[i++] = 1;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg out=symbolic:8 --arg count=5 --arg sorted=1,3,5,7,9 --arg keys=4,5,20
// launch: --grid 1 --block 3 --arg n=2 --arg out=symbolic:8 --arg count=3 --arg sorted=symbolic:8 --arg keys=symbolic:8
__global__ void place_by_bisection(int *out, const int *sorted, const int *keys, int count, int n) {
    long long i = own_index();
    if (i >= n)
        return;
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] < keys[i])
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}
