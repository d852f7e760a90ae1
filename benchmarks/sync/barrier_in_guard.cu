// expect: FAILED
// property: barrier-divergence
// Three stages in one kernel; the last barrier is inside the guard against threads past the end.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32
#define N 75

__global__ void smooth_and_scale(const int *in, int *out, int n)
{
    __shared__ int raw[BLOCK];
    __shared__ int smooth[BLOCK];
    __shared__ int peak;
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    raw[tid] = i < n ? in[i] : 0;
    if (tid == 0)
        peak = 1;
    __syncthreads();

    int left = tid > 0 ? raw[tid - 1] : raw[tid];
    int right = tid + 1 < BLOCK ? raw[tid + 1] : raw[tid];
    smooth[tid] = (left + 2 * raw[tid] + right) / 4;
    atomicMax(&peak, smooth[tid]);

    if (i < n) {
        __syncthreads(); // violation
        out[i] = smooth[tid] * 100 / peak;
    }
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i < BLOCK ? 0 : (i % 8) * (i % 8) * 4;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    smooth_and_scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int best = 0;
    for (int i = 0; i < N; i++) {
        assert(out[i] >= 0 && out[i] <= 100);
        if (out[i] > best)
            best = out[i];
    }
    assert(best == 100);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
