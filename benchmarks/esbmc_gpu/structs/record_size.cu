// expect: SUCCESSFUL
// Records of different members are measured with sizeof, which counts the padding.
#include <assert.h>
#include <stddef.h>
#include <cuda_runtime.h>

#define RECORDS 1200

typedef struct {
    char kind;
    double value;
    short rank;
} Record;

__global__ void rank(Record *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        r[i].rank = r[i].kind == 'a' ? (short)r[i].value : -1;
}

int main(void)
{
    static Record r[RECORDS];
    size_t bytes = RECORDS * sizeof(Record);
    assert(sizeof(Record) == 24 && offsetof(Record, rank) == 16);
    for (int i = 0; i < RECORDS; i++) {
        r[i].kind = "ab"[i % 2];
        r[i].value = i / 2.0;
    }
    Record *d;
    cudaMalloc((void **)&d, bytes);
    cudaMemcpy(d, r, bytes, cudaMemcpyHostToDevice);
    rank<<<(RECORDS + 127) / 128, 128>>>(d, RECORDS);
    cudaMemcpy(r, d, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < RECORDS; i++)
        assert(r[i].rank == (i % 2 ? -1 : i / 2));
    cudaFree(d);
    return 0;
}
