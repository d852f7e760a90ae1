// expect: SUCCESSFUL
// 16 threads draw even numbers; their sum does not depend on who is first.
#include <assert.h>
#include <cuda_runtime.h>

#define THREADS 16

__global__ void draw(int *counter, int *number)
{
    number[threadIdx.x] = atomicAdd(counter, 2);
}

int main(void)
{
    int number[THREADS], sum = 0, *d_counter, *d_number;

    cudaMalloc((void **)&d_counter, sizeof(int));
    cudaMalloc((void **)&d_number, sizeof(number));
    cudaMemset(d_counter, 0, sizeof(int));
    draw<<<1, THREADS>>>(d_counter, d_number);
    cudaMemcpy(number, d_number, sizeof(number), cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        sum += number[i];
    assert(sum == THREADS * (THREADS - 1));
    cudaFree(d_counter);
    cudaFree(d_number);
    return 0;
}
