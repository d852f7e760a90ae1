// expect: FAILED
// property: barrier-divergence
// The barrier waits for one thread more than there are.
#include <assert.h>
#include <stdio.h>
#include <cuda/barrier>
#include <cuda_runtime.h>

#define N 8
#define ROUNDS 3

__global__ void rotate(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> turn;
    __shared__ int ring[N];
    int tid = threadIdx.x;
    if (tid == 0)
        init(&turn, N + 1);
    ring[tid] = in[tid];
    __syncthreads();
    for (int r = 0; r < ROUNDS; r++) {
        int next = ring[(tid + 1) % N];
        turn.arrive_and_wait(); // violation
        ring[tid] = next;
        turn.arrive_and_wait();
    }
    out[tid] = ring[tid];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    rotate<<<1, N>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
