// expect: SUCCESSFUL
// Letters of DNA are switched to numbers and counted in pairs; what is no base breaks a pair.
#include <assert.h>
#include <cuda_runtime.h>

#define LENGTH 1024

__device__ int code(char base)
{
    switch (base) {
    case 'A': case 'a':
        return 0;
    case 'C': case 'c':
        return 1;
    case 'G': case 'g':
        return 2;
    case 'T': case 't':
        return 3;
    default:
        return 4;
    }
}

__global__ void count_pairs(const char *dna, int *pairs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n)
        return;
    int first = code(dna[i]), second = code(dna[i + 1]);
    if (first < 4 && second < 4)
        atomicAdd(&pairs[4 * first + second], 1);
}

int main(void)
{
    char dna[LENGTH], *d_dna;
    int pairs[16], *d_pairs;
    for (int i = 0; i < LENGTH; i++)
        dna[i] = "ACgTTTN"[i % 7];
    cudaMalloc((void **)&d_dna, sizeof(dna));
    cudaMalloc((void **)&d_pairs, sizeof(pairs));
    cudaMemcpy(d_dna, dna, sizeof(dna), cudaMemcpyHostToDevice);
    cudaMemset(d_pairs, 0, sizeof(pairs));
    count_pairs<<<LENGTH / 128, 128>>>(d_dna, d_pairs, LENGTH);
    cudaMemcpy(pairs, d_pairs, sizeof(pairs), cudaMemcpyDeviceToHost);
    assert(pairs[0] == 0 && pairs[1] == 147 && pairs[15] == 292);
    cudaFree(d_dna);
    cudaFree(d_pairs);
    return 0;
}
