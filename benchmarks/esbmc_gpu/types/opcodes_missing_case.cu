// expect: FAILED
// property: uninitialised-read
// options: --uninitialised-check
// Operations of an enumeration are executed by a switch; one of them has no case, and its result no value.
#include <cuda_runtime.h>

#define N 1024

enum Op { OP_NOT, OP_NEG, OP_SHL, OP_POPC, OPS };

__device__ unsigned int execute(enum Op op, unsigned int x)
{
    unsigned int result;
    switch (op) {
    case OP_NOT:
        result = ~x;
        break;
    case OP_NEG:
        result = 0 - x;
        break;
    case OP_SHL:
        result = x << 1;
        break;
    }
    return result; // violation
}

__global__ void run(const unsigned char *ops, unsigned int *v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = execute((enum Op)ops[i], v[i]);
}

int main(void)
{
    unsigned char ops[N], *d_ops;
    unsigned int v[N], *d_v;
    for (int i = 0; i < N; i++) {
        ops[i] = i % OPS;
        v[i] = i;
    }
    cudaMalloc((void **)&d_ops, sizeof(ops));
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_ops, ops, sizeof(ops), cudaMemcpyHostToDevice);
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    run<<<N / 256, 256>>>(d_ops, d_v);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_ops);
    cudaFree(d_v);
    return 0;
}
