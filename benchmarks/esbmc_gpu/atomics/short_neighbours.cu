// expect: FAILED
// property: data-race
// Threads claim 16-bit places by atomicCAS, which one of them clears as a pair by a plain store of 32 bits.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PLACES 2
#define THREADS 3

__global__ void claim(unsigned short *owner, int *won)
{
    unsigned short own = (unsigned short)(threadIdx.x + 1);
    unsigned short place = threadIdx.x % PLACES;
    if (threadIdx.x == 0)
        *(unsigned int *)owner = 0; // violation
    if (atomicCAS(&owner[place], (unsigned short)0, own) == 0) // violation
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
    printf("%d %d\n", won[0], won[1]);
    cudaFree(d_owner);
    cudaFree(d_won);
    return 0;
}
