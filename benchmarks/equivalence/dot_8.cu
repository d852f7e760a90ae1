// options: --grid 1 --block 256 --arg a=symbolic:512 --arg b=symbolic:512 --arg out=symbolic:1
// Scalar product of 512 8-bit numbers: by one thread, and with a tree over what each thread has added. The faulty one takes one product twice.
__global__ void simple(const signed char *a, const signed char *b, signed char *out)
{
    if (threadIdx.x == 0) {
        signed char total = 0;

        for (int i = 0; i < 512; i++)
            total += a[i] * b[i];
        *out = total;
    }
}

__global__ void fast(const signed char *a, const signed char *b, signed char *out)
{
    __shared__ signed char part[256];
    int t = threadIdx.x;
    signed char own = 0;

    for (int i = t; i < 512; i += blockDim.x)
        own += a[i] * b[i];
    part[t] = own;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}

__global__ void faulty(const signed char *a, const signed char *b, signed char *out)
{
    __shared__ signed char part[256];
    int t = threadIdx.x;
    signed char own = 0;

    for (int i = t; i < 512; i += blockDim.x)
        own += a[i] * b[i == 300 ? 301 : i];
    part[t] = own;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}
