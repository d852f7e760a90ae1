/* The types __nv_bfloat16 and __nv_bfloat162: arithmetic is that of float, rounded to 8 bits. A sum,
   product or quotient of two such numbers may be rounded to float first (Figueroa, "When is double rounding
   innocuous?", 1995: 24 >= 2 * 8 + 2). */
#pragma once
#include <cuda_fp16.h>
#include <type_traits>

/* The nearest; of two, the even one. No number becomes the canonical one. */
__CUDABMC_INLINE __host__ __device__ constexpr unsigned short __cudabmc_to_bfloat16(float value) {
    unsigned int bits = __builtin_bit_cast(unsigned int, value);
    if (value != value) return 0x7fff;
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
    __nv_bfloat16() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    __attribute__((nodebug)) __host__ __device__ constexpr __nv_bfloat16(T value)
        : __x(__cudabmc_to_bfloat16((float)value)) {}
    __attribute__((nodebug)) __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw)
        : __x(raw.x) {}
    explicit __host__ __device__ __nv_bfloat16(const __half &value) : __nv_bfloat16((float)value) {}
    __attribute__((nodebug)) __host__ __device__ constexpr operator float() const {
        return __builtin_bit_cast(float, (unsigned int)__x << 16);
    }
    __attribute__((nodebug)) __host__ __device__ constexpr operator __nv_bfloat16_raw() const { return {__x}; }
    __attribute__((nodebug)) __host__ __device__ operator __nv_bfloat16_raw() const volatile { return {__x}; }

    unsigned short __x;
};

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __attribute__((nodebug)) __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat16 &low,
                                                                          const __nv_bfloat16 &high)
        : x(low), y(high) {}
    __attribute__((nodebug)) __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
    __attribute__((nodebug)) __host__ __device__ constexpr operator __nv_bfloat162_raw() const {
        return {x.__x, y.__x};
    }
};

inline __host__ __device__ __half::__half(const __nv_bfloat16 &value) : __half((float)value) {}

/* What the functions over both formats need to know. */
struct __cudabmc_bfloat16 {
    static constexpr int precision = 8;
    static constexpr double largest = 3.3895313892515355e38;
    __CUDABMC_FACE __host__ __device__ double to_double(__nv_bfloat16 value) { return (float)value; }
    /* The way through float is rounded to odd, as the sum was that comes here. */
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 from_double(double value) {
        float near = (float)value;
        unsigned int bits = __builtin_bit_cast(unsigned int, near);
        if (near - near == 0 && near != value && (bits & 1) == 0) bits += (value > near) == (value > 0) ? 1 : -1;
        return __nv_bfloat16(__builtin_bit_cast(float, bits));
    }
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 add(__nv_bfloat16 a, __nv_bfloat16 b) {
        return __nv_bfloat16((float)a + (float)b);
    }
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 sub(__nv_bfloat16 a, __nv_bfloat16 b) {
        return __nv_bfloat16((float)a - (float)b);
    }
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 mul(__nv_bfloat16 a, __nv_bfloat16 b) {
        return __nv_bfloat16((float)a * (float)b);
    }
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 div(__nv_bfloat16 a, __nv_bfloat16 b) {
        return __nv_bfloat16((float)a / (float)b);
    }
    __CUDABMC_FACE __host__ __device__ unsigned short bits(__nv_bfloat16 value) { return value.__x; }
    __CUDABMC_FACE __host__ __device__ __nv_bfloat16 of_bits(unsigned short bits) {
        return __nv_bfloat16(__nv_bfloat16_raw{bits});
    }
};
