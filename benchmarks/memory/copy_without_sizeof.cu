// expect: FAILED
// property: uninitialised-use
// Increments an array on the device; the copy to it has the number of elements where that of bytes belongs.
#include <stdio.h>
#include <stdlib.h>

#define N 40

__global__ void increment(int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] += 1;
}

int main(void) {
    int *h_in = (int *)malloc(N * sizeof(int));
    int *h_out = (int *)malloc(N * sizeof(int));
    int *d_values;
    for (int i = 0; i < N; i++)
        h_in[i] = 3 * i;

    cudaMalloc((void **)&d_values, N * sizeof(int));
    cudaMemcpy(d_values, h_in, N, cudaMemcpyHostToDevice);
    increment<<<2, 32>>>(d_values, N);
    cudaMemcpy(h_out, d_values, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_values);

    for (int i = 0; i < N; i++) {
        if (h_out[i] != 3 * i + 1) { // violation
            printf("element %d is wrong\n", i);
            return EXIT_FAILURE;
        }
    }
    printf("all elements are right\n");
    free(h_in);
    free(h_out);
    return EXIT_SUCCESS;
}
