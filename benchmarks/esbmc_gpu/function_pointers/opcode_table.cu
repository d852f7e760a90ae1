// expect: SUCCESSFUL
// Arbitrary opcodes, cut to two bits, select from a table of four functions.
#include <assert.h>
#include <cuda_runtime.h>

#define N 4

unsigned char nondet_uchar(void);

typedef int (*Operation)(int, int);

__device__ int op_add(int a, int b) { return a + b; }
__device__ int op_sub(int a, int b) { return a - b; }
__device__ int op_min(int a, int b) { return a < b ? a : b; }
__device__ int op_max(int a, int b) { return a > b ? a : b; }

__device__ const Operation operations[4] = {op_add, op_sub, op_min, op_max};

__global__ void execute(const unsigned char *opcode, int *accumulator)
{
    int t = threadIdx.x;
    accumulator[t] = operations[opcode[t] & 3](accumulator[t], 10);
}

int main(void)
{
    unsigned char opcode[N], *d_opcode;
    int acc[N] = {0, 5, 20, 30}, *d_acc;
    for (int i = 0; i < N; i++)
        opcode[i] = nondet_uchar();
    cudaMalloc(&d_opcode, sizeof(opcode));
    cudaMalloc(&d_acc, sizeof(acc));
    cudaMemcpy(d_opcode, opcode, sizeof(opcode), cudaMemcpyHostToDevice);
    cudaMemcpy(d_acc, acc, sizeof(acc), cudaMemcpyHostToDevice);
    execute<<<1, N>>>(d_opcode, d_acc);
    cudaMemcpy(acc, d_acc, sizeof(acc), cudaMemcpyDeviceToHost);
    cudaFree(d_opcode);
    cudaFree(d_acc);
    assert(acc[0] == 10 || acc[0] == -10 || acc[0] == 0);
    assert(acc[3] == 40 || acc[3] == 20 || acc[3] == 10 || acc[3] == 30);
    return 0;
}
