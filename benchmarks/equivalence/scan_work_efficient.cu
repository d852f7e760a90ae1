// options: --grid 1 --block 256 --arg in=symbolic:256 --arg out=symbolic:256
// Exclusive sums: after Hillis and Steele, and after Blelloch. In the faulty one a thread adds nothing on the way down.
#define N 256

__global__ void simple(const int *in, int *out)
{
    __shared__ int part[2][N];
    int t = threadIdx.x, now = 0;

    part[0][t] = t > 0 ? in[t - 1] : 0;
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[t] = part[now][t];
}

__global__ void fast(const int *in, int *out)
{
    __shared__ int part[N];
    int t = threadIdx.x, offset = 1;

    part[t] = in[t];
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            part[offset * (2 * t + 2) - 1] += part[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        part[N - 1] = 0;
    for (int d = 1; d < N; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int kept = part[left];

            part[left] = part[right];
            part[right] += kept;
        }
    }
    __syncthreads();
    out[t] = part[t];
}

__global__ void faulty(const int *in, int *out)
{
    __shared__ int part[N];
    int t = threadIdx.x, offset = 1;

    part[t] = in[t];
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            part[offset * (2 * t + 2) - 1] += part[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        part[N - 1] = 0;
    for (int d = 1; d < N; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int kept = part[left];

            part[left] = part[right];
            part[right] += t == 5 ? 0 : kept;
        }
    }
    __syncthreads();
    out[t] = part[t];
}
