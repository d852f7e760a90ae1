// expect: FAILED
// property: bounds
// Numbers of variable length are read by a device function that trusts the last byte to be an end; here it is not.
#include <cuda_runtime.h>

#define RECORDS 256
#define BYTES 6

typedef unsigned char byte;

__device__ unsigned int next_number(const byte **cursor, const byte *end)
{
    unsigned int value = 0;
    int shift = 0;
    for (;;) {
        byte b = *(*cursor)++; // violation
        value |= (unsigned int)(b & 0x7f) << shift;
        if ((b & 0x80) == 0)
            break;
        shift += 7;
    }
    return value;
}

__global__ void add_numbers(const byte *stream, unsigned int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const byte *p = stream + i * BYTES;
    const byte *end = p + BYTES;
    unsigned int total = 0;
    while (p < end)
        total += next_number(&p, end);
    sum[i] = total;
}

int main(void)
{
    static byte stream[RECORDS][BYTES];
    unsigned int sum[RECORDS];
    for (int i = 0; i < RECORDS; i++) { // i, 300, 16384 cut off behind its second byte
        stream[i][0] = i & 0x7f;
        stream[i][1] = 0x80 | (300 & 0x7f);
        stream[i][2] = 300 >> 7;
        stream[i][3] = 5;
        stream[i][4] = 0x80;
        stream[i][5] = 0x80;
    }
    byte *d_stream;
    unsigned int *d_sum;
    cudaMalloc((void **)&d_stream, sizeof(stream));
    cudaMalloc((void **)&d_sum, sizeof(sum));
    cudaMemcpy(d_stream, stream, sizeof(stream), cudaMemcpyHostToDevice);
    add_numbers<<<RECORDS / 128, 128>>>(d_stream, d_sum);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_stream);
    cudaFree(d_sum);
    return 0;
}
