// expect: FAILED
// property: assertion
// Each thread sorts its row with a comparison that it is given; the one for odd rows was copied and not changed.
#include <assert.h>
#include <stdbool.h>
#include <cuda_runtime.h>

#define ROWS 128
#define LENGTH 6

typedef bool (*Before)(int, int);

__device__ bool less(int a, int b) { return a < b; }
__device__ bool greater(int a, int b) { return a < b; }

__device__ void insertion_sort(int *v, int n, Before before)
{
    for (int i = 1; i < n; i++) {
        int x = v[i];
        int k = i;
        for (; k > 0 && before(x, v[k - 1]); k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

__global__ void sort_rows(int (*rows)[LENGTH])
{
    Before order = threadIdx.x % 2 == 0 ? less : greater;
    insertion_sort(rows[threadIdx.x], LENGTH, order);
}

int main(void)
{
    int rows[ROWS][LENGTH], (*d_rows)[LENGTH];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < LENGTH; c++)
            rows[r][c] = (r * 7 + c * 11) % 13;
    cudaMalloc((void **)&d_rows, sizeof(rows));
    cudaMemcpy(d_rows, rows, sizeof(rows), cudaMemcpyHostToDevice);
    sort_rows<<<1, ROWS>>>(d_rows);
    cudaMemcpy(rows, d_rows, sizeof(rows), cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++)
        for (int c = 1; c < LENGTH; c++)
            assert(r % 2 == 0 ? rows[r][c - 1] <= rows[r][c] : rows[r][c - 1] >= rows[r][c]); // violation
    cudaFree(d_rows);
    return 0;
}
