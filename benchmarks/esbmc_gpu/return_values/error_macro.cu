// expect: SUCCESSFUL
// options: --malloc-may-fail --uninitialised-check
// Every call of the runtime is checked by a macro that jumps to the cleanup.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 128

#define TRY(call)                                                                          \
    do {                                                                                   \
        status = (call);                                                                   \
        if (status != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            goto cleanup;                                                                  \
        }                                                                                  \
    } while (0)

__global__ void subtract(float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] -= b[i];
}

int main(void)
{
    cudaError_t status;
    float a[N], b[N];
    float *d_a = NULL, *d_b = NULL;
    for (int i = 0; i < N; i++) {
        a[i] = 3.0f * i;
        b[i] = 2.0f * i;
    }
    TRY(cudaMalloc((void **)&d_a, sizeof(a)));
    TRY(cudaMalloc((void **)&d_b, sizeof(b)));
    TRY(cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice));
    subtract<<<N / 128, 128>>>(d_a, d_b, N);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        assert(a[i] == i);
cleanup:
    cudaFree(d_b);
    cudaFree(d_a);
    return status == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
