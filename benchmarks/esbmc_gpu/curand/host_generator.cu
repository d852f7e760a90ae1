// expect: SUCCESSFUL
// options: --arbitrary rand
// A generator of the host fills an array of the host, which is then copied to the device.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <curand.h>
#include <cuda_runtime.h>

#define N 4

static void check(curandStatus_t status, const char *what)
{
    if (status != CURAND_STATUS_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, (int)status);
        exit(EXIT_FAILURE);
    }
}

__global__ void low_bits(unsigned int *v)
{
    v[threadIdx.x] &= 0xff;
}

int main(void)
{
    unsigned int v[N], *d_v;
    curandGenerator_t generator;
    check(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MT19937), "create");
    check(curandSetPseudoRandomGeneratorSeed(generator, 99), "seed");
    check(curandGenerate(generator, v, N), "generate");
    check(curandDestroyGenerator(generator), "destroy");
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    low_bits<<<1, N>>>(d_v);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(v[i] < 256);
    cudaFree(d_v);
    return 0;
}
