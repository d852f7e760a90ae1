// expect: FAILED
// property: barrier-divergence
// The barrier that counts is the right side of an &&, so that pupils without a mark do not reach it.
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
    int passed = mark >= 0 && __syncthreads_count(mark >= 50) > 0; // violation
    int complete = __syncthreads_and(mark >= 0); // violation
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
    for (int c = 0; c < CLASSES; c++)
        printf("%d %d\n", results[c].passed, results[c].complete);
    cudaFree(d_marks);
    cudaFree(d_places);
    cudaFree(d_results);
    return 0;
}
