// expect: FAILED
// property: bounds
// Each thread handles four elements in a row, but looks at the end before the first of them alone.
#include <cuda_runtime.h>

#define N 2047
#define PER_THREAD 4

__global__ void parity(const unsigned int *v, bool *odd, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER_THREAD;
    for (int i = first; first < n && i < first + PER_THREAD; i++)
        odd[i] = __popc(v[i]) % 2; // violation
}

int main(void)
{
    unsigned int v[N], *d_v;
    bool odd[N], *d_odd;
    for (int i = 0; i < N; i++)
        v[i] = i;
    cudaMalloc(&d_v, sizeof(v));
    cudaMalloc(&d_odd, sizeof(odd));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    const int threads = (N + PER_THREAD - 1) / PER_THREAD;
    parity<<<(threads + 127) / 128, 128>>>(d_v, d_odd, N);
    cudaMemcpy(odd, d_odd, sizeof(odd), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_odd);
    return 0;
}
