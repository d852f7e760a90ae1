// expect: FAILED
// property: null-dereference
// options: --malloc-may-fail
// A macro prints the errors of the runtime and goes on, also when there was no memory for the second operand.
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128

#define REPORT(call)                                                      \
    do {                                                                  \
        cudaError_t status_ = (call);                                     \
        if (status_ != cudaSuccess)                                       \
            fprintf(stderr, "%s\n", cudaGetErrorString(status_));         \
    } while (0)

__global__ void subtract(float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] -= b[i]; // violation
}

int main(void)
{
    static float a[N];
    float *d_a = NULL, *d_b = NULL;
    if (cudaMalloc((void **)&d_a, sizeof(a)) != cudaSuccess)
        return 1;
    REPORT(cudaMalloc((void **)&d_b, sizeof(a)));
    REPORT(cudaMemset(d_a, 0, sizeof(a)));
    if (d_b != NULL)
        REPORT(cudaMemset(d_b, 0, sizeof(a)));
    subtract<<<N / 128, 128>>>(d_a, d_b, N);
    REPORT(cudaGetLastError());
    REPORT(cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost));
    cudaFree(d_b);
    cudaFree(d_a);
    return 0;
}
