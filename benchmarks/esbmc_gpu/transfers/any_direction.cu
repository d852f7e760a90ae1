// expect: SUCCESSFUL
// All copies are made with cudaMemcpyDefault: the addresses say where they are.
#include <cassert>
#include <cuda_runtime.h>

#define N 1024

template <typename T>
static void copy(T *to, const T *from, size_t count)
{
    cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDefault);
}

__global__ void increment(long long *v)
{
    v[blockIdx.x * blockDim.x + threadIdx.x]++;
}

int main()
{
    long long *a = new long long[N], *b = new long long[N];
    for (int i = 0; i < N; i++)
        a[i] = 1LL << (i % 50);
    long long *d_a, *d_b;
    cudaMalloc(&d_a, N * sizeof(long long));
    cudaMalloc(&d_b, N * sizeof(long long));
    copy(d_a, a, N);
    copy(d_b, d_a, N);
    increment<<<N / 128, 128>>>(d_b);
    copy(b, d_b, N);
    copy(a, b, N / 2);
    for (int i = 0; i < N; i++)
        assert(a[i] == (1LL << (i % 50)) + (i < N / 2));
    cudaFree(d_a);
    cudaFree(d_b);
    delete[] a;
    delete[] b;
    return 0;
}
