// expect: FAILED
// property: use-after-free
// options: --models {here}/camera.py
// The camera is closed before its row is read.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include "camera.h"

__global__ void brighten(unsigned char *row, int n)
{
    int i = threadIdx.x;
    if (i < n)
        row[i] = row[i] > 245 ? 255 : row[i] + 10;
}

int main()
{
    camera_t camera = camera_open(0);
    if (camera == NULL)
        return 1;
    unsigned char row[CAMERA_WIDTH], *d_row;
    camera_close(camera);
    int n = camera_grab(camera, row, CAMERA_WIDTH); // violation
    cudaMalloc((void **)&d_row, CAMERA_WIDTH);
    if (n > 0) {
        cudaMemcpy(d_row, row, n, cudaMemcpyHostToDevice);
        brighten<<<1, CAMERA_WIDTH>>>(d_row, n);
        cudaMemcpy(row, d_row, n, cudaMemcpyDeviceToHost);
        assert(row[n - 1] >= 10);
    }
    cudaFree(d_row);
    return 0;
}
