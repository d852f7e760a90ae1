// expect: SUCCESSFUL
// A producer and a consumer warp hand a buffer back and forth by two named barriers.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define WARP 32
#define ITEMS 3
#define N (WARP * ITEMS)

/* One warp produces, one consumes: barrier 1 says that the buffer is free, barrier 2 that it is full. */
__global__ void relay(const int *in, int *out)
{
    __shared__ int buffer[WARP];
    int lane = threadIdx.x % WARP;
    for (int i = 0; i < ITEMS; i++) {
        if (threadIdx.x < WARP) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            buffer[lane] = 2 * in[i * WARP + lane];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        } else {
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            out[i * WARP + lane] = buffer[WARP - 1 - lane];
        }
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
    relay<<<1, 2 * WARP>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] == 2 * in[i / WARP * WARP + WARP - 1 - i % WARP]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
