/* Functions that __half and __nv_bfloat16 both have (CUDA Math API, "Half Arithmetic Functions", "Half
   Math Functions" and their forms for pairs), as macros over the two types:
   FORMAT knows how to get from and to double. */
#pragma once
#include <cudabmc/half/comparisons.h>
#include <cudabmc/half/exact.h>
#include <math.h>


/* One of a number and the same of a pair. */
#define __CUDABMC_SMALL_BINARY(ONE, TWO, name, expression)                  \
    __CUDABMC_HD ONE name(ONE a, ONE b) { return expression; }              \
    __CUDABMC_HD TWO name##2(TWO a, TWO b) { return TWO(name(a.x, b.x), name(a.y, b.y)); }

/* To [0, 1], where no number is 0, and 0 has no sign. */
template <class One> __CUDABMC_HD One __cudabmc_saturate(One a) {
    float value = a;
    return One(value > 0 ? (value <= 1 ? value : 1.0f) : 0.0f);
}

/* Never fused (rn), and clamped to [0, 1] (sat). */
#define __CUDABMC_SMALL_FORMS(ONE, TWO, FORMAT, name)                                                      \
    __CUDABMC_HD ONE __h##name##_rn(ONE a, ONE b) { return FORMAT::name(a, b); }                           \
    __CUDABMC_HD TWO __h##name##2_rn(TWO a, TWO b) { return __h##name##2(a, b); }                          \
    __CUDABMC_HD ONE __h##name##_sat(ONE a, ONE b) { return __cudabmc_saturate(FORMAT::name(a, b)); }      \
    __CUDABMC_HD TWO __h##name##2_sat(TWO a, TWO b) { return TWO(__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y)); }

/* Computed in float, which the documentation allows, and rounded. */
#define __CUDABMC_SMALL_MATH(ONE, TWO, name, function)          \
    __CUDABMC_HD ONE h##name(ONE a) { return ONE(function((float)a)); } \
    __CUDABMC_HD TWO h2##name(TWO a) { return TWO(h##name(a.x), h##name(a.y)); }

