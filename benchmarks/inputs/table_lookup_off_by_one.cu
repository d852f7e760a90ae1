// expect: FAILED
// property: bounds
// An arbitrary index is reduced modulo one more than the size of the table.
#include <assert.h>
#include <cuda_runtime.h>

#define SIZE 16
#define N 4

unsigned int nondet_uint();

__constant__ int squares[SIZE] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

__global__ void look_up(const unsigned int *index, int *out)
{
    unsigned int k = index[threadIdx.x] % (SIZE + 1);
    out[threadIdx.x] = squares[k]; // violation
}

int main(void)
{
    unsigned int index[N];
    int out[N];
    for (int i = 0; i < N; i++)
        index[i] = nondet_uint();

    unsigned int *d_index;
    int *d_out;
    cudaMalloc((void **)&d_index, sizeof(index));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_index, index, sizeof(index), cudaMemcpyHostToDevice);
    look_up<<<1, N>>>(d_index, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_index);
    cudaFree(d_out);

    for (int i = 0; i < N; i++) {
        assert(out[i] >= 0 && out[i] <= 225);
    }
    return 0;
}
