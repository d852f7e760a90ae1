// expect: SUCCESSFUL
// One block writes a letter, another reads it: the flag is stored with release and loaded with acquire.
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
            letter[i] = in[i];
        written.store(1, cuda::memory_order_release);
    } else {
        while (written.load(cuda::memory_order_acquire) == 0) {
        }
        for (int i = 0; i < N; i++)
            out[i] = letter[i];
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
        assert(out[i] == in[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
