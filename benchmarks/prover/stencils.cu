// Values of neighbours.

// prove: proved
// launch: --grid 2 --block 3 --arg n=5 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 3 --block 2 --arg n=6 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void smooth(float *out, const float *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

// prove: faulty data-race
// launch: --grid 2 --block 3 --arg n=5 --arg data=symbolic:64
__global__ void smooth_in_place(float *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        data[i] = (data[i - 1] + data[i] + data[i + 1]) / 3;
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=8 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 3 --block 3 --arg n=7 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 2 --block 1 --arg n=2 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void smooth_with_halo(int *out, const int *in, int n) {
    __shared__ int tile[258];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    tile[t + 1] = i < n ? in[i] : 0;
    if (t == 0)
        tile[0] = i > 0 && i < n ? in[i - 1] : 0;
    if (t == blockDim.x - 1)
        tile[blockDim.x + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=8 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void smooth_with_halo_without_barrier(int *out, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    pool[t + 1] = i < n ? in[i] : 0;
    if (t == 0)
        pool[0] = i > 0 && i < n ? in[i - 1] : 0;
    if (t == blockDim.x - 1)
        pool[blockDim.x + 1] = i + 1 < n ? in[i + 1] : 0;
    if (i < n)
        out[i] = pool[t] + pool[t + 1] + pool[t + 2];
}

// prove: faulty bounds
// launch: --grid 1 --block 8 --arg n=8 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void smooth_with_halo_one_too_far(int *out, const int *in, int n) {
    __shared__ int tile[10];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    if (blockDim.x != 8)
        return;
    tile[t + 1] = i < n ? in[i] : 0;
    if (t == 0)
        tile[0] = i > 0 && i < n ? in[i - 1] : 0;
    if (t == blockDim.x - 1)
        tile[blockDim.x + 2] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}

#define RADIUS 3

// prove: proved if blockDim.x >= 3 && blockDim.x <= 128
// launch: --grid 2 --block 4 --arg n=8 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 3 --block 3 --arg n=7 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void sum_of_seven(int *out, const int *in, int n) {
    __shared__ int tile[128 + 2 * RADIUS];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    tile[t + RADIUS] = i < n ? in[i] : 0;
    if (t < RADIUS) {
        tile[t] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0;
        tile[t + RADIUS + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += tile[(int)t + RADIUS + k];
    if (i < n)
        out[i] = sum;
}

// prove: proved if blockDim.x == 4 && blockDim.y == 4
// launch: --grid 1,2 --block 4,4 --arg width=4 --arg height=7 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 2,1 --block 4,4 --arg width=5 --arg height=3 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void sum_of_a_cross(int *out, const int *in, int width, int height) {
    __shared__ int tile[6][6];
    long long left = 4ll * blockIdx.x - 1, top = 4ll * blockIdx.y - 1;
    for (unsigned k = threadIdx.y * blockDim.x + threadIdx.x; k < 36; k += blockDim.x * blockDim.y) {
        long long x = left + k % 6, y = top + k / 6;
        tile[k / 6][k % 6] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
    unsigned column = threadIdx.x + 1, row = threadIdx.y + 1;
    long long x = left + column, y = top + row;
    if (x < width && y < height)
        out[y * width + x] = tile[row][column] + tile[row - 1][column] + tile[row + 1][column]
                           + tile[row][column - 1] + tile[row][column + 1];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg rounds=3 --arg data=symbolic:64
// launch: --grid 1 --block 5 --arg rounds=2 --arg data=symbolic:64
__global__ void heat_in_a_ring(int *data, int rounds) {
    __shared__ int bar[256];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    bar[t] = data[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = bar[t] + bar[(t + 1) % blockDim.x];
        __syncthreads();
        bar[t] = sum / 2;
    }
    data[i] = bar[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg rounds=3 --arg data=symbolic:64
__global__ void heat_in_a_ring_with_one_barrier(int *data, int rounds) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    pool[t] = data[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = pool[t] + pool[(t + 1) % blockDim.x];
        pool[t] = sum / 2;
    }
    data[i] = pool[t];
}

#define MOST_WEIGHTS 7
__constant__ float weights[MOST_WEIGHTS];

// prove: proved if gridDim.x * blockDim.x <= 2147483647 && radius <= 3
// launch: --grid 2 --block 2 --arg n=3 --arg radius=3 --arg in=symbolic:64 --arg out=symbolic:64
// launch: --grid 1 --block 3 --arg n=3 --arg radius=0 --arg in=symbolic:64 --arg out=symbolic:64
__global__ void weighted_by_distance(float *out, const float *in, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int d = -radius; d <= radius; d++)
        sum += weights[d + radius] * in[i];
    out[i] = sum;
}

// prove: faulty bounds
// launch: --grid 1 --block 1 --arg n=1 --arg radius=3 --arg in=symbolic:64 --arg out=symbolic:64
__global__ void weighted_by_distance_and_one_more(float *out, const float *in, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int d = -radius; d <= radius + 1; d++)
        sum += weights[d + radius] * in[i];
    out[i] = sum;
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647 && taps <= 7
// launch: --grid 2 --block 2 --arg n=3 --arg taps=7 --arg in=symbolic:64 --arg out=symbolic:64
// launch: --grid 1 --block 3 --arg n=3 --arg taps=0 --arg in=symbolic:64 --arg out=symbolic:64
__global__ void weighted_sum(float *out, const float *in, int n, int taps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int tap = 0; tap < taps; tap++)
        sum += weights[tap] * in[i];
    out[i] = sum;
}
