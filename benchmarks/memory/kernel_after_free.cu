// expect: FAILED
// property: use-after-free
// The points of a polynomial are freed before the kernel that reads them is launched.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define DEGREE 4
#define POINTS 120

__constant__ double coefficient[DEGREE + 1];

static double evaluate_host(const double *c, double x)
{
    double result = 0.0, power = 1.0;
    for (int i = 0; i <= DEGREE; i++) {
        result += c[i] * power;
        power *= x;
    }
    return result;
}

__global__ void evaluate(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double value = coefficient[DEGREE];
#pragma unroll
        for (int k = DEGREE - 1; k >= 0; k--)
            value = value * x[i] + coefficient[k]; // violation
        y[i] = value;
    }
}

int main(void)
{
    const double c[DEGREE + 1] = {5.0, -3.0, 0.0, 2.0, 1.0};
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++)
        x[i] = 0.5 * (i - POINTS / 2);

    double *d_x, *d_y;
    cudaMalloc((void **)&d_x, sizeof(x));
    cudaMalloc((void **)&d_y, sizeof(y));
    cudaMemcpyToSymbol(coefficient, c, sizeof(c));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaFree(d_x);
    evaluate<<<(POINTS + 31) / 32, 32>>>(d_x, d_y, POINTS);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);

    for (int i = 0; i < POINTS; i++)
        assert(y[i] == evaluate_host(c, x[i]));
    printf("p(0) = %g\n", y[POINTS / 2]);
    cudaFree(d_y);
    return 0;
}
