/* Operations on the two halves or four bytes of a word (CUDA Math API, "SIMD Intrinsics"). */
#pragma once
#include <crt/host_defines.h>

/* Each of the parts of a and b, as long long, through the function; the low bits of what it returns. */
template <class Part, class Function>
__CUDABMC_FACE __device__ unsigned int __cudabmc_simd(unsigned int a, unsigned int b, Function function) {
    const int bits = 8 * sizeof(Part);
    unsigned int result = 0;
    for (int shift = 0; shift < 32; shift += bits) {
        unsigned int part = (unsigned int)function((long long)(Part)(a >> shift), (long long)(Part)(b >> shift));
        result |= (part & ((1u << bits) - 1)) << shift;
    }
    return result;
}
template <class Part> __CUDABMC_FACE __device__ long long __cudabmc_saturated(long long value) {
    const long long low = (Part)-1 < 0 ? -(1LL << (8 * sizeof(Part) - 1)) : 0;
    const long long high = low + (1LL << 8 * sizeof(Part)) - 1;
    return value < low ? low : value > high ? high : value;
}
__CUDABMC_FACE __device__ long long __cudabmc_size_of(long long value) { return value < 0 ? -value : value; }

#define __CUDABMC_SIMD_OF(name, count, Part, expression)                                           \
    __CUDABMC_FACE __device__ unsigned int __v##name##count(unsigned int a, unsigned int b) {      \
        return __cudabmc_simd<Part>(a, b, [](long long x, long long y) { return expression; });    \
    }
#define __CUDABMC_SIMD_UNARY(name, count, Part, expression)                                        \
    __CUDABMC_FACE __device__ unsigned int __v##name##count(unsigned int a) {                      \
        return __cudabmc_simd<Part>(a, 0, [](long long x, long long) { return expression; });      \
    }
#define __CUDABMC_SIMD_COMPARE(name, count, Part, sign)                                            \
    __CUDABMC_SIMD_OF(cmp##name, count, Part, (x sign y ? -1LL : 0LL))                             \
    __CUDABMC_SIMD_OF(set##name, count, Part, (x sign y ? 1LL : 0LL))
/* The sum of the sizes of the differences. */
#define __CUDABMC_SIMD_SAD(name, count, Part)                                                      \
    __CUDABMC_FACE __device__ unsigned int __v##name##count(unsigned int a, unsigned int b) {      \
        unsigned int sum = 0;                                                                      \
        for (int shift = 0; shift < 32; shift += 8 * sizeof(Part))                                 \
            sum += (unsigned int)__cudabmc_size_of((long long)(Part)(a >> shift) - (Part)(b >> shift)); \
        return sum;                                                                                \
    }

#define __CUDABMC_SIMD(count, S, U)                                                                \
    __CUDABMC_SIMD_OF(add, count, U, x + y)                                                        \
    __CUDABMC_SIMD_OF(addss, count, S, __cudabmc_saturated<S>(x + y))                              \
    __CUDABMC_SIMD_OF(addus, count, U, __cudabmc_saturated<U>(x + y))                              \
    __CUDABMC_SIMD_OF(sub, count, U, x - y)                                                        \
    __CUDABMC_SIMD_OF(subss, count, S, __cudabmc_saturated<S>(x - y))                              \
    __CUDABMC_SIMD_OF(subus, count, U, __cudabmc_saturated<U>(x - y))                              \
    __CUDABMC_SIMD_OF(absdiffs, count, S, __cudabmc_size_of(x - y))                                \
    __CUDABMC_SIMD_OF(absdiffu, count, U, __cudabmc_size_of(x - y))                                \
    __CUDABMC_SIMD_OF(avgs, count, S, (x + y + (x + y >= 0)) >> 1)                                 \
    __CUDABMC_SIMD_OF(avgu, count, U, (x + y + 1) >> 1)                                            \
    __CUDABMC_SIMD_OF(haddu, count, U, (x + y) >> 1)                                               \
    __CUDABMC_SIMD_OF(maxs, count, S, (x > y ? x : y))                                             \
    __CUDABMC_SIMD_OF(maxu, count, U, (x > y ? x : y))                                             \
    __CUDABMC_SIMD_OF(mins, count, S, (x < y ? x : y))                                             \
    __CUDABMC_SIMD_OF(minu, count, U, (x < y ? x : y))                                             \
    __CUDABMC_SIMD_COMPARE(eq, count, U, ==)                                                       \
    __CUDABMC_SIMD_COMPARE(ne, count, U, !=)                                                       \
    __CUDABMC_SIMD_COMPARE(ges, count, S, >=)                                                      \
    __CUDABMC_SIMD_COMPARE(geu, count, U, >=)                                                      \
    __CUDABMC_SIMD_COMPARE(gts, count, S, >)                                                       \
    __CUDABMC_SIMD_COMPARE(gtu, count, U, >)                                                       \
    __CUDABMC_SIMD_COMPARE(les, count, S, <=)                                                      \
    __CUDABMC_SIMD_COMPARE(leu, count, U, <=)                                                      \
    __CUDABMC_SIMD_COMPARE(lts, count, S, <)                                                       \
    __CUDABMC_SIMD_COMPARE(ltu, count, U, <)                                                       \
    __CUDABMC_SIMD_UNARY(abs, count, S, __cudabmc_size_of(x))                                      \
    __CUDABMC_SIMD_UNARY(absss, count, S, __cudabmc_saturated<S>(__cudabmc_size_of(x)))            \
    __CUDABMC_SIMD_UNARY(neg, count, S, -x)                                                        \
    __CUDABMC_SIMD_UNARY(negss, count, S, __cudabmc_saturated<S>(-x))                              \
    __CUDABMC_SIMD_SAD(sads, count, S)                                                             \
    __CUDABMC_SIMD_SAD(sadu, count, U)

__CUDABMC_SIMD(2, short, unsigned short)
__CUDABMC_SIMD(4, signed char, unsigned char)
#undef __CUDABMC_SIMD
#undef __CUDABMC_SIMD_OF
#undef __CUDABMC_SIMD_UNARY
#undef __CUDABMC_SIMD_COMPARE
#undef __CUDABMC_SIMD_SAD
