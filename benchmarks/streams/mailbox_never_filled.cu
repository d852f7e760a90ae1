// expect: FAILED
// property: deadlock
// A kernel waits for a message in pinned memory that the host sends only when the kernel has ended.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void serve(volatile int *request, int *answer)
{
    while (*request == 0) // violation
        ;
    *answer = *request + 1;
}

int main(void)
{
    int *request, *answer;
    cudaMallocHost((void **)&request, sizeof(int));
    cudaMallocHost((void **)&answer, sizeof(int));
    *request = 0;
    serve<<<1, 1>>>(request, answer);
    cudaDeviceSynchronize();
    *request = 1;
    printf("%d\n", *answer);
    return 0;
}
