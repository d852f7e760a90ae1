// expect: SUCCESSFUL
// An arbitrary window of a table is copied; both of its numbers are checked without a sum that could wrap around.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define TABLE 64
#define WINDOW 8

unsigned int nondet_uint(void);

__global__ void copy_window(const int *table, int *window, unsigned int first, unsigned int count)
{
    if (threadIdx.x < count)
        window[threadIdx.x] = table[first + threadIdx.x];
}

int main(void)
{
    unsigned int first = nondet_uint(), count = nondet_uint();
    if (count > WINDOW || first > TABLE - count) {
        fprintf(stderr, "no such window\n");
        return 1;
    }
    int table[TABLE], window[WINDOW];
    for (int i = 0; i < TABLE; i++)
        table[i] = 100 + i;
    int *d_table, *d_window;
    cudaMalloc((void **)&d_table, sizeof(table));
    cudaMalloc((void **)&d_window, sizeof(window));
    cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice);
    copy_window<<<1, WINDOW>>>(d_table, d_window, first, count);
    cudaMemcpy(window, d_window, sizeof(window), cudaMemcpyDeviceToHost);
    if (count > 0)
        assert(window[0] == 100 + (int)first);
    cudaFree(d_table);
    cudaFree(d_window);
    return 0;
}
