// expect: SUCCESSFUL
// Each block looks at a part of a line; where it is steep, its kernel is launched again for both halves of the part.
#include <assert.h>
#include <cuda_runtime.h>

#define PARTS 4
#define DEEPEST 3
#define CELLS (PARTS << DEEPEST)

__global__ void refine(const int *heights, int *levels, int first, int width, int level)
{
    int start = first + blockIdx.x * width;
    int low = heights[start], high = heights[start + width - 1];
    bool steep = high - low > 8 && level < DEEPEST;
    if (!steep)
        for (int i = threadIdx.x; i < width; i += blockDim.x)
            levels[start + i] = level;
    else if (threadIdx.x == 0)
        refine<<<2, 2>>>(heights, levels, start, width / 2, level + 1);
}

int main(void)
{
    int heights[CELLS], levels[CELLS], *d_heights, *d_levels;
    for (int i = 0; i < CELLS; i++)
        heights[i] = i < CELLS / 2 ? i / 4 : i * i / 8;
    cudaMalloc((void **)&d_heights, sizeof(heights));
    cudaMalloc((void **)&d_levels, sizeof(levels));
    cudaMemcpy(d_heights, heights, sizeof(heights), cudaMemcpyHostToDevice);
    refine<<<PARTS, 2>>>(d_heights, d_levels, 0, CELLS / PARTS, 0);
    cudaMemcpy(levels, d_levels, sizeof(levels), cudaMemcpyDeviceToHost);
    assert(levels[0] == 0 && levels[CELLS / 2 - 1] == 0);
    for (int i = CELLS / 2; i < CELLS; i++)
        assert(levels[i] > 0 && levels[i] <= DEEPEST);
    cudaFree(d_heights);
    cudaFree(d_levels);
    return 0;
}
