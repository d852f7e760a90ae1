// expect: FAILED
// property: null-dereference
// Row sums of a table whose empty rows are null pointers; the loop reads a first element before it looks at the count.
#include <stdio.h>
#include <cuda_runtime.h>

#define ROWS 64
#define CHECK(call)                               \
    do {                                          \
        cudaError_t e_ = (call);                  \
        if (e_ != cudaSuccess) {                  \
            fprintf(stderr, "%s failed\n", #call); \
            return 1;                             \
        }                                         \
    } while (0)

__global__ void row_sums(float *const *rows, const int *counts, float *sums)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = rows[r];
    float sum = 0;
    int left = counts[r];
    do
        sum += *p++; // violation
    while (--left > 0);
    sums[r] = sum;
}

int main(void)
{
    float *rows[ROWS], ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, sums[ROWS];
    int counts[ROWS];
    for (int r = 0; r < ROWS; r++) {
        counts[r] = r % 9;
        rows[r] = NULL;
        if (counts[r] > 0) {
            CHECK(cudaMalloc((void **)&rows[r], counts[r] * sizeof(float)));
            CHECK(cudaMemcpy(rows[r], ones, counts[r] * sizeof(float), cudaMemcpyHostToDevice));
        }
    }
    float **d_rows, *d_sums;
    int *d_counts;
    CHECK(cudaMalloc((void **)&d_rows, sizeof(rows)));
    CHECK(cudaMalloc((void **)&d_counts, sizeof(counts)));
    CHECK(cudaMalloc((void **)&d_sums, sizeof(sums)));
    CHECK(cudaMemcpy(d_rows, rows, sizeof(rows), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_counts, counts, sizeof(counts), cudaMemcpyHostToDevice));
    row_sums<<<ROWS / 32, 32>>>(d_rows, d_counts, d_sums);
    CHECK(cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost));
    for (int r = 0; r < ROWS; r++) {
        CHECK(cudaFree(rows[r]));
    }
    CHECK(cudaFree(d_rows));
    CHECK(cudaFree(d_counts));
    CHECK(cudaFree(d_sums));
    return 0;
}
