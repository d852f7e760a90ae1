// expect: FAILED
// property: assertion
// Numbers of 128 bits as ulonglong2 are added half by half, and the carry from the lower half is lost.
#include <assert.h>
#include <cuda_runtime.h>

#define N 256

__host__ __device__ static ulonglong2 add(ulonglong2 a, ulonglong2 b)
{
    ulonglong2 sum;
    sum.x = a.x + b.x;
    sum.y = a.y + b.y;
    return sum;
}

__global__ void double_repeatedly(ulonglong2 *v, int times)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    ulonglong2 x = v[i];
    for (int k = 0; k < times; k++)
        x = add(x, x);
    v[i] = x;
}

int main(void)
{
    ulonglong2 v[N], *d_v;
    for (int i = 0; i < N; i++)
        v[i] = make_ulonglong2((unsigned long long)i << 55, 0);
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    double_repeatedly<<<N / 128, 128>>>(d_v, 6);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (unsigned long long i = 0; i < N; i++)
        assert(v[i].x == i << 61 && v[i].y == i >> 3); // violation
    cudaFree(d_v);
    return 0;
}
