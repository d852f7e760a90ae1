// expect: SUCCESSFUL
// A switch-driven interpreter: each thread runs one byte-code program on its own small stack.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PROGRAMS 8
#define LENGTH 8
#define DEPTH 4

enum Op { HALT, PUSH, ADD, SUB, MUL, DUP };

struct Instr {
    enum Op op;
    int arg;
};

__global__ void interpret(const struct Instr *code, int *result)
{
    int stack[DEPTH];
    int top = 0;
    const struct Instr *pc = code + threadIdx.x * LENGTH;
    bool running = true;
    while (running) {
        switch (pc->op) {
        case PUSH:
            stack[top++] = pc->arg;
            break;
        case DUP:
            stack[top] = stack[top - 1];
            top++;
            break;
        case ADD:
        case SUB:
        case MUL: {
            int b = stack[--top];
            int a = stack[top - 1];
            stack[top - 1] = pc->op == ADD ? a + b : pc->op == SUB ? a - b : a * b;
            break;
        }
        case HALT:
        default:
            running = false;
        }
        pc++;
    }
    result[threadIdx.x] = top == 1 ? stack[0] : -1;
}

int main(void)
{
    struct Instr code[PROGRAMS][LENGTH];
    for (int p = 0; p < PROGRAMS; p++) {
        /* (p + 3) * (p + 3) - p */
        struct Instr program[LENGTH] = {{PUSH, p}, {PUSH, 3}, {ADD, 0}, {DUP, 0}, {MUL, 0}, {PUSH, p}, {SUB, 0}, {HALT, 0}};
        for (int i = 0; i < LENGTH; i++)
            code[p][i] = program[i];
    }
    struct Instr *d_code;
    int *d_result, result[PROGRAMS];
    cudaMalloc((void **)&d_code, sizeof(code));
    cudaMalloc((void **)&d_result, sizeof(result));
    cudaMemcpy(d_code, code, sizeof(code), cudaMemcpyHostToDevice);
    interpret<<<1, PROGRAMS>>>(d_code, d_result);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    for (int p = 0; p < PROGRAMS; p++)
        assert(result[p] == (p + 3) * (p + 3) - p);
    cudaFree(d_code);
    cudaFree(d_result);
    return 0;
}
