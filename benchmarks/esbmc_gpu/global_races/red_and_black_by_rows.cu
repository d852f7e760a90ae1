// expect: FAILED
// property: data-race
// Relaxation in place, where the colour is taken from x alone: points above each other are relaxed at the same time.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SIDE 32

__global__ void relax(double *plate, int colour)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= SIDE - 1 || y >= SIDE - 1)
        return;
    if (x % 2 == colour) {
        double *p = plate + y * SIDE + x;
        *p = 0.25 * (p[-1] + p[1] + p[-SIDE] + p[SIDE]); // violation
    }
}

int main(void)
{
    double *plate = (double *)malloc(SIDE * SIDE * sizeof(double));
    for (int i = 0; i < SIDE * SIDE; i++)
        plate[i] = i / SIDE == 0 ? 64.0 : 0.0;
    double *d_plate;
    cudaMalloc((void **)&d_plate, SIDE * SIDE * sizeof(double));
    cudaMemcpy(d_plate, plate, SIDE * SIDE * sizeof(double), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid(SIDE / 16, SIDE / 16);
    relax<<<grid, block>>>(d_plate, 0);
    relax<<<grid, block>>>(d_plate, 1);
    cudaMemcpy(plate, d_plate, SIDE * SIDE * sizeof(double), cudaMemcpyDeviceToHost);

    printf("%g %g\n", plate[SIDE + 1], plate[SIDE + 2]);
    cudaFree(d_plate);
    free(plate);
    return 0;
}
