// expect: SUCCESSFUL
// A kernel reads its parameters from mapped host memory; the host waits before it writes those of the next run.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256

struct Parameters {
    int scale;
    int offset;
};

__global__ void run(const Parameters *parameters, int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * parameters->scale + parameters->offset;
}

int main(void)
{
    Parameters *parameters, *d_parameters;
    int data[N], *d_data;
    cudaHostAlloc((void **)&parameters, sizeof(Parameters), cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&d_parameters, parameters, 0);
    cudaMalloc((void **)&d_data, sizeof(data));
    for (int i = 0; i < N; i++)
        data[i] = i;
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);

    parameters->scale = 2;
    parameters->offset = 1;
    run<<<N / 128, 128>>>(d_parameters, d_data);
    cudaDeviceSynchronize();
    parameters->scale = 10;
    parameters->offset = -3;
    run<<<N / 128, 128>>>(d_parameters, d_data);

    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(data[i] == 20 * i + 7);
    cudaFreeHost(parameters);
    cudaFree(d_data);
    return 0;
}
