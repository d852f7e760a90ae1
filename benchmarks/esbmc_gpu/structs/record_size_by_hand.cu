// expect: FAILED
// property: bounds
// The size of a record is added up from its members and misses the padding.
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
        r[i].rank = r[i].kind == 'a' ? (short)r[i].value : -1; // violation
}

int main(void)
{
    static Record r[RECORDS];
    size_t bytes = RECORDS * (sizeof(char) + sizeof(double) + sizeof(short));
    for (int i = 0; i < RECORDS; i++) {
        r[i].kind = "ab"[i % 2];
        r[i].value = i / 2.0;
    }
    Record *d;
    cudaMalloc((void **)&d, bytes);
    cudaMemcpy(d, r, bytes, cudaMemcpyHostToDevice);
    rank<<<(RECORDS + 127) / 128, 128>>>(d, RECORDS);
    cudaMemcpy(r, d, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return 0;
}
