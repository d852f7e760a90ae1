// expect: FAILED
// property: data-race
// Letters of a text are counted in rows of counters, of which two blocks share one by a wrong division.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define LETTERS 26
#define PART 20
#define PARTS 8

__global__ void count(const char *text, int (*rows)[LETTERS])
{
    int *row = rows[blockIdx.x / 2];
    char letter = 'a' + threadIdx.x;
    row[threadIdx.x] = 0; // violation
    for (int i = 0; i < PART; i++)
        if (text[blockIdx.x * PART + i] == letter)
            row[threadIdx.x]++; // violation
}

int main(void)
{
    char text[PART * PARTS];
    int rows[PARTS][LETTERS], expected[LETTERS];
    memset(expected, 0, sizeof(expected));
    for (int i = 0; i < PART * PARTS; i++) {
        text[i] = (char)('a' + i * i % 17);
        expected[i * i % 17]++;
    }
    char *d_text;
    int(*d_rows)[LETTERS];
    cudaMalloc((void **)&d_text, sizeof(text));
    cudaMalloc((void **)&d_rows, sizeof(rows));
    cudaMemcpy(d_text, text, sizeof(text), cudaMemcpyHostToDevice);
    count<<<PARTS, LETTERS>>>(d_text, d_rows);
    cudaMemcpy(rows, d_rows, sizeof(rows), cudaMemcpyDeviceToHost);
    for (int k = 0; k < LETTERS; k++) {
        int sum = 0;
        for (int p = 0; p < PARTS / 2; p++)
            sum += rows[p][k];
        printf("%d ", sum);
    }
    cudaFree(d_text);
    cudaFree(d_rows);
    return 0;
}
