// expect: SUCCESSFUL
// options: --overflow-check
// Each thread looks one key up in a sorted table.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TABLE 100
#define KEYS 80

__device__ int lower_bound(const int *table, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (table[mid] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

__global__ void look_up(const int *table, int n, const int *keys, int *where, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int k = lower_bound(table, n, keys[i]);
        where[i] = k < n && table[k] == keys[i] ? k : -1;
    }
}

int main(void)
{
    int table[TABLE], keys[KEYS], where[KEYS];
    for (int i = 0; i < TABLE; i++)
        table[i] = 3 * i + 1;
    for (int i = 0; i < KEYS; i++)
        keys[i] = 5 * i;

    int *d_table, *d_keys, *d_where;
    cudaMalloc((void **)&d_table, sizeof(table));
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMalloc((void **)&d_where, sizeof(where));
    cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice);
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    look_up<<<(KEYS + 31) / 32, 32>>>(d_table, TABLE, d_keys, d_where, KEYS);
    cudaMemcpy(where, d_where, sizeof(where), cudaMemcpyDeviceToHost);

    for (int i = 0; i < KEYS; i++) {
        if (keys[i] % 3 == 1 && keys[i] < 3 * TABLE)
            assert(where[i] == keys[i] / 3);
        else
            assert(where[i] == -1);
    }
    cudaFree(d_table);
    cudaFree(d_keys);
    cudaFree(d_where);
    return 0;
}
