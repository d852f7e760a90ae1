// expect: FAILED
// property: assertion
// A table in constant memory is loaded in two halves; the offset of the second one is given in elements.
#include <assert.h>
#include <cuda_runtime.h>

#define LEVELS 256
#define HALF (LEVELS / 2)
#define N 2048

__constant__ unsigned short curve[LEVELS];

__global__ void correct(const unsigned char *in, unsigned short *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = curve[in[i]];
}

int main(void)
{
    unsigned short low[HALF], high[HALF], out[N], *d_out;
    unsigned char in[N], *d_in;
    for (int i = 0; i < HALF; i++) {
        low[i] = 2 * i;
        high[i] = 256 + i;
    }
    for (int i = 0; i < N; i++)
        in[i] = i % LEVELS;
    cudaMemcpyToSymbol(curve, low, sizeof(low));
    cudaMemcpyToSymbol(curve, high, sizeof(high), HALF);
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    correct<<<N / 256, 256>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    assert(out[0] == 0 && out[63] == 126);
    assert(out[128] == 256 && out[255] == 383); // violation
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
