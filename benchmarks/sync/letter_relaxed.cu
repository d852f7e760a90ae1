// expect: FAILED
// property: data-race
// The flag is stored with relaxed order, which does not release the letter.
#include <assert.h>
#include <stdio.h>
#include <cuda/atomic>
#include <cuda_runtime.h>

#define N 4

__device__ int letter[N];
__device__ cuda::atomic<int, cuda::thread_scope_device> written;

__global__ void post(const int *in, int *out)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < N; i++)
            letter[i] = in[i]; // violation
        written.store(1, cuda::memory_order_relaxed);
    } else {
        while (written.load(cuda::memory_order_acquire) == 0) {
        }
        for (int i = 0; i < N; i++)
            out[i] = letter[i]; // violation
    }
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
    post<<<2, 1>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
