// What the threads of different blocks write.

// prove: proved if gridDim.x == 1
// launch: --grid 1 --block 4 --arg out=symbolic:64
// launch: --grid 1 --block 7 --arg out=symbolic:64
__global__ void for_a_single_block(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg n=4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void the_block_is_forgotten(int *out, const int *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[threadIdx.x] = in[i];
}

// prove: proved
// launch: --grid 2 --block 2 --arg out=symbolic:8
// launch: --grid 3 --block 3 --arg out=symbolic:8
__global__ void one_cell_for_each_block(unsigned *out) {
    if (threadIdx.x == blockDim.x - 1)
        out[blockIdx.x] = blockIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg out=symbolic:8
// launch: --grid 2 --block 2 --arg out=symbolic:8
__global__ void one_cell_for_each_block_by_all(unsigned *out) {
    if (threadIdx.x <= blockDim.x - 1)
        out[blockIdx.x] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg out=symbolic:8
__global__ void one_cell_for_all_blocks(unsigned *out) {
    if (threadIdx.x == 0)
        out[0] = blockIdx.x;
}

// prove: proved
// launch: --grid 2,2 --block 3 --arg out=symbolic:64
// launch: --grid 3,2 --block 2 --arg out=symbolic:64
__global__ void blocks_in_rows(int *out) {
    unsigned long long block = (unsigned long long)blockIdx.y * gridDim.x + blockIdx.x;
    out[block * blockDim.x + threadIdx.x] = 1;
}

// prove: faulty data-race
// launch: --grid 3,2 --block 2 --arg out=symbolic:64
__global__ void blocks_in_rows_of_the_wrong_length(int *out) {
    unsigned long long block = (unsigned long long)blockIdx.y * gridDim.y + blockIdx.x;
    out[block * blockDim.x + threadIdx.x] = 1;
}

// prove: proved
// launch: --grid 3 --block 2 --arg n=7 --arg data=symbolic:64
// launch: --grid 2 --block 3 --arg n=9 --arg data=symbolic:64
__global__ void a_part_for_each_block(int *data, int n) {
    long long part = ((long long)n + gridDim.x - 1) / gridDim.x;
    long long end = part * (blockIdx.x + 1ll) < n ? part * (blockIdx.x + 1ll) : n;
    for (long long i = part * blockIdx.x + threadIdx.x; i < end; i += blockDim.x)
        data[i] += 1;
}

// prove: faulty data-race
// launch: --grid 3 --block 2 --arg n=7 --arg data=symbolic:64
__global__ void a_part_and_one_more_for_each_block(int *data, int n) {
    long long part = ((long long)n + gridDim.x - 1) / gridDim.x;
    long long end = part * (blockIdx.x + 1ll) < n ? part * (blockIdx.x + 1ll) : n;
    for (long long i = part * blockIdx.x + threadIdx.x; i <= end; i += blockDim.x)
        data[i] += 1;
}
