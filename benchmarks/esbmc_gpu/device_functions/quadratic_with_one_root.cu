// expect: FAILED
// property: bounds
// The real roots of quadratic equations; the caller of the device function has room for one alone.
#include <math.h>
#include <cuda_runtime.h>

#define N 512

__device__ int solve(double a, double b, double c, double *roots)
{
    double d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    double s = sqrt(d);
    roots[0] = (-b - s) / (2 * a);
    if (s == 0)
        return 1;
    roots[1] = (-b + s) / (2 * a); // violation
    return 2;
}

__global__ void solve_all(const double *c, double *sum, int *count)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    double roots[1];
    int n = solve(1.0, -2.0, c[i], roots);
    double s = 0;
    for (int k = 0; k < n; k++)
        s += roots[k];
    sum[i] = s;
    count[i] = n;
}

int main(void)
{
    double c[N], sum[N];
    int count[N];
    for (int i = 0; i < N; i++)
        c[i] = i % 4 - 2;
    double *d_c, *d_sum;
    int *d_count;
    cudaMalloc((void **)&d_c, sizeof(c));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMalloc((void **)&d_count, sizeof(count));
    cudaMemcpy(d_c, c, sizeof(c), cudaMemcpyHostToDevice);
    solve_all<<<N / 128, 128>>>(d_c, d_sum, d_count);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaMemcpy(count, d_count, sizeof(count), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
    }
    cudaFree(d_c);
    cudaFree(d_sum);
    cudaFree(d_count);
    return 0;
}
