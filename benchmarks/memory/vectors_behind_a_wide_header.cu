// expect: SUCCESSFUL
// Sums the samples of a record, four at a time; they begin behind a header of four words.
#include <cuda_runtime.h>

#define HEADER 4
#define SAMPLES 32

__global__ void sum_samples(const float *record, float *sums) {
    const float4 *samples = reinterpret_cast<const float4 *>(record + HEADER);
    float4 four = samples[threadIdx.x];
    sums[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main(void) {
    float h_record[HEADER + SAMPLES] = {0}, *record, *sums;
    h_record[0] = SAMPLES;
    for (int i = 0; i < SAMPLES; i++)
        h_record[HEADER + i] = 0.5f * i;
    cudaMalloc((void **)&record, sizeof h_record);
    cudaMalloc((void **)&sums, SAMPLES / 4 * sizeof(float));
    cudaMemcpy(record, h_record, sizeof h_record, cudaMemcpyHostToDevice);
    sum_samples<<<1, SAMPLES / 4>>>(record, sums);
    cudaDeviceSynchronize();
    cudaFree(record);
    cudaFree(sums);
    return 0;
}
