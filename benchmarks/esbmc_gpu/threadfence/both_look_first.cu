// expect: FAILED
// property: assertion
// Two blocks look at the hand of the other before they raise their own, and may both miss it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void meet(volatile int *hands, int *seen)
{
    int me = blockIdx.x, other = 1 - me;
    seen[me] = hands[other];
    __threadfence();
    hands[me] = 1;
}

int main(void)
{
    int seen[2], *d_hands, *d_seen;
    cudaMalloc((void **)&d_hands, sizeof(seen));
    cudaMalloc((void **)&d_seen, sizeof(seen));
    cudaMemset(d_hands, 0, sizeof(seen));
    meet<<<2, 1>>>(d_hands, d_seen);
    cudaMemcpy(seen, d_seen, sizeof(seen), cudaMemcpyDeviceToHost);
    assert(seen[0] == 1 || seen[1] == 1); // violation
    cudaFree(d_hands);
    cudaFree(d_seen);
    return 0;
}
