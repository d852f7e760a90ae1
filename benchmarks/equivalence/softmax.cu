// options: --grid 2 --block 256 --arg in=symbolic:512 --arg out=symbolic:512
// Softmax of rows: every exponential computed twice, and kept in a register. The faulty one divides by a part of the sum.
__global__ void simple(const float *in, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    const float *row = in + blockIdx.x * 256;

    part[t] = row[t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = fmaxf(part[t], part[t + step]);
        __syncthreads();
    }
    float largest = part[0];

    __syncthreads();
    part[t] = expf(row[t] - largest);
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = expf(row[t] - largest) / part[0];
}

__device__ float own_exp(float x, float largest)
{
    return expf(x - largest);
}

__global__ void fast(const float *in, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    float x = in[at];

    part[t] = x;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = fmaxf(part[t], part[t + step]);
        __syncthreads();
    }
    float largest = part[0];

    __syncthreads();
    float e = own_exp(x, largest);

    part[t] = e;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[at] = e / part[0];
}

__global__ void faulty(const float *in, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    float x = in[at];

    part[t] = x;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = fmaxf(part[t], part[t + step]);
        __syncthreads();
    }
    float largest = part[0];

    __syncthreads();
    float e = own_exp(x, largest);

    part[t] = e;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[at] = e / part[1];
}
