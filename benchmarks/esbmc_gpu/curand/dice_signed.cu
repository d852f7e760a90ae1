// expect: FAILED
// property: assertion
// Each thread throws two dice; the random bits are taken for a signed number, whose remainder may be negative.
#include <assert.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define PLAYERS 4

__device__ int die(curandState *state)
{
    return (int)curand(state) % 6 + 1;
}

__global__ void throw_dice(unsigned long long seed, int *sum)
{
    curandState state;
    curand_init(seed, threadIdx.x, 0, &state);
    int s = die(&state);
    s += die(&state);
    assert(s >= 2 && s <= 12); // violation
    sum[threadIdx.x] = s;
}

int main(void)
{
    int sum[PLAYERS], *d_sum;
    cudaMalloc((void **)&d_sum, sizeof(sum));
    throw_dice<<<1, PLAYERS>>>(42, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    return 0;
}
