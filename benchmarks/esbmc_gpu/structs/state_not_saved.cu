// expect: FAILED
// property: assertion
// A struct is saved by the address of the only one, so nothing is there to go back to.
#include <assert.h>
#include <cuda_runtime.h>

#define N 256

typedef struct {
    unsigned int word[4];
    int used;
} Generator;

__device__ unsigned int next(Generator *g)
{
    unsigned int t = g->word[0] ^ (g->word[0] << 11);
    for (int k = 0; k < 3; k++)
        g->word[k] = g->word[k + 1];
    g->word[3] = g->word[2] ^ (g->word[2] >> 19) ^ t ^ (t >> 8);
    g->used++;
    return g->word[3];
}

__global__ void peek(const Generator *start, unsigned int *first, unsigned int *again)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Generator mine = start[i];
    const Generator *saved = &mine;
    first[i] = next(&mine);
    next(&mine);
    assert(mine.used == 2 && saved->used == 0); // violation
    mine = *saved;
    again[i] = next(&mine);
}

int main(void)
{
    Generator start[N], *d_start;
    unsigned int first[N], again[N], *d_first, *d_again;
    for (unsigned int i = 0; i < N; i++)
        start[i] = (Generator){{i + 1, 362436069u, 521288629u, 88675123u}, 0};
    cudaMalloc((void **)&d_start, sizeof(start));
    cudaMalloc((void **)&d_first, sizeof(first));
    cudaMalloc((void **)&d_again, sizeof(again));
    cudaMemcpy(d_start, start, sizeof(start), cudaMemcpyHostToDevice);
    peek<<<N / 128, 128>>>(d_start, d_first, d_again);
    cudaMemcpy(first, d_first, sizeof(first), cudaMemcpyDeviceToHost);
    cudaMemcpy(again, d_again, sizeof(again), cudaMemcpyDeviceToHost);
    cudaFree(d_start);
    cudaFree(d_first);
    cudaFree(d_again);
    return 0;
}
