// Prints conversions between integers and the 16-bit formats in the four directions: rn, rz, rd, ru.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>

static uint32_t state = 99;
static uint32_t any() {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
static int bits(__half x) { return __half_as_ushort(x); }
static int bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }

#define OF(letter, small, name, type, format)                                                              \
    printf("of " letter " " format " %d %d %d %d\n", (type)n, bits(__##name##2##small##_rn((type)n)),       \
           bits(__##name##2##small##_rz((type)n)), bits(__##name##2##small##_rd((type)n)),                  \
           bits(__##name##2##small##_ru((type)n)));
#define TO(letter, small, name, width, format)                                                             \
    printf("to " letter " " width " %d " format " " format " " format " " format "\n", (int)p,              \
           __##small##2##name##_rn(a), __##small##2##name##_rz(a), __##small##2##name##_rd(a),              \
           __##small##2##name##_ru(a));
#define TO_ALL(letter, small)                                                                              \
    TO(letter, small, short, "-16", "%d") TO(letter, small, ushort, "16", "%d") TO(letter, small, int, "-32", "%d") \
    TO(letter, small, uint, "32", "%u") TO(letter, small, ll, "-64", "%lld") TO(letter, small, ull, "64", "%llu")

int main() {
    for (int i = 0; i < 1000; i++) {
        uint64_t n = (uint64_t)any() << 40;
        n ^= (uint64_t)any() << 20;
        n ^= any();
        n >>= any() % 64;
        if (i & 1) n = 0 - n;
        OF("h", half, ll, long long, "%lld") OF("h", half, ull, unsigned long long, "%llu")
        OF("h", half, int, int, "%d") OF("h", half, ushort, unsigned short, "%d")
        OF("b", bfloat16, ll, long long, "%lld") OF("b", bfloat16, ull, unsigned long long, "%llu")
        OF("b", bfloat16, uint, unsigned int, "%u") OF("b", bfloat16, short, short, "%d")
    }
    for (uint32_t p = 0; p < 65536; p += 37) {
        {
            __half a = __ushort_as_half(p);
            TO_ALL("h", half)
        }
        {
            __nv_bfloat16 a = __ushort_as_bfloat16(p);
            TO_ALL("b", bfloat16)
        }
    }
}
