// expect: SUCCESSFUL
// Three threads claim a table of 16-bit owners by the 16-bit atomicCAS; exactly one of them gets each place.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PLACES 2
#define THREADS 3

__global__ void claim(unsigned short *owner, int *won)
{
    unsigned short own = (unsigned short)(threadIdx.x + 1);
    unsigned short place = threadIdx.x % PLACES;
    if (atomicCAS(&owner[place], (unsigned short)0, own) == 0)
        atomicAdd(&won[place], 1);
}

int main(void)
{
    unsigned short owner[PLACES] = {0, 0};
    int won[PLACES] = {0, 0};
    unsigned short *d_owner;
    int *d_won;
    cudaMalloc((void **)&d_owner, sizeof(owner));
    cudaMalloc((void **)&d_won, sizeof(won));
    cudaMemcpy(d_owner, owner, sizeof(owner), cudaMemcpyHostToDevice);
    cudaMemcpy(d_won, won, sizeof(won), cudaMemcpyHostToDevice);
    claim<<<1, THREADS>>>(d_owner, d_won);
    cudaMemcpy(owner, d_owner, sizeof(owner), cudaMemcpyDeviceToHost);
    cudaMemcpy(won, d_won, sizeof(won), cudaMemcpyDeviceToHost);
    assert(won[0] == 1 && won[1] == 1);
    assert(owner[0] == 1 || owner[0] == 3);
    assert(owner[1] == 2);
    cudaFree(d_owner);
    cudaFree(d_won);
    return 0;
}
