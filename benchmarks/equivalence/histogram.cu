// options: --grid 2 --block 128 --arg in=symbolic:256 --arg bins=symbolic:16
// Histogram: atomics in global memory, and first in shared memory for each block. The faulty one counts one value twice.
#define BINS 16

__global__ void simple(const unsigned char *in, unsigned int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    atomicAdd(&bins[in[i] % BINS], 1);
}

__global__ void fast(const unsigned char *in, unsigned int *bins)
{
    __shared__ unsigned int own[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[i] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void faulty(const unsigned char *in, unsigned int *bins)
{
    __shared__ unsigned int own[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[i] % BINS], in[i] == 255 ? 2 : 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
