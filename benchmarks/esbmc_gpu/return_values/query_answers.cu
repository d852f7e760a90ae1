// expect: SUCCESSFUL
// The answers of queries: an idle stream, an event that is over, a device that does not exist.
#include <assert.h>
#include <cuda_runtime.h>

#define N 768

__global__ void iota(short *v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = (short)i;
}

int main(void)
{
    int count = 0, current = -1;
    assert(cudaGetDeviceCount(&count) == cudaSuccess && count > 0);
    assert(cudaSetDevice(count) == cudaErrorInvalidDevice);
    assert(cudaGetLastError() == cudaErrorInvalidDevice);
    assert(cudaSetDevice(0) == cudaSuccess && cudaGetDevice(&current) == cudaSuccess && current == 0);

    cudaStream_t stream;
    cudaEvent_t done;
    short v[N], *d_v;
    cudaStreamCreate(&stream);
    cudaEventCreate(&done);
    cudaMalloc((void **)&d_v, sizeof(v));
    iota<<<N / 256, 256, 0, stream>>>(d_v);
    cudaEventRecord(done, stream);
    cudaError_t state = cudaEventQuery(done);
    assert(state == cudaSuccess || state == cudaErrorNotReady);
    cudaEventSynchronize(done);
    assert(cudaEventQuery(done) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    assert(v[N - 1] == N - 1);
    cudaFree(d_v);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    return 0;
}