#define __CUDABMC_SMALL_FLOAT_FUNCTIONS(ONE, TWO, FORMAT)                                                  \
    __CUDABMC_SMALL_BINARY(ONE, TWO, __hadd, FORMAT::add(a, b))                                            \
    __CUDABMC_SMALL_BINARY(ONE, TWO, __hsub, FORMAT::sub(a, b))                                            \
    __CUDABMC_SMALL_BINARY(ONE, TWO, __hmul, FORMAT::mul(a, b))                                            \
    __CUDABMC_SMALL_FORMS(ONE, TWO, FORMAT, add)                                                           \
    __CUDABMC_SMALL_FORMS(ONE, TWO, FORMAT, sub)                                                           \
    __CUDABMC_SMALL_FORMS(ONE, TWO, FORMAT, mul)                                                           \
    __CUDABMC_HD ONE __hdiv(ONE a, ONE b) { return FORMAT::div(a, b); }                                    \
    __CUDABMC_HD TWO __h2div(TWO a, TWO b) { return TWO(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }             \
    __CUDABMC_HD ONE __hfma(ONE a, ONE b, ONE c) {                                                         \
        return FORMAT::from_double(                                                                        \
            __cudabmc_fma_to_odd(FORMAT::to_double(a), FORMAT::to_double(b), FORMAT::to_double(c)));       \
    }                                                                                                      \
    __CUDABMC_HD TWO __hfma2(TWO a, TWO b, TWO c) {                                                        \
        return TWO(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                          \
    }                                                                                                      \
    __CUDABMC_HD ONE __hneg(ONE a) { return FORMAT::of_bits(FORMAT::bits(a) ^ 0x8000); }                   \
    __CUDABMC_HD TWO __hneg2(TWO a) { return TWO(__hneg(a.x), __hneg(a.y)); }                              \
    __CUDABMC_HD ONE __habs(ONE a) { return FORMAT::of_bits(FORMAT::bits(a) & 0x7fff); }                   \
    __CUDABMC_HD TWO __habs2(TWO a) { return TWO(__habs(a.x), __habs(a.y)); }                              \
    __CUDABMC_HD ONE __hfma_sat(ONE a, ONE b, ONE c) { return __cudabmc_saturate(__hfma(a, b, c)); }       \
    __CUDABMC_HD TWO __hfma2_sat(TWO a, TWO b, TWO c) {                                                    \
        return TWO(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                                  \
    }                                                                                                      \
    __CUDABMC_HD ONE __hfma_relu(ONE a, ONE b, ONE c) {                                                    \
        ONE sum = __hfma(a, b, c);                                                                         \
        return (float)sum != (float)sum ? FORMAT::of_bits(0x7fff) : (float)sum <= 0 ? ONE(0.0f) : sum;     \
    }                                                                                                      \
    __CUDABMC_HD TWO __hfma2_relu(TWO a, TWO b, TWO c) {                                                   \
        return TWO(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                                \
    }                                                                                                      \
    /* The pairs are complex numbers: a * b + c. */                                                        \
    __CUDABMC_HD TWO __hcmadd(TWO a, TWO b, TWO c) {                                                       \
        ONE real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);                               \
        return TWO(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));                           \
    }                                                                                                      \
    __CUDABMC_SMALL_MATH(ONE, TWO, sqrt, ::sqrtf)                                                          \
    __CUDABMC_SMALL_MATH(ONE, TWO, log, ::logf)                                                            \
    __CUDABMC_SMALL_MATH(ONE, TWO, log2, ::log2f)                                                          \
    __CUDABMC_SMALL_MATH(ONE, TWO, log10, ::log10f)                                                        \
    __CUDABMC_SMALL_MATH(ONE, TWO, exp, ::expf)                                                            \
    __CUDABMC_SMALL_MATH(ONE, TWO, exp2, ::exp2f)                                                          \
    __CUDABMC_SMALL_MATH(ONE, TWO, exp10, ::exp10f)                                                        \
    __CUDABMC_SMALL_MATH(ONE, TWO, sin, ::sinf)                                                            \
    __CUDABMC_SMALL_MATH(ONE, TWO, cos, ::cosf)                                                            \
    __CUDABMC_SMALL_MATH(ONE, TWO, tanh, ::tanhf)                                                          \
    __CUDABMC_HD ONE htanh_approx(ONE a) { return htanh(a); }                                              \
    __CUDABMC_HD TWO h2tanh_approx(TWO a) { return h2tanh(a); }                                            \
    __CUDABMC_SMALL_MATH(ONE, TWO, ceil, ::ceilf)                                                          \
    __CUDABMC_SMALL_MATH(ONE, TWO, floor, ::floorf)                                                        \
    __CUDABMC_SMALL_MATH(ONE, TWO, rint, ::rintf)                                                          \
    __CUDABMC_SMALL_MATH(ONE, TWO, trunc, ::truncf)                                                        \
    __CUDABMC_SMALL_MATH(ONE, TWO, rsqrt, 1.0f / ::sqrtf)                                                  \
    __CUDABMC_SMALL_MATH(ONE, TWO, rcp, 1.0f /)

#define __CUDABMC_SMALL_OPERATOR(ONE, TWO, sign, function, function2)                       \
    __CUDABMC_HD ONE operator sign(const ONE &a, const ONE &b) { return function(a, b); }   \
    __CUDABMC_HD TWO operator sign(const TWO &a, const TWO &b) { return function2(a, b); }  \
    __CUDABMC_HD ONE &operator sign##=(ONE &a, const ONE &b) { return a = function(a, b); } \
    __CUDABMC_HD TWO &operator sign##=(TWO &a, const TWO &b) { return a = function2(a, b); }
#define __CUDABMC_SMALL_RELATION(ONE, TWO, sign, name)                                      \
    __CUDABMC_HD bool operator sign(const ONE &a, const ONE &b) { return __h##name(a, b); } \
    __CUDABMC_HD bool operator sign(const TWO &a, const TWO &b) { return __hb##name##2(a, b); }

#define __CUDABMC_SMALL_FLOAT_OPERATORS(ONE, TWO)                                     \
    __CUDABMC_SMALL_OPERATOR(ONE, TWO, +, __hadd, __hadd2)                            \
    __CUDABMC_SMALL_OPERATOR(ONE, TWO, -, __hsub, __hsub2)                            \
    __CUDABMC_SMALL_OPERATOR(ONE, TWO, *, __hmul, __hmul2)                            \
    __CUDABMC_SMALL_OPERATOR(ONE, TWO, /, __hdiv, __h2div)                            \
    __CUDABMC_HD ONE operator+(const ONE &a) { return a; }                            \
    __CUDABMC_HD ONE operator-(const ONE &a) { return __hneg(a); }                    \
    __CUDABMC_HD TWO operator-(const TWO &a) { return __hneg2(a); }                   \
    __CUDABMC_HD ONE &operator++(ONE &a) { return a = __hadd(a, ONE(1.0f)); }         \
    __CUDABMC_HD ONE &operator--(ONE &a) { return a = __hsub(a, ONE(1.0f)); }         \
    __CUDABMC_SMALL_RELATION(ONE, TWO, ==, eq)                                        \
    __CUDABMC_HD bool operator!=(const ONE &a, const ONE &b) { return __hneu(a, b); } \
    __CUDABMC_HD bool operator!=(const TWO &a, const TWO &b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); } \
    __CUDABMC_SMALL_RELATION(ONE, TWO, <, lt)                                         \
    __CUDABMC_SMALL_RELATION(ONE, TWO, >, gt)                                         \
    __CUDABMC_SMALL_RELATION(ONE, TWO, <=, le)                                        \
    __CUDABMC_SMALL_RELATION(ONE, TWO, >=, ge)



#define __CUDABMC_SMALL_SHUFFLE(type, word, name, last)                                                          \
    __CUDABMC_FACE __device__ type name(unsigned int mask, type value, last lane, int width = 32) {              \
        return __builtin_bit_cast(type, (word)name(mask, (unsigned int)__builtin_bit_cast(word, value), lane, width)); \
    }
#define __CUDABMC_SMALL_SHUFFLES(type, word)                                \
    __CUDABMC_SMALL_SHUFFLE(type, word, __shfl_sync, int)                   \
    __CUDABMC_SMALL_SHUFFLE(type, word, __shfl_up_sync, unsigned int)       \
    __CUDABMC_SMALL_SHUFFLE(type, word, __shfl_down_sync, unsigned int)     \
    __CUDABMC_SMALL_SHUFFLE(type, word, __shfl_xor_sync, int)

#define __CUDABMC_SMALL_CACHED(type)                                                        \
    __CUDABMC_FACE __device__ type __ldg(const type *address) { return *address; }          \
    __CUDABMC_FACE __device__ type __ldcg(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldca(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldcs(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldcv(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ type __ldlu(const type *address) { return *address; }         \
    __CUDABMC_FACE __device__ void __stwb(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stwt(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stcg(type *address, type value) { *address = value; }  \
    __CUDABMC_FACE __device__ void __stcs(type *address, type value) { *address = value; }

#define __CUDABMC_SMALL_FLOAT_DEVICE(ONE, TWO)                                                              \
    __CUDABMC_SMALL_SHUFFLES(ONE, unsigned short)                                                           \
    __CUDABMC_SMALL_SHUFFLES(TWO, unsigned int)                                                             \
    __CUDABMC_SMALL_CACHED(ONE)                                                                             \
    __CUDABMC_SMALL_CACHED(TWO)
