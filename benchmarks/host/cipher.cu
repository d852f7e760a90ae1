// expect: SUCCESSFUL
// options: --ub-shift-check --overflow-check
// XTEA on the device, checked by deciphering on the host with the same functions.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCKS_OF_TEXT 8
#define ROUNDS 32
#define DELTA 0x9E3779B9u

struct Key {
    uint32_t word[4];
};

__host__ __device__ void encipher(uint32_t *v, struct Key key)
{
    uint32_t v0 = v[0], v1 = v[1], sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        v0 += (((v1 << 4) ^ (v1 >> 5)) + v1) ^ (sum + key.word[sum & 3]);
        sum += DELTA;
        v1 += (((v0 << 4) ^ (v0 >> 5)) + v0) ^ (sum + key.word[(sum >> 11) & 3]);
    }
    v[0] = v0;
    v[1] = v1;
}

static void decipher(uint32_t *v, struct Key key)
{
    uint32_t v0 = v[0], v1 = v[1], sum = DELTA * ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
        v1 -= (((v0 << 4) ^ (v0 >> 5)) + v0) ^ (sum + key.word[(sum >> 11) & 3]);
        sum -= DELTA;
        v0 -= (((v1 << 4) ^ (v1 >> 5)) + v1) ^ (sum + key.word[sum & 3]);
    }
    v[0] = v0;
    v[1] = v1;
}

__global__ void encrypt(uint32_t *text, struct Key key, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks)
        encipher(text + 2 * i, key);
}

int main(void)
{
    struct Key key = {{0x00010203u, 0x04050607u, 0x08090a0bu, 0x0c0d0e0fu}};
    uint32_t text[2 * BLOCKS_OF_TEXT];
    for (int i = 0; i < 2 * BLOCKS_OF_TEXT; i++)
        text[i] = 0x41424344u + i;

    uint32_t *d_text;
    cudaMalloc((void **)&d_text, sizeof(text));
    cudaMemcpy(d_text, text, sizeof(text), cudaMemcpyHostToDevice);
    encrypt<<<2, 6>>>(d_text, key, BLOCKS_OF_TEXT);
    cudaMemcpy(text, d_text, sizeof(text), cudaMemcpyDeviceToHost);
    cudaFree(d_text);

    for (int i = 0; i < BLOCKS_OF_TEXT; i++) {
        decipher(text + 2 * i, key);
        assert(text[2 * i] == 0x41424344u + 2 * i && text[2 * i + 1] == 0x41424344u + 2 * i + 1);
    }
    return 0;
}
