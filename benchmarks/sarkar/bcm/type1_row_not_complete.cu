// expect: FAILED
// property: data-race
// Pascal's triangle whose next row reads what the row before has not written yet.
#include <stdio.h>
#include <cuda_runtime.h>

#define COLUMNS 64
#define ROWS 24
#define MODULUS 1009

__global__ void binomials(int *out, int rows, int modulus)
{
    __shared__ int row[COLUMNS];
    const int column = threadIdx.x;
    row[column] = column == 0;
    __syncthreads(); // row 0 is there
    for (int n = 1; n <= rows; n++) {
        int sum = row[column];
        if (column > 0)
            sum += row[column - 1]; // violation
        __syncthreads(); // all have read the row above
        row[column] = sum % modulus; // violation
    }
    out[column] = row[column];
}

int main(void)
{
    int row[COLUMNS], *d_row;
    cudaMalloc((void **)&d_row, sizeof(row));
    binomials<<<1, COLUMNS>>>(d_row, ROWS, MODULUS);
    cudaMemcpy(row, d_row, sizeof(row), cudaMemcpyDeviceToHost);

    long long exact = 1;
    int wrong = 0;
    for (int k = 0; k < COLUMNS; k++) {
        wrong += row[k] != exact % MODULUS;
        exact = exact * (ROWS - k) / (k + 1);
    }
    printf("%d of %d coefficients are wrong\n", wrong, COLUMNS);
    cudaFree(d_row);
    return 0;
}
