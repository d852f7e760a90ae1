// expect: FAILED
// property: bounds
// A filter goes to the kernel by value; it says that it has more taps than there is room for.
#include <cuda_runtime.h>

#define N 1024
#define MAX_TAPS 5

typedef struct {
    int taps;
    int weight[MAX_TAPS];
} Filter;

static Filter make_filter(int taps)
{
    Filter f = {taps, {0}};
    for (int t = 0; t < MAX_TAPS; t++)
        f.weight[t] = t + 1;
    return f;
}

__global__ void apply(Filter f, const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int t = 0; t < f.taps; t++)
        if (i >= t)
            sum += f.weight[t] * in[i - t]; // violation
    out[i] = sum;
}

int main(void)
{
    int in[N], out[N], *d_in, *d_out;
    for (int i = 0; i < N; i++)
        in[i] = 1;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    apply<<<N / 256, 256>>>(make_filter(6), d_in, d_out, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
