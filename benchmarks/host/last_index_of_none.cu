// expect: FAILED
// property: unsigned-overflow
// options: --unsigned-overflow-check
// The number of gaps is one less than the number of hits, also when there is no hit.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void search(const char *text, unsigned int n, char key, unsigned char *hit)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        hit[i] = text[i] == key;
}

static unsigned int widest_gap(const unsigned int *position, unsigned int count)
{
    unsigned int widest = 0;
    unsigned int gaps = count - 1; // violation
    if (gaps >= N)
        return 0;
    for (unsigned int k = 0; k < gaps; k++) {
        unsigned int gap = position[k + 1] - position[k];
        if (gap > widest)
            widest = gap;
    }
    return widest;
}

int main(void)
{
    const char keys[2] = {'c', 'x'};
    char text[N];
    unsigned char hit[N];
    unsigned int position[N];
    for (int i = 0; i < N; i++)
        text[i] = (char)('a' + i % 7 % 5);
    char *d_text;
    unsigned char *d_hit;
    cudaMalloc((void **)&d_text, sizeof(text));
    cudaMalloc((void **)&d_hit, sizeof(hit));
    cudaMemcpy(d_text, text, sizeof(text), cudaMemcpyHostToDevice);

    for (int k = 0; k < 2; k++) {
        search<<<2, 32>>>(d_text, N, keys[k], d_hit);
        cudaMemcpy(hit, d_hit, sizeof(hit), cudaMemcpyDeviceToHost);
        unsigned int count = 0;
        for (unsigned int i = 0; i < N; i++)
            if (hit[i])
                position[count++] = i;
        printf("widest gap %u\n", widest_gap(position, count));
    }
    cudaFree(d_text);
    cudaFree(d_hit);
    return 0;
}
