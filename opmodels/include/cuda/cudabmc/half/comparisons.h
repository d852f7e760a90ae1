/* Comparisons, minimum and maximum of the formats of 16 bits (CUDA Math API, "Half Comparison Functions",
   "Half2 Comparison Functions", and those of bfloat16). */
#pragma once
#include <cudabmc/half/exact.h>

/* Ordered, and (u) also true where one is no number; for pairs as numbers, as one truth, and as a mask. */
#define __CUDABMC_SMALL_TEST_OF_PAIRS(ONE, TWO, name)                                                     \
    __CUDABMC_HD TWO __h##name##2(TWO a, TWO b) {                                                         \
        return TWO(ONE(__h##name(a.x, b.x) ? 1.0f : 0.0f), ONE(__h##name(a.y, b.y) ? 1.0f : 0.0f));       \
    }                                                                                                     \
    __CUDABMC_HD bool __hb##name##2(TWO a, TWO b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }  \
    __CUDABMC_HD unsigned int __h##name##2_mask(TWO a, TWO b) {                                           \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);           \
    }
#define __CUDABMC_SMALL_COMPARE(ONE, TWO, name, expression)                                               \
    __CUDABMC_HD bool __h##name(ONE left, ONE right) {                                                    \
        float a = left, b = right;                                                                        \
        return expression;                                                                                \
    }                                                                                                     \
    __CUDABMC_HD bool __h##name##u(ONE left, ONE right) {                                                 \
        float a = left, b = right;                                                                        \
        return a != a || b != b || (expression);                                                          \
    }                                                                                                     \
    __CUDABMC_SMALL_TEST_OF_PAIRS(ONE, TWO, name)                                                         \
    __CUDABMC_SMALL_TEST_OF_PAIRS(ONE, TWO, name##u)

/* Of a number and no number the number, of zeros that with the sign; the forms with nan give no number. */
#define __CUDABMC_SMALL_EXTREMUM(ONE, TWO, FORMAT, name, sign, zero)                                      \
    __CUDABMC_HD ONE name(ONE a, ONE b) {                                                                 \
        float x = a, y = b;                                                                               \
        if (x != x) return y != y ? FORMAT::of_bits(0x7fff) : b;                                          \
        if (y != y) return a;                                                                             \
        return x sign y || (x == y && (FORMAT::bits(a) >> 15) == zero) ? a : b;                           \
    }                                                                                                     \
    __CUDABMC_HD ONE name##_nan(ONE a, ONE b) {                                                           \
        return __hisnan(a) || __hisnan(b) ? FORMAT::of_bits(0x7fff) : name(a, b);                         \
    }                                                                                                     \
    __CUDABMC_HD TWO name##2(TWO a, TWO b) { return TWO(name(a.x, b.x), name(a.y, b.y)); }                \
    __CUDABMC_HD TWO name##2_nan(TWO a, TWO b) { return TWO(name##_nan(a.x, b.x), name##_nan(a.y, b.y)); }

#define __CUDABMC_SMALL_COMPARISONS(ONE, TWO, FORMAT)                                                     \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, eq, a == b)                                                         \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, ne, (a == a && b == b && a != b))                                   \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, le, a <= b)                                                         \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, ge, a >= b)                                                         \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, lt, a < b)                                                          \
    __CUDABMC_SMALL_COMPARE(ONE, TWO, gt, a > b)                                                          \
    __CUDABMC_HD bool __hisnan(ONE a) { return (float)a != (float)a; }                                    \
    __CUDABMC_HD TWO __hisnan2(TWO a) {                                                                   \
        return TWO(ONE(__hisnan(a.x) ? 1.0f : 0.0f), ONE(__hisnan(a.y) ? 1.0f : 0.0f));                   \
    }                                                                                                     \
    __CUDABMC_HD int __hisinf(ONE a) { return (float)a - (float)a == 0 || __hisnan(a) ? 0 : (float)a < 0 ? -1 : 1; } \
    __CUDABMC_HD bool isnan(ONE a) { return __hisnan(a); }                                                \
    __CUDABMC_HD bool isinf(ONE a) { return __hisinf(a) != 0; }                                           \
    __CUDABMC_SMALL_EXTREMUM(ONE, TWO, FORMAT, __hmax, >, 0)                                              \
    __CUDABMC_SMALL_EXTREMUM(ONE, TWO, FORMAT, __hmin, <, 1)
