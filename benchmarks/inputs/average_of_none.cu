// expect: FAILED
// property: division-by-zero
// Mean of the positive readings among arbitrary ones, of which there may be none.
#include <assert.h>
#include <cuda_runtime.h>

#define SENSORS 4

int nondet_int();
void __ESBMC_assume(bool);

__global__ void mean_of_valid(const int *reading, int *mean)
{
    int sum = 0, count = 0;
    for (int i = 0; i < SENSORS; i++) {
        if (reading[i] > 0) {
            sum += reading[i];
            count++;
        }
    }
    *mean = sum / count; // violation
}

int main(void)
{
    int reading[SENSORS], mean;
    for (int i = 0; i < SENSORS; i++) {
        reading[i] = nondet_int();
        __ESBMC_assume(reading[i] >= -1 && reading[i] <= 100);
    }
    int *d_reading, *d_mean;
    cudaMalloc(&d_reading, sizeof(reading));
    cudaMalloc(&d_mean, sizeof(int));
    cudaMemcpy(d_reading, reading, sizeof(reading), cudaMemcpyHostToDevice);
    mean_of_valid<<<1, 1>>>(d_reading, d_mean);
    cudaMemcpy(&mean, d_mean, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_reading);
    cudaFree(d_mean);
    assert(mean >= 0 && mean <= 100);
    return 0;
}
