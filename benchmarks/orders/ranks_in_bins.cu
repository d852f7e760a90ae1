// expect: SUCCESSFUL
// A histogram whose threads also learn the rank of each of their elements in its bin.
#include <assert.h>
#include <cuda_runtime.h>

#define THREADS 8
#define EACH 6
#define BINS 4

__global__ void ranks(const unsigned char *data, int *bins, int *rank)
{
    for (int k = 0; k < EACH; k++) {
        int i = threadIdx.x * EACH + k;
        rank[i] = atomicAdd(&bins[data[i]], 1);
    }
}

int main(void)
{
    unsigned char data[THREADS * EACH], *d_data;
    int bins[BINS], want[BINS] = {0}, *d_bins, *d_rank;

    for (int i = 0; i < THREADS * EACH; i++) {
        data[i] = (i * 7 + i / 5) % BINS;
        want[data[i]]++;
    }
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMalloc((void **)&d_rank, THREADS * EACH * sizeof(int));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    ranks<<<1, THREADS>>>(d_data, d_bins, d_rank);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    for (int bin = 0; bin < BINS; bin++)
        assert(bins[bin] == want[bin]);
    cudaFree(d_data);
    cudaFree(d_bins);
    cudaFree(d_rank);
    return 0;
}
