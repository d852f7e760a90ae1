// expect: FAILED
// property: bounds
// Histogram whose merge reads the partial histogram of a block that does not exist.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BINS 64
#define THREADS 64 // at least BINS; a multiple of 4, so that counters of one bin fill whole words
#define BLOCKS 1
#define WORDS 200

typedef unsigned char counter;

__device__ void count_pixel(counter *mine, unsigned int pixel)
{
    mine[(pixel >> 2) * THREADS]++; // the upper 6 of 8 bits
}

__global__ void histogram64(unsigned int *partial, const unsigned int *data, int words)
{
    __shared__ counter counters[BINS * THREADS];
    const int tid = threadIdx.x;

    unsigned int *cleared = (unsigned int *)counters;
    for (int i = tid; i < BINS * THREADS / 4; i += THREADS)
        cleared[i] = 0;
    __syncthreads(); // all counters are zero

    counter *mine = counters + tid;
    for (int i = blockIdx.x * THREADS + tid; i < words; i += BLOCKS * THREADS) {
        unsigned int four = data[i];
        count_pixel(mine, four & 0xFF);
        count_pixel(mine, four >> 8 & 0xFF);
        count_pixel(mine, four >> 16 & 0xFF);
        count_pixel(mine, four >> 24);
    }
    __syncthreads(); // all pixels are counted

    if (tid < BINS) {
        unsigned int sum = 0;
        int position = tid & (THREADS - 1); // begins at another place than the neighbours: fewer bank conflicts
        for (int i = 0; i < THREADS; i++) {
            sum += counters[tid * THREADS + position];
            position = (position + 1) & (THREADS - 1);
        }
        partial[blockIdx.x * BINS + tid] = sum;
    }
}

__global__ void merge(unsigned int *histogram, const unsigned int *partial, int count)
{
    unsigned int sum = 0;
    for (int i = 0; i <= count; i++)
        sum += partial[i * BINS + threadIdx.x]; // violation
    histogram[threadIdx.x] = sum;
}

int main(void)
{
    unsigned int *data = (unsigned int *)malloc(WORDS * sizeof(unsigned int));
    unsigned int expected[BINS] = {0}, histogram[BINS];
    for (int i = 0; i < WORDS; i++) {
        unsigned int pixel = (i * 37) % 251;
        data[i] = pixel | 255 << 8 | 3 << 16 | (pixel ^ 1) << 24;
        expected[pixel >> 2] += 2;
        expected[63]++;
        expected[0]++;
    }

    unsigned int *d_data, *d_partial, *d_histogram;
    cudaMalloc((void **)&d_data, WORDS * sizeof(unsigned int));
    cudaMalloc((void **)&d_partial, BLOCKS * BINS * sizeof(unsigned int));
    cudaMalloc((void **)&d_histogram, BINS * sizeof(unsigned int));
    cudaMemcpy(d_data, data, WORDS * sizeof(unsigned int), cudaMemcpyHostToDevice);
    histogram64<<<BLOCKS, THREADS>>>(d_partial, d_data, WORDS);
    merge<<<1, BINS>>>(d_histogram, d_partial, BLOCKS);
    cudaMemcpy(histogram, d_histogram, sizeof(histogram), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < BINS; i++)
        wrong += histogram[i] != expected[i];
    printf("%d bins are wrong\n", wrong);

    cudaFree(d_data);
    cudaFree(d_partial);
    cudaFree(d_histogram);
    free(data);
    return 0;
}
