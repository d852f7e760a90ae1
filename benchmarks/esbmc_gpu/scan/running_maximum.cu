// expect: SUCCESSFUL
// Running maximum of 128 temperatures; two halves of dynamic shared memory change roles by swapping pointers.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void running_maximum(const float *in, float *out)
{
    extern __shared__ float memory[];
    float *from = memory, *to = memory + blockDim.x;
    unsigned int t = threadIdx.x;
    from[t] = in[t];
    __syncthreads();
    for (unsigned int d = 1; d < blockDim.x; d *= 2) {
        to[t] = t >= d ? fmaxf(from[t], from[t - d]) : from[t];
        __syncthreads();
        float *other = from;
        from = to;
        to = other;
    }
    out[t] = from[t];
}

int main(void)
{
    const int n = 128;
    float in[n], out[n];
    for (int i = 0; i < n; i++)
        in[i] = (i * 29) % 61 - 20.5f;
    float *d_in, *d_out;
    cudaMalloc((void **)&d_in, n * sizeof(float));
    cudaMalloc((void **)&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    running_maximum<<<1, n, 2 * n * sizeof(float)>>>(d_in, d_out);
    cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    float best = in[0];
    for (int i = 0; i < n; i++) {
        best = in[i] > best ? in[i] : best;
        assert(out[i] == best);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
