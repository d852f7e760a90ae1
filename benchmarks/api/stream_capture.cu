// expect: SUCCESSFUL
// Two kernels are captured into a graph, and waited for when it was launched.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 32

__global__ void twice(int *a) { a[threadIdx.x] *= 2; }

int main(void)
{
    int *d, h[N];
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    twice<<<1, N, 0, stream>>>(d);
    twice<<<1, N, 0, stream>>>(d);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    assert(h[N - 1] == 4 * (N - 1));
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(d);
    return 0;
}
