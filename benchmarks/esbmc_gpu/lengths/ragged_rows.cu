// expect: SUCCESSFUL
// Rows of different length lie one behind the other; one offset more than there are rows says where the last one ends.
#include <assert.h>
#include <cuda_runtime.h>

#define ROWS 300

__global__ void sum_rows(const int *offset, const int *value, int *sum, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int s = 0;
    for (int k = offset[r]; k < offset[r + 1]; k++)
        s += value[k];
    sum[r] = s;
}

int main(void)
{
    int offset[ROWS + 1], value[2 * ROWS], sum[ROWS];
    offset[0] = 0;
    for (int r = 0; r < ROWS; r++)
        offset[r + 1] = offset[r] + r % 5;
    for (int k = 0; k < offset[ROWS]; k++)
        value[k] = 2;

    int *d_offset, *d_value, *d_sum;
    cudaMalloc((void **)&d_offset, (ROWS + 1) * sizeof(int));
    cudaMalloc((void **)&d_value, offset[ROWS] * sizeof(int));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMemcpy(d_offset, offset, (ROWS + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, value, offset[ROWS] * sizeof(int), cudaMemcpyHostToDevice);
    sum_rows<<<(ROWS + 127) / 128, 128>>>(d_offset, d_value, d_sum, ROWS);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++)
        assert(sum[r] == 2 * (r % 5));
    cudaFree(d_offset);
    cudaFree(d_value);
    cudaFree(d_sum);
    return 0;
}
