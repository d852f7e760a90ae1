// expect: SUCCESSFUL
// LU decomposition with pivoting: a thread for each column, the factors of a step through shared memory.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 10
#define BLOCK 32

__global__ void decompose(float *a, int *permutation, int n)
{
    __shared__ float factors[N];
    __shared__ int pivot;
    const int column = threadIdx.x;

    if (column < n)
        permutation[column] = column;
    __syncthreads(); // the permutation is set up
    for (int k = 0; k < n - 1; k++) {
        if (column == k) { // finds the largest element of its column, and the factors of the rows below
            int best = k;
            for (int row = k + 1; row < n; row++)
                if (fabsf(a[row * n + k]) > fabsf(a[best * n + k]))
                    best = row;
            float top = a[best * n + k];
            a[best * n + k] = a[k * n + k];
            a[k * n + k] = top;
            for (int row = k + 1; row < n; row++)
                factors[row] = a[row * n + k] = a[row * n + k] / top;
            pivot = best;
            int moved = permutation[k];
            permutation[k] = permutation[best];
            permutation[best] = moved;
        }
        __syncthreads(); // the factors are there
        if (column < n && column != k) {
            float top = a[pivot * n + column];
            a[pivot * n + column] = a[k * n + column];
            a[k * n + column] = top;
            if (column > k)
                for (int row = k + 1; row < n; row++)
                    a[row * n + column] -= factors[row] * top;
        }
        __syncthreads(); // the factors are used
    }
}

int main(void)
{
    float a[N * N], lu[N * N];
    int permutation[N];
    for (int i = 0; i < N * N; i++)
        a[i] = (float)((i * 17 + i / N * 5) % 23 - 9);

    float *d_a;
    int *d_permutation;
    cudaMalloc((void **)&d_a, sizeof(a));
    cudaMalloc((void **)&d_permutation, sizeof(permutation));
    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    decompose<<<1, BLOCK>>>(d_a, d_permutation, N);
    cudaMemcpy(lu, d_a, sizeof(lu), cudaMemcpyDeviceToHost);
    cudaMemcpy(permutation, d_permutation, sizeof(permutation), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int row = 0; row < N; row++)
        for (int col = 0; col < N; col++) {
            float sum = row <= col ? lu[row * N + col] : 0.0f;
            for (int k = 0; k < row && k <= col; k++)
                sum += lu[row * N + k] * lu[k * N + col];
            wrong += fabsf(sum - a[permutation[row] * N + col]) > 0.01f;
        }
    printf("%d elements of the product are wrong\n", wrong);
    assert(wrong == 0);
    cudaFree(d_a);
    cudaFree(d_permutation);
    return 0;
}
