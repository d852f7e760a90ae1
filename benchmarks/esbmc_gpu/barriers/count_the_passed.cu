// expect: SUCCESSFUL
// Marks of a class: __syncthreads_count tells all how many passed, __syncthreads_and whether all handed in.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define CLASSES 4
#define PUPILS 128

struct Result {
    int passed;
    int complete;
};

__global__ void evaluate(const signed char *marks, Result *results, int *places)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mark = marks[i];
    int passed = __syncthreads_count(mark >= 50);
    int complete = __syncthreads_and(mark >= 0);
    places[i] = mark >= 50 ? passed : 0;
    if (threadIdx.x == 0) {
        results[blockIdx.x].passed = passed;
        results[blockIdx.x].complete = complete != 0;
    }
}

int main(void)
{
    signed char marks[CLASSES * PUPILS];
    int places[CLASSES * PUPILS];
    Result results[CLASSES];
    for (int i = 0; i < CLASSES * PUPILS; i++)
        marks[i] = (signed char)((i * 13 + i / PUPILS) % 101);
    marks[2 * PUPILS + 77] = -1;
    signed char *d_marks;
    int *d_places;
    Result *d_results;
    cudaMalloc((void **)&d_marks, sizeof(marks));
    cudaMalloc((void **)&d_places, sizeof(places));
    cudaMalloc((void **)&d_results, sizeof(results));
    cudaMemcpy(d_marks, marks, sizeof(marks), cudaMemcpyHostToDevice);
    evaluate<<<CLASSES, PUPILS>>>(d_marks, d_results, d_places);
    cudaMemcpy(places, d_places, sizeof(places), cudaMemcpyDeviceToHost);
    cudaMemcpy(results, d_results, sizeof(results), cudaMemcpyDeviceToHost);
    for (int c = 0; c < CLASSES; c++) {
        int passed = 0;
        for (int p = 0; p < PUPILS; p++)
            passed += marks[c * PUPILS + p] >= 50;
        assert(results[c].passed == passed);
        assert(results[c].complete == (c != 2));
        for (int p = 0; p < PUPILS; p++)
            assert(places[c * PUPILS + p] == (marks[c * PUPILS + p] >= 50 ? passed : 0));
    }
    cudaFree(d_marks);
    cudaFree(d_places);
    cudaFree(d_results);
    return 0;
}
