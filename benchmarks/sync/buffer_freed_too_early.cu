// expect: FAILED
// property: data-race
// The consumer says that the buffer is free before it has read it.
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
            buffer[lane] = 2 * in[i * WARP + lane]; // violation
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        } else {
            if (i == 0)
                asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            if (i + 1 < ITEMS)
                asm volatile("bar.arrive 1, 64;" ::: "memory");
            out[i * WARP + lane] = buffer[WARP - 1 - lane]; // violation
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
        printf("%d ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
