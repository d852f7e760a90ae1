// options: --grid 1 --block 256 --arg in=symbolic:256 --arg out=symbolic:1
// Sum of 256 16-bit numbers: by one thread, and as a tree. The faulty one leaves out the last step of the tree.
__global__ void simple(const short *in, short *out)
{
    if (threadIdx.x == 0) {
        short total = 0;

        for (int i = 0; i < 256; i++)
            total += in[i];
        *out = total;
    }
}

__global__ void fast(const short *in, short *out)
{
    __shared__ short part[256];
    int t = threadIdx.x;

    part[t] = in[t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}

__global__ void faulty(const short *in, short *out)
{
    __shared__ short part[256];
    int t = threadIdx.x;

    part[t] = in[t];
    __syncthreads();
    for (int step = 128; step > 1; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}
