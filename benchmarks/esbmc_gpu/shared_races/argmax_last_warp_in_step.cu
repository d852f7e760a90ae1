// expect: FAILED
// property: data-race
// Highest peak of spectra; the rounds of the last warp have no barriers, as if its threads ran in step.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BINS 128
#define SPECTRA 1

typedef struct {
    float value;
    int place;
} Peak;

__device__ Peak higher(Peak a, Peak b)
{
    return b.value > a.value ? b : a;
}

__global__ void find_peaks(const float *spectra, Peak *peaks)
{
    __shared__ Peak best[BINS];
    int t = threadIdx.x;
    best[t].value = spectra[blockIdx.x * BINS + t];
    best[t].place = t;
    __syncthreads();
    for (int s = BINS / 2; s > 16; s /= 2) {
        if (t < s)
            best[t] = higher(best[t], best[t + s]);
        __syncthreads();
    }
    if (t < 32)
        for (int s = 16; s > 0; s /= 2)
            if (t < s)
                best[t] = higher(best[t], best[t + s]); // violation
    if (t == 0)
        peaks[blockIdx.x] = best[0];
}

int main(void)
{
    float spectra[SPECTRA][BINS];
    Peak peaks[SPECTRA];
    for (int s = 0; s < SPECTRA; s++)
        for (int i = 0; i < BINS; i++)
            spectra[s][i] = i == 30 * s + 7 ? 5.0f : 0.01f * i;
    float *d_spectra;
    Peak *d_peaks;
    cudaMalloc((void **)&d_spectra, sizeof(spectra));
    cudaMalloc((void **)&d_peaks, sizeof(peaks));
    cudaMemcpy(d_spectra, spectra, sizeof(spectra), cudaMemcpyHostToDevice);
    find_peaks<<<SPECTRA, BINS>>>(d_spectra, d_peaks);
    cudaMemcpy(peaks, d_peaks, sizeof(peaks), cudaMemcpyDeviceToHost);
    for (int s = 0; s < SPECTRA; s++)
        printf("%d\n", peaks[s].place);
    cudaFree(d_spectra);
    cudaFree(d_peaks);
    return 0;
}
