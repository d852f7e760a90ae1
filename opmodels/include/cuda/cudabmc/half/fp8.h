/* The formats E4M3 (one pattern for no number, no infinity) and E5M2 (as IEEE 754) of the OCP specification
   "8-bit Floating Point", and the scale E8M0 of "Microscaling Formats": a power of two from -127 to 127, or no number. */
#pragma once

__CUDABMC_HD float __cudabmc_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
    int fraction_bits = format == __NV_E4M3 ? 3 : 2, bias = format == __NV_E4M3 ? 7 : 15;
    int exponent = (x & 127) >> fraction_bits, fraction = x & ((1 << fraction_bits) - 1);
    float sign = x & 128 ? -1.0f : 1.0f;
    if (format == __NV_E4M3 ? (x & 127) == 127 : exponent == 31 && fraction) return __builtin_nanf("");
    if (format == __NV_E5M2 && exponent == 31) return sign * __builtin_inff();
    if (exponent == 0) return sign * ::ldexpf((float)fraction, 1 - bias - fraction_bits);
    return sign * ::ldexpf((float)(fraction + (1 << fraction_bits)), exponent - bias - fraction_bits);
}

/* To the nearest, of two the even one; beyond the largest that, or what stands for too much. */
__CUDABMC_HD __nv_fp8_storage_t __cudabmc_float_to_fp8(double value, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t format) {
    int fraction_bits = format == __NV_E4M3 ? 3 : 2, bias = format == __NV_E4M3 ? 7 : 15;
    int largest = format == __NV_E4M3 ? 126 : 123, too_much = format == __NV_E4M3 ? 127 : 124;
    if (value != value) return 127;
    int sign = ::signbit(value) ? 128 : 0;
    double size = ::fabs(value);
    if (size - size != 0) return sign | (saturate == __NV_SATFINITE ? largest : too_much);
    int exponent = 0;
    ::frexp(size, &exponent);
    exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    /* In units of the last place; a carry goes into the exponent by itself. */
    int units = (int)::rint(::ldexp(size, fraction_bits - exponent));
    long long code = units == 0 ? 0 : units + ((long long)(exponent + bias - 1) << fraction_bits);
    if (code > largest) code = saturate == __NV_SATFINITE ? largest : too_much;
    return (__nv_fp8_storage_t)(sign | code);
}

__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t format) {
    return __cudabmc_float_to_fp8(x, saturate, format);
}
__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t format) {
    return __cudabmc_float_to_fp8(x, saturate, format);
}
__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t format) {
    return __cudabmc_float_to_fp8((float)__half(x), saturate, format);
}
__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t format) {
    return __cudabmc_float_to_fp8((float)__nv_bfloat16(x), saturate, format);
}
__CUDABMC_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t format) {
    return (__nv_fp8x2_storage_t)(__cudabmc_float_to_fp8(x.x, saturate, format) |
                                  __cudabmc_float_to_fp8(x.y, saturate, format) << 8);
}
__CUDABMC_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
    return __half(__cudabmc_fp8_to_float(x, format));
}

