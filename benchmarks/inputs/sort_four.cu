// expect: SUCCESSFUL
// Sorting network for four arbitrary numbers, two comparators a round.
#include <assert.h>
#include <cuda_runtime.h>

#define N 4

int nondet_int();

__device__ void compare_exchange(int *v, int i, int j)
{
    if (v[i] > v[j]) {
        int t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

__global__ void sort(int *values)
{
    __shared__ int v[N];
    int t = threadIdx.x;
    v[t] = values[t];
    v[t + 2] = values[t + 2];
    __syncthreads();
    compare_exchange(v, t, t + 2);
    __syncthreads();
    compare_exchange(v, 2 * t, 2 * t + 1);
    __syncthreads();
    if (t == 0)
        compare_exchange(v, 1, 2);
    __syncthreads();
    values[t] = v[t];
    values[t + 2] = v[t + 2];
}

int main(void)
{
    int values[N];
    for (int i = 0; i < N; i++)
        values[i] = nondet_int();
    unsigned int before = 0, after = 0;
    for (int i = 0; i < N; i++)
        before ^= (unsigned int)values[i];

    int *d_values;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    sort<<<1, N / 2>>>(d_values);
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
    cudaFree(d_values);

    for (int i = 0; i + 1 < N; i++)
        assert(values[i] <= values[i + 1]);
    for (int i = 0; i < N; i++)
        after ^= (unsigned int)values[i];
    assert(before == after);
    return 0;
}
