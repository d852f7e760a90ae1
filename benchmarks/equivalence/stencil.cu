// options: --grid 4 --block 128 --arg in=symbolic:500 --arg out=symbolic:500 --arg n=500
// Mean of neighbours: from global memory, and from shared memory with a halo. The faulty one loads the wrong halo on the right.
#define RADIUS 3
#define BLOCK 128

__global__ void simple(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= RADIUS && i < n - RADIUS) {
        float sum = 0;

        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += in[i + k];
        out[i] = sum / (2 * RADIUS + 1);
    }
}

__global__ void fast(const float *in, float *out, int n)
{
    __shared__ float near[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int at = threadIdx.x + RADIUS;

    near[at] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        near[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        near[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }
    __syncthreads();
    if (i >= RADIUS && i < n - RADIUS) {
        float sum = 0;

        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += near[at + k];
        out[i] = sum / (2 * RADIUS + 1);
    }
}

__global__ void faulty(const float *in, float *out, int n)
{
    __shared__ float near[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int at = threadIdx.x + RADIUS;

    near[at] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        near[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        near[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK - 1] : 0;
    }
    __syncthreads();
    if (i >= RADIUS && i < n - RADIUS) {
        float sum = 0;

        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += near[at + k];
        out[i] = sum / (2 * RADIUS + 1);
    }
}
