// expect: SUCCESSFUL
// Cross sums of unsigned numbers, whose up to ten digits are first collected in a local array.
#include <assert.h>
#include <limits.h>
#include <cuda_runtime.h>

#define N 1024
#define DIGITS 10

__device__ int cross_sum(unsigned int number)
{
    unsigned char digit[DIGITS];
    int length = 0;
    do {
        digit[length++] = number % 10;
        number /= 10;
    } while (number > 0);
    int sum = 0;
    while (length > 0)
        sum += digit[--length];
    return sum;
}

__global__ void cross_sums(const unsigned int *numbers, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        sums[i] = cross_sum(numbers[i]);
}

int main(void)
{
    unsigned int numbers[N];
    int sums[N];
    for (int i = 0; i < N; i++)
        numbers[i] = 1000u * i + 7;
    numbers[N - 1] = UINT_MAX;

    unsigned int *d_numbers;
    int *d_sums;
    cudaMalloc((void **)&d_numbers, sizeof(numbers));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_numbers, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    cross_sums<<<N / 256, 256>>>(d_numbers, d_sums, N);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    assert(sums[0] == 7);
    assert(sums[123] == 1 + 2 + 3 + 7);
    cudaFree(d_numbers);
    cudaFree(d_sums);
    return 0;
}
