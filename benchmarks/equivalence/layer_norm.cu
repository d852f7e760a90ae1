// options: --grid 2 --block 256 --arg in=symbolic:512 --arg gain=symbolic:256 --arg bias=symbolic:256 --arg out=symbolic:512
// Layer normalisation: with everything read again, and from registers. The faulty one has another epsilon.
__global__ void simple(const float *in, const float *gain, const float *bias, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x, at = blockIdx.x * 256 + t;

    part[t] = in[at];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    float mean = part[0] / 256;

    __syncthreads();
    part[t] = (in[at] - mean) * (in[at] - mean);
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[at] = (in[at] - mean) / sqrtf(part[0] / 256 + 1e-5f) * gain[t] + bias[t];
}

__global__ void fast(const float *in, const float *gain, const float *bias, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    float x = in[at];

    part[t] = x;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    float apart = x - part[0] / 256;

    __syncthreads();
    part[t] = apart * apart;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[at] = apart / sqrtf(part[0] / 256 + 1e-5f) * gain[t] + bias[t];
}

__global__ void faulty(const float *in, const float *gain, const float *bias, float *out)
{
    __shared__ float part[256];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    float x = in[at];

    part[t] = x;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    float apart = x - part[0] / 256;

    __syncthreads();
    part[t] = apart * apart;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    out[at] = apart / sqrtf(part[0] / 256 + 1e-2f) * gain[t] + bias[t];
}
