// expect: SUCCESSFUL
// Three threads fill different members of one shared struct at the same time; the block reads it afterwards.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128

struct Summary {
    char first;
    char last;
    short length;
    int vowels;
};

__global__ void summarise(const char *text, int *score)
{
    __shared__ Summary summary;
    int t = threadIdx.x;
    if (t == 0)
        summary.first = text[0];
    if (t == 1)
        summary.last = text[N - 1];
    if (t == 2) {
        summary.length = N;
        summary.vowels = 0;
    }
    __syncthreads();
    char c = text[t];
    if (c == 'a' || c == 'e' || c == 'i')
        atomicAdd(&summary.vowels, 1);
    __syncthreads();
    Summary own = summary;
    score[t] = own.vowels * (c == own.first) + own.length * (c == own.last);
}

int main(void)
{
    char text[N];
    int score[N];
    for (int i = 0; i < N; i++)
        text[i] = (char)('a' + i % 10);
    char *d_text;
    int *d_score;
    cudaMalloc((void **)&d_text, N);
    cudaMalloc((void **)&d_score, sizeof(score));
    cudaMemcpy(d_text, text, N, cudaMemcpyHostToDevice);
    summarise<<<1, N>>>(d_text, d_score);
    cudaMemcpy(score, d_score, sizeof(score), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(score[i] == (i % 10 == 0 ? 38 : i % 10 == 7 ? N : 0));
    cudaFree(d_text);
    cudaFree(d_score);
    return 0;
}
