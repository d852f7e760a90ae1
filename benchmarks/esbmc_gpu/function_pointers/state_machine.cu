// expect: SUCCESSFUL
// Each thread runs a text through a machine whose states are functions that return the next state.
#include <assert.h>
#include <string.h>
#include <cuda_runtime.h>

#define TEXTS 128
#define LENGTH 12

enum { OUTSIDE, IN_WORD, IN_NUMBER, STATES };

typedef int (*State)(char, int *);

__device__ int start(char c, int *numbers)
{
    if (c >= '0' && c <= '9') {
        ++*numbers;
        return IN_NUMBER;
    }
    return c == ' ' ? OUTSIDE : IN_WORD;
}

__device__ int word(char c, int *numbers)
{
    (void)numbers;
    return c == ' ' ? OUTSIDE : IN_WORD;
}

__device__ int number(char c, int *numbers)
{
    if (c >= '0' && c <= '9')
        return IN_NUMBER;
    if (c == ' ')
        return OUTSIDE;
    --*numbers; // 12a is a word
    return IN_WORD;
}

__device__ State states[STATES] = {start, word, number};

__global__ void count_numbers(const char (*texts)[LENGTH], int *result)
{
    int i = threadIdx.x, numbers = 0, state = OUTSIDE;
    for (int k = 0; k < LENGTH && texts[i][k]; k++)
        state = states[state](texts[i][k], &numbers);
    result[i] = numbers;
}

int main(void)
{
    static const char *const samples[4] = {"7 12 x9", "12a 3", "no number", "1 2 3 4 5"};
    static const int expected[4] = {2, 1, 0, 5};
    char texts[TEXTS][LENGTH], (*d_texts)[LENGTH];
    int result[TEXTS], *d_result;
    for (int i = 0; i < TEXTS; i++)
        strncpy(texts[i], samples[i % 4], LENGTH);
    cudaMalloc((void **)&d_texts, sizeof(texts));
    cudaMalloc((void **)&d_result, sizeof(result));
    cudaMemcpy(d_texts, texts, sizeof(texts), cudaMemcpyHostToDevice);
    count_numbers<<<1, TEXTS>>>(d_texts, d_result);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
    for (int i = 0; i < TEXTS; i++)
        assert(result[i] == expected[i % 4]);
    cudaFree(d_texts);
    cudaFree(d_result);
    return 0;
}
