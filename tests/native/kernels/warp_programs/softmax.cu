/* Softmax of rows, each by one warp: the largest element and the sum come from butterflies. */
#include <cuda_runtime.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#define COLUMNS 50
__global__ void softmax(const float *in, float *out, int rows) {
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float most = -INFINITY, sum = 0;
    for (int c = lane; c < COLUMNS; c += 32) most = fmaxf(most, in[row * COLUMNS + c]);
    for (int o = 16; o > 0; o >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, o));
    for (int c = lane; c < COLUMNS; c += 32) sum += expf(in[row * COLUMNS + c] - most);
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    for (int c = lane; c < COLUMNS; c += 32) out[row * COLUMNS + c] = expf(in[row * COLUMNS + c] - most) / sum;
}
int main(void) {
    int rows = (N + 31) / 32, n = rows * COLUMNS;
    float *h = (float *)malloc(n * sizeof(float)), *in, *out;
    for (int i = 0; i < n; i++) h[i] = i * 3 % 7;
    cudaMalloc((void **)&in, n * sizeof(float));
    cudaMalloc((void **)&out, n * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    softmax<<<(rows + 3) / 4, dim3(32, 4)>>>(in, out, rows);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int c = 0; c < COLUMNS; c++) sum += h[r * COLUMNS + c];
        assert(fabsf(sum - 1) < 0.001f);
    }
    cudaFree(in); cudaFree(out); free(h);
    return 0;
}
