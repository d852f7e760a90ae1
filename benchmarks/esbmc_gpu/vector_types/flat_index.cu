// expect: SUCCESSFUL
// A block of 8 x 4 x 4 threads: a device function flattens its uint3 and dim3, and threads meet no other's place.
#include <assert.h>
#include <cuda_runtime.h>

#define BLOCKS 4

__device__ unsigned int flat(uint3 at, dim3 size)
{
    return at.x + size.x * (at.y + size.y * at.z);
}

__global__ void mark(unsigned char *cells)
{
    uint3 t = threadIdx;
    unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    cells[blockIdx.x * threads + flat(t, blockDim)] = t.x + 10 * t.y + 50 * t.z;
}

int main(void)
{
    const dim3 block(8, 4, 4);
    unsigned char cells[BLOCKS * 128], *d_cells;
    cudaMalloc((void **)&d_cells, sizeof(cells));
    mark<<<BLOCKS, block>>>(d_cells);
    cudaMemcpy(cells, d_cells, sizeof(cells), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        for (int z = 0; z < 4; z++)
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < 8; x++)
                    assert(cells[128 * b + 32 * z + 8 * y + x] == x + 10 * y + 50 * z);
    cudaFree(d_cells);
    return 0;
}
