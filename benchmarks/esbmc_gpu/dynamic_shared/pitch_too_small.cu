// expect: FAILED
// property: data-race
// The rows of a tile lie closer together than they are long, so that the end of one overlaps the start of the next.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SIDE 16

__global__ void turn(const int *in, int *out, int pitch)
{
    extern __shared__ int tile[];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y * pitch + x] = in[y * SIDE + x]; // violation
    __syncthreads();
    out[y * SIDE + x] = tile[(SIDE - 1 - x) * pitch + y];
}

int main(void)
{
    const int pitch = SIDE - 1;
    int in[SIDE][SIDE], out[SIDE][SIDE], *d_in, *d_out;
    for (int i = 0; i < SIDE * SIDE; i++)
        in[i / SIDE][i % SIDE] = i;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    turn<<<1, dim3(SIDE, SIDE), SIDE * SIDE * sizeof(int)>>>(d_in, d_out, pitch);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            printf("%d ", out[y][x]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
