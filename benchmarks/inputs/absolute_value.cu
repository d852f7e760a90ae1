// expect: FAILED
// property: assertion
// The absolute value of an arbitrary number is not negative, but for one number it is.
#include <assert.h>
#include <cuda_runtime.h>

#define N 2

int nondet_int();

__global__ void absolute(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        int sign = in[i] >> 31;
        out[i] = (int)(((unsigned int)in[i] ^ (unsigned int)sign) - (unsigned int)sign);
    }
}

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = nondet_int();

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    absolute<<<1, 32>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    for (int i = 0; i < N; i++) {
        assert(out[i] == in[i] || (unsigned int)out[i] + (unsigned int)in[i] == 0u);
        assert(out[i] >= 0); // violation
    }
    return 0;
}
