// expect: FAILED
// property: division-by-zero
// Fractions are reduced by a recursive function; nothing is said of zero over zero, whose divisor is zero.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1024

struct Fraction {
    int above, below;
};

__host__ __device__ static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

__global__ void reduce(struct Fraction *f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int g = gcd(f[i].above, f[i].below);
    {
        f[i].above /= g; // violation
        f[i].below /= g;
    }
}

int main(void)
{
    struct Fraction f[N], *d_f;
    for (int i = 0; i < N; i++) {
        f[i].above = 6 * (i % 32);
        f[i].below = 4 * (i / 32);
    }
    cudaMalloc((void **)&d_f, sizeof(f));
    cudaMemcpy(d_f, f, sizeof(f), cudaMemcpyHostToDevice);
    reduce<<<N / 256, 256>>>(d_f);
    cudaMemcpy(f, d_f, sizeof(f), cudaMemcpyDeviceToHost);
    cudaFree(d_f);
    for (int i = 1; i < N; i++) {
        assert(gcd(f[i].above, f[i].below) == 1);
        assert(f[i].above * 4 * (i / 32) == f[i].below * 6 * (i % 32));
    }
    return 0;
}
