// expect: FAILED
// property: data-race
// Eigenvalues whose bounds are reduced before all circles are computed.
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SIZE 12
#define THREADS 32
#define ROUNDS 10

// The number of eigenvalues below x, by the signs of Sturm's sequence.
__device__ int count_below(const float *diagonal, const float *squares, float x)
{
    int count = 0;
    float delta = 1.0f;
    for (int i = 0; i < SIZE; i++) {
        delta = diagonal[i] - x - squares[i] / delta;
        if (delta == 0.0f)
            delta = 1e-6f;
        count += delta < 0.0f;
    }
    return count;
}

__global__ void gerschgorin(float *bounds, const float *diagonal, const float *squares)
{
    __shared__ float low[THREADS], high[THREADS];
    const int tid = threadIdx.x;

    low[tid] = INFINITY; // violation
    high[tid] = -INFINITY; // violation
    if (tid < SIZE) { // the circle around the diagonal element, as wide as the sum beside it
        float radius = sqrtf(squares[tid]) + (tid + 1 < SIZE ? sqrtf(squares[tid + 1]) : 0.0f);
        low[tid] = diagonal[tid] - radius; // violation
        high[tid] = diagonal[tid] + radius; // violation
    }

    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half) {
            low[tid] = fminf(low[tid], low[tid + half]); // violation
            high[tid] = fmaxf(high[tid], high[tid + half]); // violation
        }
        __syncthreads(); // the round is complete
    }
    if (tid == 0) {
        bounds[0] = low[0];
        bounds[1] = high[0];
    }
}

__global__ void counts(int *below, const float *bounds, const float *diagonal, const float *squares, int parts)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= parts)
        below[i] = count_below(diagonal, squares, bounds[0] + (bounds[1] - bounds[0]) * i / parts);
}

__global__ void bisect_each(float *eigenvalues, const float *bounds, const float *diagonal, const float *squares)
{
    __shared__ float d[SIZE], s[SIZE];
    const int k = threadIdx.x;
    if (k < SIZE) {
        d[k] = diagonal[k];
        s[k] = squares[k];
    }
    __syncthreads(); // the matrix is loaded
    if (k >= SIZE)
        return;
    float left = bounds[0], right = bounds[1];
    for (int round = 0; round < ROUNDS; round++) {
        float middle = 0.5f * (left + right);
        if (count_below(d, s, middle) > k)
            right = middle;
        else
            left = middle;
    }
    eigenvalues[k] = 0.5f * (left + right);
}

int main(void)
{
    // The matrix with 2 on its diagonal and -1 beside it: eigenvalue k is 2 - 2 cos(k pi / (SIZE + 1)).
    float diagonal[SIZE], squares[SIZE];
    for (int i = 0; i < SIZE; i++) {
        diagonal[i] = 2.0f;
        squares[i] = i > 0 ? 1.0f : 0.0f;
    }

    const int parts = 4;
    float eigenvalues[SIZE], bounds[2];
    int below[parts + 1];
    float *d_diagonal, *d_squares, *d_bounds, *d_eigenvalues;
    int *d_below;
    cudaMalloc((void **)&d_diagonal, sizeof(diagonal));
    cudaMalloc((void **)&d_squares, sizeof(squares));
    cudaMalloc((void **)&d_bounds, sizeof(bounds));
    cudaMalloc((void **)&d_eigenvalues, sizeof(eigenvalues));
    cudaMalloc((void **)&d_below, sizeof(below));
    cudaMemcpy(d_diagonal, diagonal, sizeof(diagonal), cudaMemcpyHostToDevice);
    cudaMemcpy(d_squares, squares, sizeof(squares), cudaMemcpyHostToDevice);
    gerschgorin<<<1, THREADS>>>(d_bounds, d_diagonal, d_squares);
    counts<<<1, 8>>>(d_below, d_bounds, d_diagonal, d_squares, parts);
    bisect_each<<<1, 16>>>(d_eigenvalues, d_bounds, d_diagonal, d_squares);
    cudaMemcpy(bounds, d_bounds, sizeof(bounds), cudaMemcpyDeviceToHost);
    cudaMemcpy(below, d_below, sizeof(below), cudaMemcpyDeviceToHost);
    cudaMemcpy(eigenvalues, d_eigenvalues, sizeof(eigenvalues), cudaMemcpyDeviceToHost);

    int wrong = bounds[0] != 0.0f || bounds[1] != 4.0f || below[0] != 0 || below[parts] != SIZE;
    for (int k = 0; k < SIZE; k++)
        wrong += fabs(eigenvalues[k] - (2 - 2 * cos((k + 1) * 3.14159265 / (SIZE + 1)))) > 0.01;
    printf("between %f and %f, %d are wrong\n", bounds[0], bounds[1], wrong);

    cudaFree(d_diagonal);
    cudaFree(d_squares);
    cudaFree(d_bounds);
    cudaFree(d_eigenvalues);
    cudaFree(d_below);
    return 0;
}
