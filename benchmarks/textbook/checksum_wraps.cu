// expect: FAILED
// property: unsigned-overflow
// options: --unsigned-overflow-check
// A checksum of products that is reduced only at the end, when it has wrapped around.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define RECORDS 10
#define LENGTH 24
#define MODULUS 65521u

__host__ __device__ unsigned int adler32(const unsigned char *data, unsigned int length)
{
    unsigned int a = 1, b = 0;
    for (unsigned int i = 0; i < length; i++) {
        a = (a + data[i]) % MODULUS;
        b = (b + a) * 31u; // violation
    }
    return (b % MODULUS) << 16 | a;
}

__global__ void checksums(const unsigned char *data, unsigned int *sums)
{
    unsigned int r = threadIdx.x;
    if (r < RECORDS)
        sums[r] = adler32(data + r * LENGTH, LENGTH);
}

int main(void)
{
    unsigned char data[RECORDS * LENGTH];
    unsigned int sums[RECORDS];
    for (int i = 0; i < RECORDS * LENGTH; i++)
        data[i] = (unsigned char)(i * 57 % 256);

    unsigned char *d_data;
    unsigned int *d_sums;
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMalloc((void **)&d_sums, sizeof(sums));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    checksums<<<1, 16>>>(d_data, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);

    for (int r = 0; r < RECORDS; r++)
        assert(sums[r] == adler32(&data[r * LENGTH], LENGTH));
    cudaFree(d_data);
    cudaFree(d_sums);
    return 0;
}
