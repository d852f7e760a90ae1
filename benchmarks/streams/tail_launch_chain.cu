// expect: SUCCESSFUL
// A kernel on one thread drives a relaxation: each round launches the step, and itself again for when that is done.
#include <assert.h>
#include <cuda_runtime.h>

#define N 8
#define ROUNDS 4

__global__ void step(const int *from, int *to)
{
    int i = threadIdx.x;
    to[i] = i == 0 || i == N - 1 ? from[i] : (from[i - 1] + from[i + 1]) / 2;
}

__global__ void drive(int *a, int *b, int rounds)
{
    step<<<1, N>>>(a, b);
    if (rounds > 1)
        drive<<<1, 1, 0, cudaStreamTailLaunch>>>(b, a, rounds - 1);
}

int main(void)
{
    int a[N], expected[N], next[N], *d_a, *d_b;
    for (int i = 0; i < N; i++)
        a[i] = expected[i] = next[i] = i * i;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 1; i < N - 1; i++)
            next[i] = (expected[i - 1] + expected[i + 1]) / 2;
        for (int i = 1; i < N - 1; i++)
            expected[i] = next[i];
    }
    cudaMalloc((void **)&d_a, sizeof(a));
    cudaMalloc((void **)&d_b, sizeof(a));
    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    drive<<<1, 1>>>(d_a, d_b, ROUNDS);
    cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(a[i] == expected[i]);
    cudaFree(d_a);
    cudaFree(d_b);
    return 0;
}
