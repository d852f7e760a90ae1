// expect: FAILED
// property: data-race
// A job struct carries two pointers to a kernel; source and destination overlap.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

struct Job {
    const int *from;
    int *to;
    int count;
};

__global__ void move(struct Job job)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < job.count)
        job.to[i] = job.from[i]; // violation
}

int main(void)
{
    int data[2 * N];
    for (int i = 0; i < 2 * N; i++)
        data[i] = 1000 + i;

    int *d_data;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    struct Job job;
    job.from = d_data;
    job.to = d_data + 1;
    job.count = N;
    move<<<(N + 15) / 16, 16>>>(job);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    cudaFree(d_data);

    assert(data[0] == 1000);
    for (int i = 1; i < N; i++)
        printf("%d\n", data[i]);
    return 0;
}
