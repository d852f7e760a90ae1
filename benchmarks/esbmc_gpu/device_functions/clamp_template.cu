// expect: SUCCESSFUL
// One function template with default arguments clamps values of three types.
#include <cassert>
#include <vector>
#include <cuda_runtime.h>

template <typename T>
__host__ __device__ T clamp(T x, T low = T(0), T high = T(100))
{
    return x < low ? low : (high < x ? high : x);
}

template <typename T>
__global__ void clamp_all(T *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = clamp(data[i]);
}

template <typename T>
static void run(int n)
{
    std::vector<T> host(n);
    for (int i = 0; i < n; i++)
        host[i] = T(i - 50);
    T *device = nullptr;
    cudaMalloc(&device, n * sizeof(T));
    cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    clamp_all<T><<<(n + 127) / 128, 128>>>(device, n);
    cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int i = 0; i < n; i++)
        assert(host[i] == clamp(T(i - 50)));
    assert(host[0] == T(0) && host[n - 1] == T(100));
}

int main()
{
    run<int>(300);
    run<float>(200);
    run<signed char>(160);
    return 0;
}
