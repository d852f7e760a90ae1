// expect: SUCCESSFUL
// Bits of floats through a union, bit counting and byte swapping by hand, packed colours in bit-fields.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

union Bits {
    float f;
    uint32_t u;
};

struct Colour {
    unsigned int red : 5;
    unsigned int green : 6;
    unsigned int blue : 5;
};

__device__ uint32_t population(uint32_t v)
{
    v = v - ((v >> 1) & 0x55555555u);
    v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
    return (((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

__device__ uint32_t swap_bytes(uint32_t v)
{
    return v << 24 | (v & 0xff00u) << 8 | (v >> 8 & 0xff00u) | v >> 24;
}

__global__ void twiddle(const float *in, uint32_t *ones, uint32_t *swapped, float *magnitude, struct Colour *colours)
{
    int i = threadIdx.x;
    union Bits bits;
    bits.f = in[i];
    ones[i] = population(bits.u);
    swapped[i] = swap_bytes(swap_bytes(bits.u) ^ 0x80u);
    bits.u &= 0x7fffffffu;
    magnitude[i] = bits.f;
    struct Colour c = {(unsigned)i & 31u, (unsigned)i, 31u - ((unsigned)i & 31u)};
    colours[i] = c;
}

int main(void)
{
    float in[N], magnitude[N];
    uint32_t ones[N], swapped[N];
    struct Colour colours[N];
    for (int i = 0; i < N; i++)
        in[i] = (i % 2 ? -1.0f : 1.0f) * (i + 0.5f);

    float *d_in, *d_magnitude;
    uint32_t *d_ones, *d_swapped;
    struct Colour *d_colours;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_magnitude, sizeof(magnitude));
    cudaMalloc((void **)&d_ones, sizeof(ones));
    cudaMalloc((void **)&d_swapped, sizeof(swapped));
    cudaMalloc((void **)&d_colours, sizeof(colours));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    twiddle<<<1, N>>>(d_in, d_ones, d_swapped, d_magnitude, d_colours);
    cudaMemcpy(ones, d_ones, sizeof(ones), cudaMemcpyDeviceToHost);
    cudaMemcpy(swapped, d_swapped, sizeof(swapped), cudaMemcpyDeviceToHost);
    cudaMemcpy(magnitude, d_magnitude, sizeof(magnitude), cudaMemcpyDeviceToHost);
    cudaMemcpy(colours, d_colours, sizeof(colours), cudaMemcpyDeviceToHost);

    assert(ones[0] == 6); /* 0.5f is 0x3f000000 */
    for (int i = 0; i < N; i++) {
        union Bits flipped;
        flipped.u = swapped[i];
        assert(flipped.f == -in[i]);
        assert(magnitude[i] == i + 0.5f);
        assert(colours[i].red + colours[i].blue == 31 && colours[i].green == i);
    }
    cudaFree(d_in);
    cudaFree(d_magnitude);
    cudaFree(d_ones);
    cudaFree(d_swapped);
    cudaFree(d_colours);
    return 0;
}
