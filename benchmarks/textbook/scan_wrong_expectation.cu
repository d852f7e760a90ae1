// expect: FAILED
// property: assertion
// An exclusive scan in dynamic shared memory; the check expects an inclusive one.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void exclusive_scan(const int *in, int *out, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x;
    int offset = 1;
    temp[2 * tid] = in[2 * tid];
    temp[2 * tid + 1] = in[2 * tid + 1];

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            temp[right] += temp[left];
        }
        offset *= 2;
    }
    if (tid == 0)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            int t = temp[left];
            temp[left] = temp[right];
            temp[right] += t;
        }
    }
    __syncthreads();
    out[2 * tid] = temp[2 * tid];
    out[2 * tid + 1] = temp[2 * tid + 1];
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i % 9 + 1;

    int *d_in, *d_out;
    cudaMalloc(&d_in, N * sizeof(int));
    cudaMalloc(&d_out, N * sizeof(int));
    cudaMemcpy(d_in, in, N * sizeof(int), cudaMemcpyHostToDevice);
    exclusive_scan<<<1, N / 2, N * sizeof(int)>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, N * sizeof(int), cudaMemcpyDeviceToHost);

    int running = 0;
    for (int i = 0; i < N; i++) {
        running += in[i];
        assert(out[i] == running); // violation
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
