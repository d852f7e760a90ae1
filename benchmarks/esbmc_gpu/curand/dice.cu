// expect: SUCCESSFUL
// options: --arbitrary rand
// Each thread throws two dice with a state of its own; the remainder is that of an unsigned number.
#include <assert.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define PLAYERS 4

__device__ int die(curandState *state)
{
    return curand(state) % 6 + 1;
}

__global__ void throw_dice(unsigned long long seed, int *sum)
{
    curandState state;
    curand_init(seed, threadIdx.x, 0, &state);
    int s = die(&state);
    s += die(&state);
    assert(s >= 2 && s <= 12);
    sum[threadIdx.x] = s;
}

int main(void)
{
    int sum[PLAYERS], *d_sum;
    cudaMalloc((void **)&d_sum, sizeof(sum));
    throw_dice<<<1, PLAYERS>>>(42, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    int all = 0;
    for (int p = 0; p < PLAYERS; p++)
        all += sum[p];
    assert(all <= 12 * PLAYERS);
    return 0;
}
