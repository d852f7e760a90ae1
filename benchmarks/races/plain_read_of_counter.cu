// expect: FAILED
// property: data-race
// options: --context-bound 2
// Threads compete for two slots and look at the atomic counter by a plain read first.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SLOTS 2
#define THREADS 3

__global__ void book(int *taken, int *slots, int *refused)
{
    int place = SLOTS;
    if (*taken < SLOTS) // violation
        place = atomicAdd(taken, 1); // violation
    if (place < SLOTS) {
        assert(slots[place] == -1);
        slots[place] = threadIdx.x;
    } else {
        atomicAdd(refused, 1);
    }
}

int main(void)
{
    int slots[SLOTS] = {-1, -1};
    int refused = 0;
    int *d_taken, *d_slots, *d_refused;
    cudaMalloc((void **)&d_taken, sizeof(int));
    cudaMalloc((void **)&d_slots, sizeof(slots));
    cudaMalloc((void **)&d_refused, sizeof(int));
    cudaMemset(d_taken, 0, sizeof(int));
    cudaMemset(d_refused, 0, sizeof(int));
    cudaMemcpy(d_slots, slots, sizeof(slots), cudaMemcpyHostToDevice);

    book<<<1, THREADS>>>(d_taken, d_slots, d_refused);

    cudaMemcpy(slots, d_slots, sizeof(slots), cudaMemcpyDeviceToHost);
    cudaMemcpy(&refused, d_refused, sizeof(int), cudaMemcpyDeviceToHost);
    assert(refused == THREADS - SLOTS);
    assert(slots[0] != slots[1] && slots[0] >= 0 && slots[1] >= 0);
    cudaFree(d_taken);
    cudaFree(d_slots);
    cudaFree(d_refused);
    return 0;
}