#define __CUDABMC_FP8(format, one, two, four)                                                              \
    struct one {                                                                                           \
        one() = default;                                                                                   \
        template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>            \
        explicit __host__ __device__ one(T x) : __x(__cudabmc_float_to_fp8((double)x, __NV_SATFINITE, format)) {} \
        explicit __host__ __device__ one(__half x)                                                         \
            : __x(__cudabmc_float_to_fp8((float)x, __NV_SATFINITE, format)) {}                             \
        explicit __host__ __device__ one(__nv_bfloat16 x)                                                  \
            : __x(__cudabmc_float_to_fp8((float)x, __NV_SATFINITE, format)) {}                             \
        explicit __host__ __device__ operator float() const { return __cudabmc_fp8_to_float(__x, format); } \
        explicit __host__ __device__ operator double() const { return __cudabmc_fp8_to_float(__x, format); } \
        explicit __host__ __device__ operator __half() const { return __half(__cudabmc_fp8_to_float(__x, format)); } \
        explicit __host__ __device__ operator __nv_bfloat16() const {                                      \
            return __nv_bfloat16(__cudabmc_fp8_to_float(__x, format));                                     \
        }                                                                                                  \
        __nv_fp8_storage_t __x;                                                                            \
    };                                                                                                     \
    struct __align__(2) two {                                                                              \
        two() = default;                                                                                   \
        explicit __host__ __device__ two(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, format)) {} \
        explicit __host__ __device__ two(__half2 x) : two(make_float2(x.x, x.y)) {}                         \
        explicit __host__ __device__ two(__nv_bfloat162 x) : two(make_float2(x.x, x.y)) {}                  \
        explicit __host__ __device__ operator float2() const {                                             \
            return make_float2(__cudabmc_fp8_to_float(__x & 255, format), __cudabmc_fp8_to_float(__x >> 8, format)); \
        }                                                                                                  \
        __nv_fp8x2_storage_t __x;                                                                          \
    };                                                                                                     \
    struct __align__(4) four {                                                                             \
        four() = default;                                                                                  \
        explicit __host__ __device__ four(float4 x)                                                        \
            : __x((unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(x.x, x.y), __NV_SATFINITE, format) |  \
                  (unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(x.z, x.w), __NV_SATFINITE, format) << 16) {} \
        explicit __host__ __device__ four(__half2 low, __half2 high)                                        \
            : four(make_float4(low.x, low.y, high.x, high.y)) {}                                            \
        explicit __host__ __device__ four(__nv_bfloat162 low, __nv_bfloat162 high)                          \
            : four(make_float4(low.x, low.y, high.x, high.y)) {}                                            \
        explicit __host__ __device__ operator float4() const {                                             \
            return make_float4(__cudabmc_fp8_to_float(__x & 255, format),                                  \
                               __cudabmc_fp8_to_float(__x >> 8 & 255, format),                             \
                               __cudabmc_fp8_to_float(__x >> 16 & 255, format),                            \
                               __cudabmc_fp8_to_float(__x >> 24, format));                                 \
        }                                                                                                  \
        __nv_fp8x4_storage_t __x;                                                                          \
    };
__CUDABMC_FP8(__NV_E4M3, __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
__CUDABMC_FP8(__NV_E5M2, __nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
#undef __CUDABMC_FP8

/* The power of two next to the size of a value, above or below; beyond the largest that, or no number. Of what is too
   large for a float, the largest is below (Math API, __nv_cvt_double_to_e8m0). */
__CUDABMC_HD __nv_fp8_storage_t __cudabmc_to_e8m0(double value, __nv_saturation_t saturate, cudaRoundMode rounding) {
    if (value != value) return 255;
    double size = ::fabs(value);
    int exponent = 129;
    if (size - size == 0) {
        double fraction = ::frexp(size, &exponent);
        if (fraction == 0) return 0;
        if (rounding != cudaRoundPosInf || fraction == 0.5) exponent -= 1;
        if (rounding != cudaRoundPosInf && exponent > 127) exponent = 127;
    }
    if (exponent > 127) return saturate == __NV_SATFINITE ? 254 : 255;
    return (__nv_fp8_storage_t)(exponent < -127 ? 0 : exponent + 127);
}

__CUDABMC_HD float __cudabmc_e8m0_to_float(__nv_fp8_storage_t x) {
    return x == 255 ? __builtin_nanf("") : ::ldexpf(1.0f, x - 127);
}

__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate, cudaRoundMode rounding) {
    return __cudabmc_to_e8m0(x, saturate, rounding);
}
__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate, cudaRoundMode rounding) {
    return __cudabmc_to_e8m0(x, saturate, rounding);
}
__CUDABMC_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
    return __cudabmc_to_e8m0((float)__nv_bfloat16(x), saturate, rounding);
}
__CUDABMC_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
    return (__nv_fp8x2_storage_t)(__cudabmc_to_e8m0(x.x, saturate, rounding) |
                                  __cudabmc_to_e8m0(x.y, saturate, rounding) << 8);
}
__CUDABMC_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate,
                                                            cudaRoundMode rounding) {
    return __nv_cvt_double2_to_e8m0x2(make_double2(x.x, x.y), saturate, rounding);
}
__CUDABMC_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                                  cudaRoundMode rounding) {
    __nv_bfloat162 both(x);
    return __nv_cvt_double2_to_e8m0x2(make_double2((float)both.x, (float)both.y), saturate, rounding);
}
__CUDABMC_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
    return __nv_bfloat16(__cudabmc_e8m0_to_float(x));
}
__CUDABMC_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
    return __nv_bfloat162(__nv_bfloat16(__cudabmc_e8m0_to_float(x & 255)),
                          __nv_bfloat16(__cudabmc_e8m0_to_float(x >> 8)));
}

