/* Each warp transposes a matrix of 32 x 32 through its part of shared memory. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__global__ void transpose(float *m, int count) {
    __shared__ float tile[2][32][33];
    int lane = threadIdx.x, warp = threadIdx.y;
    for (int k = blockIdx.x * 2 + warp; k < count; k += gridDim.x * 2) {
        for (int row = 0; row < 32; row++) tile[warp][row][lane] = m[k * 1024 + row * 32 + lane];
        __syncwarp();
        for (int row = 0; row < 32; row++) m[k * 1024 + row * 32 + lane] = tile[warp][lane][row];
        __syncwarp();
    }
}
int main(void) {
    int count = (N + 1023) / 1024;
    float *h = (float *)malloc(count * 4096), *m;
    for (int i = 0; i < count * 1024; i++) h[i] = i;
    cudaMalloc((void **)&m, count * 4096);
    cudaMemcpy(m, h, count * 4096, cudaMemcpyHostToDevice);
    transpose<<<(count + 3) / 4, dim3(32, 2)>>>(m, count);
    cudaMemcpy(h, m, count * 4096, cudaMemcpyDeviceToHost);
    for (int k = 0; k < count; k++)
        for (int row = 0; row < 32; row++)
            for (int column = 0; column < 32; column++)
                assert(h[k * 1024 + row * 32 + column] == k * 1024 + column * 32 + row);
    cudaFree(m); free(h);
    return 0;
}
