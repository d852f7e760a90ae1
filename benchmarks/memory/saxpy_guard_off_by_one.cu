// expect: FAILED
// property: bounds
// y = a * x + y; the guard lets the thread just past the end in.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t status_ = (call);                                   \
        if (status_ != cudaSuccess) {                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,          \
                    cudaGetErrorString(status_));                       \
            exit(EXIT_FAILURE);                                         \
        }                                                               \
    } while (0)

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        y[i] = a * x[i] + y[i]; // violation
}

int main()
{
    const int n = 500;
    const float a = 3.0f;
    float x[n], y[n];
    for (int i = 0; i < n; ++i) {
        x[i] = float(i);
        y[i] = 1.0f;
    }

    float *d_x = nullptr, *d_y = nullptr;
    CHECK(cudaMalloc(&d_x, sizeof(x)));
    CHECK(cudaMalloc(&d_y, sizeof(y)));
    CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice));

    const int block = 128;
    saxpy<<<(n + block - 1) / block, block>>>(n, a, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        assert(y[i] == a * x[i] + 1.0f);

    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return 0;
}
