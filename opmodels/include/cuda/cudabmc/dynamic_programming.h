/* Maximum and minimum of sums and of three (CUDA Math API, "SIMD Intrinsics", the functions for dynamic
   programming), of numbers of 32 bits and of pairs of 16. */
#pragma once
#include <crt/host_defines.h>



template <class T> __CUDABMC_HD T __cudabmc_largest(T a, T b) { return a > b ? a : b; }
template <class T> __CUDABMC_HD T __cudabmc_smallest(T a, T b) { return a < b ? a : b; }
template <class Half, class Function> __CUDABMC_HD unsigned int __cudabmc_pairwise(Function function, unsigned int a,
                                                                                   unsigned int b, unsigned int c) {
    unsigned short low = (unsigned short)function((Half)a, (Half)b, (Half)c);
    unsigned short high = (unsigned short)function((Half)(a >> 16), (Half)(b >> 16), (Half)(c >> 16));
    return (unsigned int)high << 16 | low;
}

#define __CUDABMC_DP(name, suffix, T, Half, combine, floor)                                                     \
    __CUDABMC_HD T __viadd##name##_##suffix##32##floor(T a, T b, T c) {                                         \
        return combine((T)((unsigned int)a + (unsigned int)b), c);                                              \
    }                                                                                                           \
    __CUDABMC_HD T __vi##name##3_##suffix##32##floor(T a, T b, T c) { return combine(combine(a, b), c); }       \
    __CUDABMC_HD unsigned int __viadd##name##_##suffix##16x2##floor(unsigned int a, unsigned int b, unsigned int c) { \
        return __cudabmc_pairwise<Half>(                                                                        \
            [](Half x, Half y, Half z) { return combine((Half)(x + y), z); }, a, b, c);                         \
    }                                                                                                           \
    __CUDABMC_HD unsigned int __vi##name##3_##suffix##16x2##floor(unsigned int a, unsigned int b, unsigned int c) { \
        return __cudabmc_pairwise<Half>(                                                                        \
            [](Half x, Half y, Half z) { return combine(combine(x, y), z); }, a, b, c);                         \
    }
/* The larger of the result and 0. */
#define __CUDABMC_DP_RELU(name, combine)                                                                        \
    template <class T> __CUDABMC_HD T __cudabmc_##name##_relu(T a, T b) {                                       \
        return __cudabmc_largest(combine(a, b), (T)0);                                                          \
    }                                                                                                           \
    __CUDABMC_HD int __vi##name##_s32_relu(int a, int b) { return __cudabmc_##name##_relu(a, b); }              \
    __CUDABMC_HD unsigned int __vi##name##_s16x2_relu(unsigned int a, unsigned int b) {                         \
        return __cudabmc_pairwise<short>([](short x, short y, short) { return __cudabmc_##name##_relu(x, y); }, \
                                         a, b, 0);                                                              \
    }
/* Which was chosen: of equal ones the first. */
#define __CUDABMC_DP_CHOICE(name, suffix, T, Half, sign)                                                        \
    __CUDABMC_HD T __vib##name##_##suffix##32(T a, T b, bool *chosen) {                                         \
        *chosen = a sign b;                                                                                     \
        return *chosen ? a : b;                                                                                 \
    }                                                                                                           \
    __CUDABMC_HD unsigned int __vib##name##_##suffix##16x2(unsigned int a, unsigned int b, bool *high, bool *low) { \
        *high = (Half)(a >> 16) sign (Half)(b >> 16);                                                           \
        *low = (Half)a sign (Half)b;                                                                            \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                    \
    }

__CUDABMC_DP_RELU(max, __cudabmc_largest)
__CUDABMC_DP_RELU(min, __cudabmc_smallest)
__CUDABMC_DP(max, s, int, short, __cudabmc_largest, )
__CUDABMC_DP(min, s, int, short, __cudabmc_smallest, )
__CUDABMC_DP(max, u, unsigned int, unsigned short, __cudabmc_largest, )
__CUDABMC_DP(min, u, unsigned int, unsigned short, __cudabmc_smallest, )
__CUDABMC_DP(max, s, int, short, __cudabmc_max_relu, _relu)
__CUDABMC_DP(min, s, int, short, __cudabmc_min_relu, _relu)
__CUDABMC_DP_CHOICE(max, s, int, short, >=)
__CUDABMC_DP_CHOICE(max, u, unsigned int, unsigned short, >=)
__CUDABMC_DP_CHOICE(min, s, int, short, <=)
__CUDABMC_DP_CHOICE(min, u, unsigned int, unsigned short, <=)
#undef __CUDABMC_DP
#undef __CUDABMC_DP_RELU
#undef __CUDABMC_DP_CHOICE
