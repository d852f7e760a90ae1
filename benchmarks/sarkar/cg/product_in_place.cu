// expect: FAILED
// property: data-race
// Conjugate gradients whose product overwrites the vector that neighbouring rows still read.
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 60
#define BLOCK 64
#define STEPS 1
#define ENTRIES (3 * N - 2)

__global__ void spmv(float *y, const int *row_start, const int *cols, const float *values, const float *x, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0.0f;
        for (int k = row_start[row]; k < row_start[row + 1]; k++)
            sum += values[k] * x[cols[k]]; // violation
        y[row] = sum; // violation
    }
}

__global__ void dot(float *result, const float *x, const float *y, int n)
{
    __shared__ float sums[BLOCK];
    const int tid = threadIdx.x;
    float sum = 0.0f;
    for (int i = tid; i < n; i += BLOCK)
        sum += x[i] * y[i];
    sums[tid] = sum;
    __syncthreads(); // the products are there
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (tid < half)
            sums[tid] += sums[tid + half];
        __syncthreads(); // the round is complete
    }
    if (tid == 0)
        *result = sums[0];
}

// x += alpha p; r -= alpha q, where alpha = rr / pq
__global__ void advance(float *x, float *r, const float *p, const float *q, const float *rr, const float *pq, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float alpha = *rr / *pq;
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
    }
}

// p = r + beta p, where beta = rr_new / rr
__global__ void turn(float *p, const float *r, const float *rr_new, const float *rr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r[i] + *rr_new / *rr * p[i];
}

int main(void)
{
    int row_start[N + 1], cols[ENTRIES], entries = 0;
    float values[ENTRIES], b[N];
    for (int i = 0; i < N; i++) {
        row_start[i] = entries;
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < N) {
                cols[entries] = j;
                values[entries++] = i == j ? 4.0f : -1.0f;
            }
        b[i] = (float)(i % 3);
    }
    row_start[N] = entries;

    int *d_row_start, *d_cols;
    float *d_values, *d_x, *d_r, *d_p, *d_q, *d_rr, *d_new, *d_pq;
    cudaMalloc((void **)&d_row_start, sizeof(row_start));
    cudaMalloc((void **)&d_cols, sizeof(cols));
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMalloc((void **)&d_x, sizeof(b));
    cudaMalloc((void **)&d_r, sizeof(b));
    cudaMalloc((void **)&d_p, sizeof(b));
    cudaMalloc((void **)&d_q, sizeof(b));
    cudaMalloc((void **)&d_rr, sizeof(float));
    cudaMalloc((void **)&d_new, sizeof(float));
    cudaMalloc((void **)&d_pq, sizeof(float));
    cudaMemcpy(d_row_start, row_start, sizeof(row_start), cudaMemcpyHostToDevice);
    cudaMemcpy(d_cols, cols, sizeof(cols), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(d_x, 0, sizeof(b));
    cudaMemcpy(d_r, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaMemcpy(d_p, b, sizeof(b), cudaMemcpyHostToDevice);

    const int grid = (N + BLOCK - 1) / BLOCK;
    float before, after;
    dot<<<1, BLOCK>>>(d_rr, d_r, d_r, N);
    cudaMemcpy(&before, d_rr, sizeof(float), cudaMemcpyDeviceToHost);
    for (int step = 0; step < STEPS; step++) {
        spmv<<<grid, BLOCK>>>(d_p, d_row_start, d_cols, d_values, d_p, N);
        dot<<<1, BLOCK>>>(d_pq, d_p, d_p, N);
        advance<<<grid, BLOCK>>>(d_x, d_r, d_p, d_p, d_rr, d_pq, N);
        dot<<<1, BLOCK>>>(d_new, d_r, d_r, N);
        turn<<<grid, BLOCK>>>(d_p, d_r, d_new, d_rr, N);
        float *d_old = d_rr;
        d_rr = d_new;
        d_new = d_old;
    }
    cudaMemcpy(&after, d_rr, sizeof(float), cudaMemcpyDeviceToHost);
    printf("square of the residual: %f, then %f\n", before, after);

    cudaFree(d_row_start);
    cudaFree(d_cols);
    cudaFree(d_values);
    cudaFree(d_x);
    cudaFree(d_r);
    cudaFree(d_p);
    cudaFree(d_q);
    cudaFree(d_rr);
    cudaFree(d_new);
    cudaFree(d_pq);
    return 0;
}
