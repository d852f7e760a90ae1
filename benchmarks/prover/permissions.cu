// Kernels that say which elements each thread may access between two barriers.

#include <cudabmc.h>

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 4 --arg n=7 --arg a=symbolic:8 --arg b=symbolic:8 --arg c=zeros:8
// launch: --grid 2 --block 4 --arg n=0 --arg a=symbolic:8 --arg b=symbolic:8 --arg c=zeros:8
__global__ void add_vectors_by_permission(float *c, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudabmc_may_read(a, k, 0, n, k == i);
    cudabmc_may_read(b, k, 0, n, k == i);
    cudabmc_may_write(c, k, 0, n, k == i);
    if (i < n)
        c[i] = a[i] + b[i];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=4 --arg a=zeros:8 --arg b=zeros:8 --arg c=zeros:8
__global__ void add_to_both_neighbours(float *c, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudabmc_may_write(c, k, 0, n, k == i);
    if (i + 1 < n) {
        c[i] = a[i] + b[i];
        c[i + 1] = a[i] - b[i];
    }
}

// prove: proved if blockDim.x == 16 && blockDim.y == 16 && w > 0 && h > 0 && w * h < 1000000000 && gridDim.x < 100000
// launch: --grid 2,1 --block 16,16 --arg w=20 --arg h=5 --arg out=zeros:100 --arg in=zeros:100
// launch: --grid 1,1 --block 16,16 --arg w=3 --arg h=16 --arg out=zeros:100 --arg in=zeros:100
__global__ void transpose_by_permission(float *out, const float *in, int w, int h) {
    __shared__ float tile[16][17];
    cudabmc_requires(blockDim.x == 16 && blockDim.y == 16 && gridDim.x < 100000);
    cudabmc_requires(w > 0 && h > 0 && (long long)w * h < 1000000000);
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    int column = blockIdx.y * 16 + tx, row = blockIdx.x * 16 + ty;
    cudabmc_may_write(&tile[0][0], i, 0, 16 * 17, i == 17 * ty + tx);
    cudabmc_may_write(out, i, row * h + column, row * h + column + 1, row < w && column < h);
    if (x < w && y < h)
        tile[ty][tx] = in[y * w + x];
    cudabmc_barrier_may_read(&tile[0][0], i, 0, 16 * 17, i == 17 * tx + ty);
    __syncthreads();
    if (row < w && column < h)
        out[row * h + column] = tile[tx][ty];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg sums=zeros:2 --arg in=zeros:512
// launch: --grid 1 --block 1 --arg sums=zeros:2 --arg in=zeros:512
__global__ void reduce_by_permission(int *sums, const int *in) {
    __shared__ int part[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x <= 256);
    cudabmc_may_write(part, i, 0, 256, i == t);
    cudabmc_may_write(sums, i, 0, gridDim.x, t == 0 && i == blockIdx.x);
    part[t] = in[blockIdx.x * 256 + t];
    unsigned half = blockDim.x / 2;
    cudabmc_barrier_may_write(part, i, 0, 256, (t < half && (i == t || i == t + half)) || (t == 0 && i == 0));
    __syncthreads();
    while (half > 0) {
        if (t < half)
            part[t] += part[t + half];
        half /= 2;
        cudabmc_barrier_may_write(part, i, 0, 256, (t < half && (i == t || i == t + half)) || (t == 0 && i == 0));
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg sums=zeros:2 --arg in=zeros:512
__global__ void reduce_without_barriers(int *sums, const int *in) {
    __shared__ int part[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x <= 256);
    cudabmc_may_write(part, i, 0, 256, i == t);
    part[t] = in[blockIdx.x * 256 + t];
    cudabmc_barrier_may_write(part, i, 0, 256, i % (blockDim.x / 2 + 1) == t);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2)
        if (t < half)
            part[t] += part[t + half];
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg out=zeros:8 --arg in=zeros:8
// launch: --grid 1 --block 5 --arg out=zeros:8 --arg in=zeros:8
__global__ void scan_by_permission(int *out, const int *in) {
    __shared__ int a[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x <= 256);
    long long i = (long long)blockIdx.x * blockDim.x + t;
    cudabmc_may_write(a, k, 0, 256, k == t);
    cudabmc_may_write(out, k, i, i + 1, true);
    a[t] = in[i];
    for (int d = 1; d < blockDim.x; d *= 2) {
        cudabmc_barrier_may_read(a, k, 0, 256, true);
        __syncthreads();
        int left = t >= d ? a[t - d] : 0;
        cudabmc_barrier_may_write(a, k, 0, 256, k == t);
        __syncthreads();
        a[t] += left;
    }
    out[i] = a[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=zeros:8 --arg in=zeros:8
__global__ void scan_with_one_barrier(int *out, const int *in) {
    __shared__ int a[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x <= 256);
    cudabmc_may_write(a, k, 0, 256, k == t);
    a[t] = in[t];
    for (int d = 1; d < blockDim.x; d *= 2) {
        cudabmc_barrier_may_write(a, k, 0, 256, k == t);
        __syncthreads();
        if (t >= d)
            a[t] += a[t - d];
    }
    if (blockIdx.x == 0)
        out[t] = a[t];
}

// Each thread passes its number to the one before it.
// prove: proved if gridDim.x == 1
// launch: --grid 1 --block 4 --arg a=zeros:4 --arg b=zeros:4
// launch: --grid 1 --block 1 --arg a=zeros:4 --arg b=zeros:4
__global__ void pass_on(int *a, int *b) {
    int t = threadIdx.x, next = (t + 1) % blockDim.x;
    cudabmc_requires(gridDim.x == 1);
    cudabmc_kernel_ensures(i, 0, blockDim.x, b[i] == (i + 1) % blockDim.x);
    cudabmc_may_write(a, i, 0, blockDim.x, i == t);
    a[t] = t;
    cudabmc_barrier_may_read(a, i, 0, blockDim.x, i == next);
    cudabmc_barrier_may_write(b, i, 0, blockDim.x, i == t);
    cudabmc_barrier_invariant(a[t] == t);
    __syncthreads();
    b[t] = a[next];
}

// A row of Pascal's triangle, one element a thread.
// prove: proved if gridDim.x == 1
// launch: --grid 1 --block 4 --arg row=zeros:4 --arg last=4
// launch: --grid 1 --block 3 --arg row=zeros:4 --arg last=1
__global__ void binomial_by_permission(int *row, int last) {
    __shared__ int before[1024];
    int t = threadIdx.x;
    cudabmc_requires(gridDim.x == 1);
    cudabmc_may_write(row, i, 0, blockDim.x, i == t);
    cudabmc_may_write(before, i, 0, 1024, i == t);
    row[t] = 1;
    for (int n = 1; n < last; n++) {
        before[t] = row[t];
        cudabmc_barrier_may_read(before, i, 0, 1024, i == t - 1);
        __syncthreads();
        if (t > 0 && t < n)
            row[t] += before[t - 1];
        cudabmc_barrier_may_write(before, i, 0, 1024, i == t);
        __syncthreads();
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg row=zeros:4 --arg last=4
__global__ void binomial_in_place(int *row, int last) {
    int t = threadIdx.x;
    cudabmc_requires(gridDim.x == 1);
    cudabmc_may_write(row, i, 0, blockDim.x, i == t);
    row[t] = 1;
    for (int n = 1; n < last; n++) {
        __syncthreads();
        if (t > 0 && t < n)
            row[t] += row[t - 1];
    }
}
