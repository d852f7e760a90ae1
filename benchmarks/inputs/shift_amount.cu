// expect: FAILED
// property: shift
// options: --ub-shift-check
// Flags are set at arbitrary positions; the check of the position lets 32 through.
#include <assert.h>
#include <cuda_runtime.h>

#define N 3

int nondet_int();

__global__ void set_flags(const int *position, unsigned int *flags, int n)
{
    int i = threadIdx.x;
    if (i < n && position[i] >= 0 && position[i] <= 32)
        atomicOr(flags, 1u << position[i]); // violation
}

int main(void)
{
    int position[N];
    unsigned int flags = 0;
    for (int i = 0; i < N; i++)
        position[i] = nondet_int();

    int *d_position;
    unsigned int *d_flags;
    cudaMalloc((void **)&d_position, sizeof(position));
    cudaMalloc((void **)&d_flags, sizeof(flags));
    cudaMemcpy(d_position, position, sizeof(position), cudaMemcpyHostToDevice);
    cudaMemcpy(d_flags, &flags, sizeof(flags), cudaMemcpyHostToDevice);
    set_flags<<<1, 4>>>(d_position, d_flags, N);
    cudaMemcpy(&flags, d_flags, sizeof(flags), cudaMemcpyDeviceToHost);
    cudaFree(d_position);
    cudaFree(d_flags);
    return 0;
}
