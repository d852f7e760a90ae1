// expect: SUCCESSFUL
// Sums of tenths in single precision are compared with a tolerance.
#include <assert.h>
#include <math.h>
#include <cuda_runtime.h>

#define N 1024
#define STEPS 10

__global__ void add_up(const float *start, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = start[i];
    for (int step = 0; step < STEPS; step++)
        s += 0.1f;
    sum[i] = s;
}

int main(void)
{
    float start[N], sum[N], *d_start, *d_sum;
    for (int i = 0; i < N; i++)
        start[i] = (float)i;
    cudaMalloc((void **)&d_start, sizeof(start));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMemcpy(d_start, start, sizeof(start), cudaMemcpyHostToDevice);
    add_up<<<N / 128, 128>>>(d_start, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(fabsf(sum[i] - (i + 1.0f)) < 1e-3f);
    cudaFree(d_start);
    cudaFree(d_sum);
    return 0;
}
