// options: --grid 1 --block 256 --arg in=symbolic:256 --arg out=symbolic:256
// Inclusive sums: one after the other, and after Hillis and Steele. The faulty one forgets the first element in some steps.
#define N 256

__global__ void simple(const int *in, int *out)
{
    if (threadIdx.x == 0) {
        int total = 0;

        for (int i = 0; i < N; i++) {
            total += in[i];
            out[i] = total;
        }
    }
}

__global__ void fast(const int *in, int *out)
{
    __shared__ int part[2][N];
    int t = threadIdx.x, now = 0;

    part[0][t] = in[t];
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[t] = part[now][t];
}

__global__ void faulty(const int *in, int *out)
{
    __shared__ int part[2][N];
    int t = threadIdx.x, now = 0;

    part[0][t] = in[t];
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        part[1 - now][t] = part[now][t] + (t > step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[t] = part[now][t];
}
