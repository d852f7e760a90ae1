// expect: FAILED
// property: data-race
// Each round of a relaxation launches the step, and the next round at once, which does not wait for it.
#include <cuda_runtime.h>

#define N 8
#define ROUNDS 4

__global__ void step(const int *from, int *to)
{
    int i = threadIdx.x;
    to[i] = i == 0 || i == N - 1 ? from[i] : (from[i - 1] + from[i + 1]) / 2; // violation
}

__global__ void drive(int *a, int *b, int rounds)
{
    step<<<1, N>>>(a, b);
    if (rounds > 1)
        drive<<<1, 1, 0, cudaStreamFireAndForget>>>(b, a, rounds - 1);
}

int main(void)
{
    int a[N], *d_a, *d_b;
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    cudaMalloc((void **)&d_a, sizeof(a));
    cudaMalloc((void **)&d_b, sizeof(a));
    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    drive<<<1, 1>>>(d_a, d_b, ROUNDS);
    cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    return 0;
}
