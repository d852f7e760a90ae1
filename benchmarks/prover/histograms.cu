// Counts of bins.

// prove: proved
// launch: --grid 2 --block 2 --arg n=4 --arg bins=zeros:256 --arg data=1,2,1,1
// launch: --grid 1 --block 3 --arg n=3 --arg bins=zeros:256 --arg data=symbolic:8
__global__ void count_bytes(unsigned *bins, const unsigned char *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[data[i]], 1u);
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg n=4 --arg bins=zeros:256 --arg data=1,2,1,1
__global__ void count_bytes_plainly(unsigned *bins, const unsigned char *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[data[i]] += 1;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=7 --arg bins=zeros:16 --arg data=1,2,17,1,5,5,3
// launch: --grid 1 --block 3 --arg n=4 --arg bins=zeros:16 --arg data=1,2,17,1
__global__ void count_in_shared_bins(unsigned *bins, const unsigned *data, int n) {
    __shared__ unsigned own[16];
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&own[data[i] % 16], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        if (own[bin] > 0)
            atomicAdd(&bins[bin], own[bin]);
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=7 --arg bins=zeros:16 --arg data=1,2,17,1,5,5,3
__global__ void count_in_shared_bins_before_they_are_cleared(unsigned *bins, const unsigned *data, int n) {
    __shared__ unsigned own[16];
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        own[bin] = 0;
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&own[data[i] % 16], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        if (own[bin] > 0)
            atomicAdd(&bins[bin], own[bin]);
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg n=7 --arg bins=zeros:16 --arg data=1,2,17,1,5,5,3
__global__ void count_in_shared_bins_and_add_plainly(unsigned *bins, const unsigned *data, int n) {
    __shared__ unsigned own[16];
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&own[data[i] % 16], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        bins[bin] += own[bin];
}

// prove: faulty bounds
// launch: --grid 1 --block 2 --arg n=2 --arg bins=zeros:16 --arg data=3,-1
__global__ void count_remainders_that_may_be_negative(unsigned *bins, const int *data, int n) {
    __shared__ unsigned own[16];
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&own[data[i] % 16], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 16; bin += blockDim.x)
        atomicAdd(&bins[bin], own[bin]);
}

// Each thread has a row of bins for itself.
// prove: proved if blockDim.x <= 32
// launch: --grid 2 --block 4 --arg n=9 --arg bins=zeros:8 --arg data=1,2,17,1,5,5,3,8,8
// launch: --grid 1 --block 3 --arg n=5 --arg bins=zeros:8 --arg data=symbolic:8
__global__ void count_in_bins_of_each_thread(unsigned *bins, const unsigned *data, int n) {
    __shared__ unsigned rows[32][8];
    unsigned *row = rows[threadIdx.x];
    for (int bin = 0; bin < 8; bin++)
        row[bin] = 0;
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        row[data[i] & 7] += 1;
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 8; bin += blockDim.x) {
        unsigned sum = 0;
        for (unsigned t = 0; t < blockDim.x; t++)
            sum += rows[t][bin];
        atomicAdd(&bins[bin], sum);
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=9 --arg bins=zeros:8 --arg data=1,2,17,1,5,5,3,8,8
__global__ void count_in_bins_of_each_pair_of_threads(unsigned *bins, const unsigned *data, int n) {
    __shared__ unsigned rows[512][8];
    unsigned *row = rows[threadIdx.x / 2];
    for (int bin = 0; bin < 8; bin++)
        row[bin] = 0;
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        row[data[i] & 7] += 1;
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 8; bin += blockDim.x) {
        unsigned sum = 0;
        for (unsigned t = 0; t < (blockDim.x + 1) / 2; t++)
            sum += rows[t][bin];
        atomicAdd(&bins[bin], sum);
    }
}
