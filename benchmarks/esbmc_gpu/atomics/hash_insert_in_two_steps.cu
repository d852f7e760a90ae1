// expect: FAILED
// property: assertion
// Keys go into an open table; a slot is looked at by one atomic and taken by another, and one key overwrites another.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SLOTS 4
#define KEYS 3
#define EMPTY 0u

__device__ int insert(unsigned int *table, unsigned int key)
{
    unsigned int slot = key % SLOTS;
    for (int probe = 0; probe < SLOTS; probe++) {
        unsigned int old = atomicAdd(&table[slot], 0u);
        if (old == EMPTY)
            atomicExch(&table[slot], key);
        if (old == EMPTY || old == key)
            return slot;
        slot = (slot + 1) % SLOTS;
    }
    return -1;
}

__global__ void build(unsigned int *table, const unsigned int *keys, int *where)
{
    where[threadIdx.x] = insert(table, keys[threadIdx.x]);
}

int main(void)
{
    unsigned int keys[KEYS] = {6, 10, 14}, table[SLOTS];
    int where[KEYS];
    unsigned int *d_table, *d_keys;
    int *d_where;
    cudaMalloc((void **)&d_table, sizeof(table));
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMalloc((void **)&d_where, sizeof(where));
    cudaMemset(d_table, 0, sizeof(table));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    build<<<1, KEYS>>>(d_table, d_keys, d_where);
    cudaMemcpy(table, d_table, sizeof(table), cudaMemcpyDeviceToHost);
    cudaMemcpy(where, d_where, sizeof(where), cudaMemcpyDeviceToHost);
    for (int k = 0; k < KEYS; k++) {
        assert(where[k] >= 0);
        assert(table[where[k]] == keys[k]); // violation
    }
    cudaFree(d_table);
    cudaFree(d_keys);
    cudaFree(d_where);
    return 0;
}
