// expect: SUCCESSFUL
// A function of the host runs in a stream, behind the copy that it works on.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 32

struct Job {
    int *data;
    int sum;
};

__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }

static void add_up(void *argument)
{
    struct Job *job = (struct Job *)argument;
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += job->data[i];
    job->sum = sum;
}

int main(void)
{
    int *d;
    struct Job job;
    cudaStream_t stream;
    cudaMalloc((void **)&d, N * sizeof(int));
    cudaMallocHost((void **)&job.data, N * sizeof(int));
    job.sum = -1;
    cudaStreamCreate(&stream);
    fill<<<1, N, 0, stream>>>(d);
    cudaMemcpyAsync(job.data, d, N * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, add_up, &job);
    cudaStreamSynchronize(stream);
    assert(job.sum == N * (N - 1) / 2);
    cudaStreamDestroy(stream);
    cudaFreeHost(job.data);
    cudaFree(d);
    return 0;
}
