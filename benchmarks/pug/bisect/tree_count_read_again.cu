// expect: FAILED
// property: data-race
// Bisection in which the last interval's thread sets the new count while others test the old one.
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SIZE 8      // of the matrix
#define THREADS 32  // at least as many as there can be intervals
#define ROUNDS 7    // halvings

struct Interval {
    float left, right;
    int below_left, below_right; // eigenvalues below each end
};

// The number of eigenvalues below x, by the signs of Sturm's sequence.
__device__ int count_below(const float *diagonal, const float *squares, float x)
{
    int count = 0;
    float delta = 1.0f;
    for (int i = 0; i < SIZE; i++) {
        delta = diagonal[i] - x - squares[i] / delta;
        if (delta == 0.0f)
            delta = 1e-6f;
        count += delta < 0.0f;
    }
    return count;
}

__global__ void bisect(float *eigenvalues, int *found, const float *diagonal, const float *squares,
                       float left, float right)
{
    __shared__ float d[SIZE], s[SIZE];
    __shared__ struct Interval intervals[THREADS];
    __shared__ int kept[THREADS];
    __shared__ int active;
    const int tid = threadIdx.x;

    if (tid < SIZE) {
        d[tid] = diagonal[tid];
        s[tid] = squares[tid];
    }
    struct Interval all = {left, right, 0, SIZE}, none = {0, 0, 0, 0};
    intervals[tid] = tid == 0 ? all : none;
    if (tid == 0)
        active = 1;
    __syncthreads(); // the first interval is there

    for (int round = 0; round < ROUNDS; round++) {
        struct Interval low = none, high = none;
        int keeps_low = 0, keeps_high = 0;
        const int count = active;
        if (tid < count) {
            low = high = intervals[tid];
            float middle = 0.5f * (low.left + low.right);
            low.right = high.left = middle;
            low.below_right = high.below_left = count_below(d, s, middle);
            keeps_low = low.below_left < low.below_right;
            keeps_high = high.below_left < high.below_right;
        }
        kept[tid] = keeps_low + keeps_high;
        __syncthreads(); // all intervals are split

        for (int offset = 1; offset < 2 * SIZE; offset *= 2) {
            int before = tid >= offset ? kept[tid - offset] : 0;
            __syncthreads(); // all have read
            kept[tid] += before;
            __syncthreads(); // all have added
        }

        if (tid < active) { // violation
            int place = kept[tid] - keeps_low - keeps_high;
            if (keeps_low)
                intervals[place++] = low;
            if (keeps_high)
                intervals[place] = high;
        }
        if (tid == count - 1) // of the old list
            active = kept[tid]; // violation
        __syncthreads(); // the new list is complete
    }

    if (tid < active)
        eigenvalues[tid] = 0.5f * (intervals[tid].left + intervals[tid].right);
    if (tid == 0)
        *found = active;
}

int main(void)
{
    // The matrix with 2 on its diagonal and -1 beside it: eigenvalue k is 2 - 2 cos(k pi / (SIZE + 1)).
    float diagonal[SIZE], squares[SIZE];
    for (int i = 0; i < SIZE; i++) {
        diagonal[i] = 2.0f;
        squares[i] = i > 0 ? 1.0f : 0.0f;
    }

    float eigenvalues[SIZE];
    int found;
    float *d_diagonal, *d_squares, *d_eigenvalues;
    int *d_found;
    cudaMalloc((void **)&d_diagonal, sizeof(diagonal));
    cudaMalloc((void **)&d_squares, sizeof(squares));
    cudaMalloc((void **)&d_eigenvalues, sizeof(eigenvalues));
    cudaMalloc((void **)&d_found, sizeof(int));
    cudaMemcpy(d_diagonal, diagonal, sizeof(diagonal), cudaMemcpyHostToDevice);
    cudaMemcpy(d_squares, squares, sizeof(squares), cudaMemcpyHostToDevice);
    cudaMemset(d_eigenvalues, 0, sizeof(eigenvalues));
    bisect<<<1, THREADS>>>(d_eigenvalues, d_found, d_diagonal, d_squares, 0.0f, 4.0f);
    cudaMemcpy(eigenvalues, d_eigenvalues, sizeof(eigenvalues), cudaMemcpyDeviceToHost);
    cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost);

    int wrong = found != SIZE;
    for (int k = 0; k < SIZE; k++)
        wrong += fabs(eigenvalues[k] - (2 - 2 * cos((k + 1) * 3.14159265 / (SIZE + 1)))) > 0.02;
    printf("%d intervals, %d are wrong\n", found, wrong);

    cudaFree(d_diagonal);
    cudaFree(d_squares);
    cudaFree(d_eigenvalues);
    cudaFree(d_found);
    return 0;
}
