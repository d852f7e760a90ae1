// Ends of shared arrays.

// prove: proved if blockDim.x <= 64
// launch: --grid 2 --block 4 --arg data=symbolic:128
// launch: --grid 1 --block 64 --arg data=symbolic:128
__global__ void reverse_in_a_tile(int *data) {
    __shared__ int tile[64];
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    tile[threadIdx.x] = data[first + threadIdx.x];
    __syncthreads();
    data[first + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// prove: faulty bounds
// launch: --grid 1 --block 64 --arg data=symbolic:128
__global__ void reverse_in_a_tile_from_its_end(int *data) {
    __shared__ int tile[64];
    if (blockDim.x > 64)
        return;
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    tile[threadIdx.x] = data[first + threadIdx.x];
    __syncthreads();
    data[first + threadIdx.x] = tile[blockDim.x - threadIdx.x];
}

// prove: proved
// launch: --grid 1 --block 7 --arg data=symbolic:128
// launch: --grid 2 --block 10 --arg data=symbolic:128
__global__ void a_tile_for_the_first_threads(int *data) {
    __shared__ int tile[8];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 8)
        tile[threadIdx.x] = data[i];
    __syncthreads();
    if (threadIdx.x > 0 && threadIdx.x <= 8)
        data[i] = tile[threadIdx.x - 1];
}

// prove: faulty bounds
// launch: --grid 1 --block 3 --arg data=symbolic:128
__global__ void the_place_before_the_first(int *data) {
    __shared__ int tile[1024];
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[threadIdx.x - 1];
}

// prove: proved
// launch: --grid 1 --block 7 --arg data=symbolic:128
// launch: --grid 1 --block 10 --arg data=symbolic:128
__global__ void fill_in_a_loop(int *data) {
    __shared__ int tile[50];
    for (unsigned k = threadIdx.x; k < 50; k += blockDim.x)
        tile[k] = k;
    __syncthreads();
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = tile[49 - threadIdx.x % 50];
}

// prove: faulty bounds
// launch: --grid 1 --block 7 --arg data=symbolic:128
__global__ void fill_in_a_loop_with_one_too_many(int *data) {
    __shared__ int tile[50];
    for (unsigned k = threadIdx.x; k <= 50; k += blockDim.x)
        tile[k] = k;
    __syncthreads();
    data[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = tile[49 - threadIdx.x % 50];
}

// prove: proved if blockDim.x <= 8 && blockDim.y <= 4
// launch: --grid 1 --block 8,4 --arg data=symbolic:128
// launch: --grid 2 --block 3,2 --arg data=symbolic:128
__global__ void a_tile_with_rows(int *data) {
    __shared__ int tile[4][8];
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x * blockDim.y;
    tile[threadIdx.y][threadIdx.x] = data[first + threadIdx.y * blockDim.x + threadIdx.x];
    __syncthreads();
    data[first + threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.y][0];
}

// prove: faulty bounds
// launch: --grid 1 --block 8,4 --arg data=symbolic:128
__global__ void a_tile_with_its_sides_exchanged(int *data) {
    __shared__ int tile[4][8];
    if (blockDim.x != 8 || blockDim.y != 4)
        return;
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x * blockDim.y;
    tile[threadIdx.x][threadIdx.y] = data[first + threadIdx.y * blockDim.x + threadIdx.x];
}

// prove: proved
// launch: --grid 1 --block 4 --arg data=symbolic:128
// launch: --grid 2 --block 7 --arg data=symbolic:128
__global__ void two_arrays_in_one_pool(int *data) {
    extern __shared__ int pool[];
    int *left = pool, *right = pool + blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    left[threadIdx.x] = data[i];
    right[threadIdx.x] = -data[i];
    __syncthreads();
    data[i] = left[blockDim.x - 1 - threadIdx.x] + right[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:128
__global__ void two_arrays_that_overlap_in_one_pool(int *data) {
    extern __shared__ int pool[];
    int *left = pool, *right = pool + blockDim.x - 1;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    left[threadIdx.x] = data[i];
    right[threadIdx.x] = -data[i];
    __syncthreads();
    data[i] = left[blockDim.x - 1 - threadIdx.x] + right[0];
}