struct __nv_fp8_e8m0 {
    __nv_fp8_e8m0() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    explicit __host__ __device__ __nv_fp8_e8m0(T x)
        : __x(__cudabmc_to_e8m0((double)x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __host__ __device__ __nv_fp8_e8m0(__half x)
        : __x(__cudabmc_to_e8m0((float)x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __host__ __device__ __nv_fp8_e8m0(__nv_bfloat16 x)
        : __x(__cudabmc_to_e8m0((float)x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __host__ __device__ operator float() const { return __cudabmc_e8m0_to_float(__x); }
    explicit __host__ __device__ operator double() const { return __cudabmc_e8m0_to_float(__x); }
    explicit __host__ __device__ operator __half() const { return __half(__cudabmc_e8m0_to_float(__x)); }
    explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(__cudabmc_e8m0_to_float(__x)); }
    explicit __host__ __device__ operator bool() const { return true; }
    __nv_fp8_storage_t __x;
};
struct __align__(2) __nv_fp8x2_e8m0 {
    __nv_fp8x2_e8m0() = default;
    explicit __host__ __device__ __nv_fp8x2_e8m0(double2 x)
        : __x(__nv_cvt_double2_to_e8m0x2(x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __host__ __device__ __nv_fp8x2_e8m0(float2 x) : __nv_fp8x2_e8m0(make_double2(x.x, x.y)) {}
    explicit __host__ __device__ __nv_fp8x2_e8m0(__half2 x) : __nv_fp8x2_e8m0(make_double2((float)x.x, (float)x.y)) {}
    explicit __host__ __device__ __nv_fp8x2_e8m0(__nv_bfloat162 x)
        : __nv_fp8x2_e8m0(make_double2((float)x.x, (float)x.y)) {}
    explicit __host__ __device__ operator float2() const {
        return make_float2(__cudabmc_e8m0_to_float(__x & 255), __cudabmc_e8m0_to_float(__x >> 8));
    }
    __nv_fp8x2_storage_t __x;
};
struct __align__(4) __nv_fp8x4_e8m0 {
    __nv_fp8x4_e8m0() = default;
    explicit __host__ __device__ __nv_fp8x4_e8m0(double4 x)
        : __x((unsigned int)__nv_fp8x2_e8m0(make_double2(x.x, x.y)).__x |
              (unsigned int)__nv_fp8x2_e8m0(make_double2(x.z, x.w)).__x << 16) {}
    explicit __host__ __device__ __nv_fp8x4_e8m0(float4 x)
        : __nv_fp8x4_e8m0(make_double4(x.x, x.y, x.z, x.w)) {}
    explicit __host__ __device__ operator float4() const {
        return make_float4(__cudabmc_e8m0_to_float(__x & 255), __cudabmc_e8m0_to_float(__x >> 8 & 255),
                           __cudabmc_e8m0_to_float(__x >> 16 & 255), __cudabmc_e8m0_to_float(__x >> 24));
    }
    __nv_fp8x4_storage_t __x;
};
