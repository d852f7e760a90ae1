// expect: SUCCESSFUL
// Dot product of 1024 numbers; each block halves the distance of its tree with s >>= 1.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 1024
#define BLOCK 256

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t status = (call);                                       \
        if (status != cudaSuccess) {                                       \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
            exit(EXIT_FAILURE);                                            \
        }                                                                  \
    } while (0)

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int products[BLOCK];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    products[threadIdx.x] = sum;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            products[threadIdx.x] += products[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = products[0];
}

int main(void)
{
    const int blocks = 2;
    int *a = (int *)malloc(N * sizeof(int));
    int *b = (int *)malloc(N * sizeof(int));
    int partial[blocks], expected = 0, total = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 13;
        b[i] = 5 - i % 11;
        expected += a[i] * b[i];
    }

    int *d_a, *d_b, *d_partial;
    CHECK(cudaMalloc(&d_a, N * sizeof(int)));
    CHECK(cudaMalloc(&d_b, N * sizeof(int)));
    CHECK(cudaMalloc(&d_partial, sizeof(partial)));
    CHECK(cudaMemcpy(d_a, a, N * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b, N * sizeof(int), cudaMemcpyHostToDevice));
    dot<<<blocks, BLOCK>>>(d_a, d_b, d_partial, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(partial, d_partial, sizeof(partial), cudaMemcpyDeviceToHost));

    for (int i = 0; i < blocks; i++)
        total += partial[i];
    assert(total == expected);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_partial));
    free(a);
    free(b);
    return 0;
}
