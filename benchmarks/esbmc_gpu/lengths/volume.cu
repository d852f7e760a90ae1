// expect: SUCCESSFUL
// A volume of 20 x 18 x 5 cells on blocks of 8 x 8 x 2 threads, none of its sides a multiple.
#include <cassert>
#include <cuda_runtime.h>

struct Extent {
    int x, y, z;
    __host__ __device__ int cells() const { return x * y * z; }
    __host__ __device__ bool contains(int i, int j, int k) const { return i < x && j < y && k < z; }
    __host__ __device__ int index(int i, int j, int k) const { return (k * y + j) * x + i; }
};

__global__ void distance(Extent e, short *d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (e.contains(i, j, k))
        d[e.index(i, j, k)] = i + j + k;
}

int main()
{
    const Extent e = {20, 18, 5};
    const dim3 block(8, 8, 2);
    const dim3 grid((e.x + block.x - 1) / block.x, (e.y + block.y - 1) / block.y, (e.z + block.z - 1) / block.z);
    short *d, *h = new short[e.cells()];
    cudaMalloc(&d, e.cells() * sizeof(short));
    distance<<<grid, block>>>(e, d);
    cudaMemcpy(h, d, e.cells() * sizeof(short), cudaMemcpyDeviceToHost);
    assert(h[0] == 0);
    assert(h[e.index(19, 17, 4)] == 40 && h[e.index(7, 3, 2)] == 12);
    cudaFree(d);
    delete[] h;
    return 0;
}
