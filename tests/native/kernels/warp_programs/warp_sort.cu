/* Each warp sorts 32 numbers by bitonic exchanges. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__global__ void sort(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int v = i < n ? a[i] : 0x7fffffff;
    for (int size = 2; size <= 32; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
            int other = __shfl_xor_sync(0xffffffff, v, distance);
            int upward = (lane & size) == 0, low = (lane & distance) == 0;
            v = upward == low ? min(v, other) : max(v, other);
        }
    if (i < n) a[i] = v;
}
int main(void) {
    int n = (N + 31) / 32 * 32, *h = (int *)malloc(n * sizeof(int)), *a;
    for (int i = 0; i < n; i++) h[i] = i * 1103515245 % 1000;
    cudaMalloc((void **)&a, n * sizeof(int));
    cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);
    sort<<<(n + 95) / 96, 96>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; i++) assert(i % 32 == 0 || h[i - 1] <= h[i]);
    cudaFree(a); free(h);
    return 0;
}
