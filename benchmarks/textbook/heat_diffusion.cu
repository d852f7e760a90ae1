// expect: SUCCESSFUL
// options: --memory-leak-check
// Explicit heat equation on a rod: several launches, the buffers swap, the total heat is kept.
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
        double left = now[i == 0 ? 0 : i - 1];
        double right = now[i == n - 1 ? n - 1 : i + 1];
        next[i] = now[i] + 0.25 * (left - 2.0 * now[i] + right);
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

    double *d_now, *d_next;
    cudaMalloc((void **)&d_now, CELLS * sizeof(double));
    cudaMalloc((void **)&d_next, CELLS * sizeof(double));
    cudaMemcpy(d_now, rod, CELLS * sizeof(double), cudaMemcpyHostToDevice);
    for (int s = 0; s < STEPS; s++) {
        diffuse<<<(CELLS + 31) / 32, 32>>>(d_now, d_next, CELLS);
        double *t = d_now;
        d_now = d_next;
        d_next = t;
    }
    cudaMemcpy(rod, d_now, CELLS * sizeof(double), cudaMemcpyDeviceToHost);

    assert(fabs(total(rod, CELLS) - before) < 1e-9);
    assert(rod[40 - STEPS] == 1.0 && rod[40 + STEPS] == 1.0);
    assert(rod[40 - STEPS - 1] == 0.0);
    for (int i = 1; i <= STEPS; i++)
        assert(rod[40 - i] == rod[40 + i]);
    cudaFree(d_now);
    cudaFree(d_next);
    free(rod);
    return 0;
}
