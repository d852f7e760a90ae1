// expect: FAILED
// property: division-by-zero
// The work is cut into an arbitrary number of parts; the program refuses negative numbers but not 0.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 12
#define MAX_PARTS 4

int nondet_int();

__global__ void label_parts(int *owner, int chunk, int n)
{
    int begin = threadIdx.x * chunk;
    int end = begin + chunk < n ? begin + chunk : n;
    for (int i = begin; i < end; i++)
        owner[i] = threadIdx.x;
}

int main(void)
{
    int parts = nondet_int();
    if (parts < 0 || parts > MAX_PARTS) {
        fprintf(stderr, "from 1 to %d parts\n", MAX_PARTS);
        return 1;
    }
    int chunk = (N + parts - 1) / parts; // violation

    int owner[N];
    int *d_owner;
    cudaMalloc((void **)&d_owner, sizeof(owner));
    label_parts<<<1, MAX_PARTS>>>(d_owner, chunk, N);
    cudaMemcpy(owner, d_owner, sizeof(owner), cudaMemcpyDeviceToHost);
    cudaFree(d_owner);
    for (int i = 0; i < N; i++)
        assert(owner[i] == i / chunk);
    return 0;
}
