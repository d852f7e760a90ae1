// expect: FAILED
// property: data-race
// options: --context-bound 2
// One block produces a value, another consumes it; the producer has no fence before its flag.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void handshake(int *data, volatile int *ready, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // violation
        *ready = 1;
    } else {
        while (*ready == 0) {
        }
        __threadfence();
        *out = *data + 1; // violation
    }
}

int main(void)
{
    int *d_data, *d_ready, *d_out;
    int out = 0;
    cudaMalloc((void **)&d_data, sizeof(int));
    cudaMalloc((void **)&d_ready, sizeof(int));
    cudaMalloc((void **)&d_out, sizeof(int));
    cudaMemset(d_data, 0, sizeof(int));
    cudaMemset(d_ready, 0, sizeof(int));

    handshake<<<2, 1>>>(d_data, d_ready, d_out);

    cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("received %d\n", out);
    assert(out == 43);
    cudaFree(d_data);
    cudaFree(d_ready);
    cudaFree(d_out);
    return 0;
}
