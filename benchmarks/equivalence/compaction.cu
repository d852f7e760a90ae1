// options: --grid 1 --block 256 --arg in=symbolic:256 --arg out=symbolic:256 --arg count=symbolic:1
// Compaction of positive numbers: one after the other, and with sums of flags. The faulty one keeps zeros.
#define N 256

__global__ void simple(const int *in, int *out, int *count)
{
    if (threadIdx.x == 0) {
        int n = 0;

        for (int i = 0; i < N; i++)
            if (in[i] > 0)
                out[n++] = in[i];
        *count = n;
    }
}

__global__ void fast(const int *in, int *out, int *count)
{
    __shared__ int part[2][N];
    int t = threadIdx.x, now = 0, keep = in[t] > 0;

    part[0][t] = keep;
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (keep)
        out[part[now][t] - 1] = in[t];
    if (t == N - 1)
        *count = part[now][t];
}

__global__ void faulty(const int *in, int *out, int *count)
{
    __shared__ int part[2][N];
    int t = threadIdx.x, now = 0, keep = in[t] >= 0;

    part[0][t] = keep;
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (keep)
        out[part[now][t] - 1] = in[t];
    if (t == N - 1)
        *count = part[now][t];
}
