// expect: FAILED
// property: invalid-free
// One device allocation is cut into parts by hand, and a part is freed.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 60
#define ALIGN 256

static size_t round_up(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

__global__ void combine(const double *a, const short *b, long long *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (long long)a[i] * b[i];
}

int main(void)
{
    double a[N];
    short b[N];
    long long c[N];
    for (int i = 0; i < N; i++) {
        a[i] = i + 0.75;
        b[i] = (short)(i - 30);
    }

    size_t at_b = round_up(sizeof(a));
    size_t at_c = at_b + round_up(sizeof(b));
    size_t size = at_c + sizeof(c);
    char *pool;
    cudaMalloc((void **)&pool, size);
    double *d_a = (double *)pool;
    short *d_b = (short *)(pool + at_b);
    long long *d_c = (long long *)(pool + at_c);

    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
    combine<<<(N + 31) / 32, 32>>>(d_a, d_b, d_c, N);
    cudaMemcpy(c, d_c, sizeof(c), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++)
        assert(c[i] == i * (i - 30));
    cudaFree(d_b); // violation
    cudaFree(pool);
    return 0;
}
