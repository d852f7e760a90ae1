// expect: FAILED
// property: data-race
// Heat equation in one buffer: neighbours, also those in other blocks, are read while they change.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CELLS 90
#define STEPS 6

__global__ void diffuse(const double *now, double *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double left = now[i == 0 ? 0 : i - 1]; // violation
        double right = now[i == n - 1 ? n - 1 : i + 1]; // violation
        next[i] = now[i] + 0.25 * (left - 2.0 * now[i] + right); // violation
    }
}

static double total(const double *rod, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += rod[i];
    return sum;
}

int main(void)
{
    double *rod = (double *)malloc(CELLS * sizeof(double));
    for (int i = 0; i < CELLS; i++)
        rod[i] = i == 40 ? 4096.0 : 0.0;
    double before = total(rod, CELLS);

    double *d_now;
    cudaMalloc((void **)&d_now, CELLS * sizeof(double));
    cudaMemcpy(d_now, rod, CELLS * sizeof(double), cudaMemcpyHostToDevice);
    for (int s = 0; s < STEPS; s++) {
        diffuse<<<(CELLS + 31) / 32, 32>>>(d_now, d_now, CELLS);
    }
    cudaMemcpy(rod, d_now, CELLS * sizeof(double), cudaMemcpyDeviceToHost);

    printf("%g became %g\n", before, total(rod, CELLS));
    cudaFree(d_now);
    free(rod);
    return 0;
}
