// expect: FAILED
// property: data-race
// Fourier transform without barriers between its stages, nor before the result is stored.
#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BITS 5
#define N (1 << BITS)

__constant__ float2 roots[N / 2];

__device__ unsigned int reversed(unsigned int i)
{
    unsigned int result = 0;
    for (int bit = 0; bit < BITS; bit++)
        result |= (i >> bit & 1) << (BITS - 1 - bit);
    return result;
}

__global__ void fft(float2 *data)
{
    __shared__ float2 values[N];
    const unsigned int tid = threadIdx.x; // of N / 2

    values[reversed(tid)] = data[tid]; // violation
    values[reversed(tid + N / 2)] = data[tid + N / 2]; // violation
    for (unsigned int distance = 1; distance < N; distance *= 2) {
        unsigned int step = tid % distance;
        unsigned int low = 2 * (tid - step) + step;
        unsigned int high = low + distance;
        float2 root = roots[step * (N / 2 / distance)];
        float2 a = values[low]; // violation
        float2 b = values[high]; // violation
        float2 turned = make_float2(b.x * root.x - b.y * root.y, b.x * root.y + b.y * root.x);
        values[low] = make_float2(a.x + turned.x, a.y + turned.y); // violation
        values[high] = make_float2(a.x - turned.x, a.y - turned.y); // violation
    }
    data[tid] = values[tid]; // violation
    data[tid + N / 2] = values[tid + N / 2]; // violation
}

int main(void)
{
    float2 table[N / 2], data[N];
    for (int k = 0; k < N / 2; k++)
        table[k] = make_float2(cosf(-2 * 3.14159265f * k / N), sinf(-2 * 3.14159265f * k / N));
    for (int i = 0; i < N; i++) // one wave with 5 periods
        data[i] = make_float2(cosf(2 * 3.14159265f * 5 * i / N), 0.0f);

    float2 *d_data;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpyToSymbol(roots, table, sizeof(table));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    fft<<<1, N / 2>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int k = 0; k < N; k++)
        wrong += fabsf(data[k].x - (k == 5 || k == N - 5 ? N / 2 : 0)) > 0.01f;
    printf("%d frequencies are wrong\n", wrong);
    cudaFree(d_data);
    return 0;
}
