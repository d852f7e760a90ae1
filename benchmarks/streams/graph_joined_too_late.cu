// expect: FAILED
// property: data-race
// Two streams are captured into a graph; they join behind the kernel that needs what the other one computes.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 32
#define ROUNDS 3

__global__ void step(float *x, const float *force) { x[threadIdx.x] += force[threadIdx.x]; } // violation
__global__ void forces(const float *x, float *force) { force[threadIdx.x] = x[threadIdx.x] > 2.0f ? 0.0f : 1.0f; } // violation

int main(void)
{
    float *x, *force, h[N];
    cudaStream_t main_stream, side;
    cudaEvent_t forked, joined;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaMalloc((void **)&x, N * sizeof(float));
    cudaMalloc((void **)&force, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    cudaStreamCreate(&main_stream);
    cudaStreamCreate(&side);
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);
    cudaDeviceSynchronize();

    cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, main_stream);
    cudaStreamWaitEvent(side, forked, 0);
    forces<<<1, N, 0, side>>>(x, force);
    cudaEventRecord(joined, side);
    step<<<1, N, 0, main_stream>>>(x, force);
    cudaStreamWaitEvent(main_stream, joined, 0);
    cudaStreamEndCapture(main_stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int round = 0; round < ROUNDS; round++)
        cudaGraphLaunch(executable, main_stream);
    cudaStreamSynchronize(main_stream);

    cudaMemcpy(h, x, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(h[i] <= 3.0f);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFree(x);
    cudaFree(force);
    return 0;
}
