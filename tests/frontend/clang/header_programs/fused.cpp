// Prints operands and results of __hfma, as patterns of 16 bits: arbitrary operands, and operands where the product
// lies halfway between two numbers and the summand decides.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <cstring>

static uint32_t state = 4711;
static uint16_t any() {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}
template <class T> static void show(char name, uint16_t a, uint16_t b, uint16_t c) {
    T x, y, z, result;
    memcpy(&x, &a, 2), memcpy(&y, &b, 2), memcpy(&z, &c, 2);
    result = __hfma(x, y, z);
    uint16_t r;
    memcpy(&r, &result, 2);
    printf("%c %d %d %d %d\n", name, a, b, c, r);
}

int main() {
    for (int i = 0; i < 3000; i++) {
        show<__half>('h', any(), any(), any());
        show<__nv_bfloat16>('b', any(), any(), any());
        uint16_t tiny = any() & 0x83ff, odd = any() & 0x3ff;
        show<__half>('h', 0x3c00 | odd | 1, 0x3e00, tiny);
        show<__nv_bfloat16>('b', 0x3f80 | (odd & 0x7f) | 1, 0x3fc0, any() & 0x83ff);
    }
}
