// expect: SUCCESSFUL
// Intersections of boxes that are int4 (left, top, right, bottom), and their areas.
#include <assert.h>
#include <cuda_runtime.h>

#define BOXES 256

__device__ int4 intersect(int4 a, int4 b)
{
    return make_int4(max(a.x, b.x), max(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}

__device__ int area(int4 box)
{
    return box.z > box.x && box.w > box.y ? (box.z - box.x) * (box.w - box.y) : 0;
}

__global__ void overlap(const int4 *boxes, int4 with, int *areas)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    areas[i] = area(intersect(boxes[i], with));
    assert(areas[i] >= 0 && areas[i] <= area(with));
}

int main(void)
{
    int4 boxes[BOXES], *d_boxes;
    int areas[BOXES], *d_areas;
    for (int i = 0; i < BOXES; i++)
        boxes[i] = make_int4(i, 0, i + 10, 5);
    cudaMalloc((void **)&d_boxes, sizeof(boxes));
    cudaMalloc((void **)&d_areas, sizeof(areas));
    cudaMemcpy(d_boxes, boxes, sizeof(boxes), cudaMemcpyHostToDevice);
    overlap<<<BOXES / 128, 128>>>(d_boxes, make_int4(100, 1, 120, 9), d_areas);
    cudaMemcpy(areas, d_areas, sizeof(areas), cudaMemcpyDeviceToHost);
    assert(areas[0] == 0 && areas[95] == 5 * 4 && areas[105] == 10 * 4 && areas[119] == 4 && areas[120] == 0);
    cudaFree(d_boxes);
    cudaFree(d_areas);
    return 0;
}
