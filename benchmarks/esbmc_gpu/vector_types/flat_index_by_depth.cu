// expect: FAILED
// property: bounds
// A block of 8 x 4 x 4 threads; the flattened index multiplies by the wrong side and leaves the array.
#include <cuda_runtime.h>

#define BLOCKS 1

__device__ unsigned int flat(uint3 at, dim3 size)
{
    return at.x + size.x * (at.y + size.x * at.z);
}

__global__ void mark(unsigned char *cells)
{
    uint3 t = threadIdx;
    unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    cells[blockIdx.x * threads + flat(t, blockDim)] = t.x + 10 * t.y + 50 * t.z; // violation
}

int main(void)
{
    const dim3 block(8, 4, 4);
    unsigned char cells[BLOCKS * 128], *d_cells;
    cudaMalloc((void **)&d_cells, sizeof(cells));
    mark<<<BLOCKS, block>>>(d_cells);
    cudaMemcpy(cells, d_cells, sizeof(cells), cudaMemcpyDeviceToHost);
    cudaFree(d_cells);
    return 0;
}
