// expect: SUCCESSFUL
// Two blocks raise a hand, then look at the other's: with a fence between, at least one of them sees both.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void meet(volatile int *hands, int *seen)
{
    int me = blockIdx.x, other = 1 - me;
    hands[me] = 1;
    __threadfence();
    seen[me] = hands[other];
}

int main(void)
{
    int seen[2], *d_hands, *d_seen;
    cudaMalloc((void **)&d_hands, sizeof(seen));
    cudaMalloc((void **)&d_seen, sizeof(seen));
    cudaMemset(d_hands, 0, sizeof(seen));
    meet<<<2, 1>>>(d_hands, d_seen);
    cudaMemcpy(seen, d_seen, sizeof(seen), cudaMemcpyDeviceToHost);
    assert(seen[0] == 1 || seen[1] == 1);
    cudaFree(d_hands);
    cudaFree(d_seen);
    return 0;
}
