// expect: FAILED
// property: assertion
// Scalar products that take the length for the end of each pair: later pairs are empty.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define PAIRS 3
#define LENGTH 150
#define THREADS 64
#define ACCUMULATORS 128 // a power of two

__global__ void scalar_products(float *products, const float *a, const float *b, int pairs, int length)
{
    __shared__ float sums[ACCUMULATORS];

    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        const int begin = pair * length;
        const int end = length;

        for (int acc = threadIdx.x; acc < ACCUMULATORS; acc += blockDim.x) {
            float sum = 0;
            for (int i = begin + acc; i < end; i += ACCUMULATORS)
                sum += a[i] * b[i];
            sums[acc] = sum;
        }

        for (int stride = ACCUMULATORS / 2; stride > 0; stride /= 2) {
            __syncthreads(); // the sums before are complete
            for (int acc = threadIdx.x; acc < stride; acc += blockDim.x)
                sums[acc] += sums[stride + acc];
        }
        if (threadIdx.x == 0)
            products[pair] = sums[0];
        __syncthreads(); // the pair is complete
    }
}

int main(void)
{
    const int count = PAIRS * LENGTH;
    float *a = (float *)malloc(count * sizeof(float));
    float *b = (float *)malloc(count * sizeof(float));
    float products[PAIRS];
    for (int i = 0; i < count; i++) {
        a[i] = (float)(i % 4);
        b[i] = (float)(i / LENGTH + 1);
    }

    float *d_a, *d_b, *d_products;
    cudaMalloc((void **)&d_a, count * sizeof(float));
    cudaMalloc((void **)&d_b, count * sizeof(float));
    cudaMalloc((void **)&d_products, PAIRS * sizeof(float));
    cudaMemcpy(d_a, a, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, count * sizeof(float), cudaMemcpyHostToDevice);
    scalar_products<<<2, THREADS>>>(d_products, d_a, d_b, PAIRS, LENGTH);
    cudaMemcpy(products, d_products, PAIRS * sizeof(float), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        float expected = 0;
        for (int i = pair * LENGTH; i < (pair + 1) * LENGTH; i++)
            expected += a[i] * b[i];
        wrong += products[pair] != expected;
    }
    printf("%d products are wrong\n", wrong);
    assert(wrong == 0); // violation

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_products);
    free(a);
    free(b);
    return 0;
}
