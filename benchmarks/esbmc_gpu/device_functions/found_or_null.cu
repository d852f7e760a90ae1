// expect: SUCCESSFUL
// A device function returns a pointer to the entry of a key, or null, for which the caller takes a default.
#include <assert.h>
#include <cuda_runtime.h>

#define ENTRIES 16
#define N 1024

typedef struct {
    short key, value;
} Entry;

__constant__ Entry entries[ENTRIES];

static __device__ __noinline__ const Entry *lookup(int key)
{
    for (const Entry *e = entries; e != entries + ENTRIES; ++e)
        if (e->key == key)
            return e;
    return 0;
}

__global__ void translate(int *data)
{
    int *mine = data + blockIdx.x * blockDim.x + threadIdx.x;
    const Entry *e = lookup(*mine);
    *mine = e ? e->value : -1;
}

int main(void)
{
    Entry h_entries[ENTRIES];
    int data[N], *d_data;
    for (int i = 0; i < ENTRIES; i++) {
        h_entries[i].key = 2 * i;
        h_entries[i].value = 100 + i;
    }
    for (int i = 0; i < N; i++)
        data[i] = i % 64;
    cudaMemcpyToSymbol(entries, h_entries, sizeof(h_entries));
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    translate<<<N / 128, 128>>>(d_data);
    cudaMemcpy(data, d_data, sizeof(data), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(data[i] == (i % 64 < 32 && i % 2 == 0 ? 100 + i % 64 / 2 : -1));
    cudaFree(d_data);
    return 0;
}
