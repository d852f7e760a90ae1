// expect: FAILED
// property: assertion
// The middle one of three arbitrary readings of each sensor; one exchange too few to put them in order.
#include <assert.h>
#include <cuda_runtime.h>

#define SENSORS 4

int nondet_int(void);

__device__ void order(int *a, int *b)
{
    if (*b < *a) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

__global__ void middle(const int (*reading)[3], int *result)
{
    int s = threadIdx.x;
    int low = reading[s][0], mid = reading[s][1], high = reading[s][2];
    order(&low, &mid);
    order(&mid, &high);
    assert(low <= mid && mid <= high); // violation
    result[s] = mid;
}

int main(void)
{
    int reading[SENSORS][3], result[SENSORS];
    for (int s = 0; s < SENSORS; s++)
        for (int k = 0; k < 3; k++)
            reading[s][k] = nondet_int();

    int (*d_reading)[3], *d_result;
    cudaMalloc((void **)&d_reading, sizeof(reading));
    cudaMalloc((void **)&d_result, sizeof(result));
    cudaMemcpy(d_reading, reading, sizeof(reading), cudaMemcpyHostToDevice);
    middle<<<1, SENSORS>>>(d_reading, d_result);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    for (int s = 0; s < SENSORS; s++)
        assert(result[s] == reading[s][0] || result[s] == reading[s][1] || result[s] == reading[s][2]);
    cudaFree(d_reading);
    cudaFree(d_result);
    return 0;
}
