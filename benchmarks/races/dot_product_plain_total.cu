// expect: FAILED
// property: data-race
// Dot product; the first thread of each block adds to one total without an atomic.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define imin(a, b) ((a) < (b) ? (a) : (b))

const int N = 600;
const int threadsPerBlock = 64;
const int blocksPerGrid = imin(4, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(const float *a, const float *b, float *c)
{
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[0] += cache[0]; // violation
}

int main(void)
{
    float *a = (float *)malloc(N * sizeof(float));
    float *b = (float *)malloc(N * sizeof(float));
    float *partial = (float *)malloc(blocksPerGrid * sizeof(float));
    float expected = 0;
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i % 10);
        b[i] = 2;
        expected += a[i] * b[i];
    }

    float *dev_a, *dev_b, *dev_partial;
    cudaMalloc((void **)&dev_a, N * sizeof(float));
    cudaMalloc((void **)&dev_b, N * sizeof(float));
    cudaMalloc((void **)&dev_partial, blocksPerGrid * sizeof(float));
    cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dev_partial, 0, blocksPerGrid * sizeof(float));
    dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial);
    cudaMemcpy(partial, dev_partial, blocksPerGrid * sizeof(float), cudaMemcpyDeviceToHost);

    float c = 0;
    for (int i = 0; i < blocksPerGrid; i++)
        c += partial[i];
    printf("dot product %.6g, expected %.6g\n", c, expected);

    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_partial);
    free(a);
    free(b);
    free(partial);
    return 0;
}
