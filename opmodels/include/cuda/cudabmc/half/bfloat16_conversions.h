/* Conversions of __nv_bfloat16 and __nv_bfloat162 (CUDA Math API, "Bfloat16 Precision Conversion and Data
   Movement"). */
#pragma once
#include <cudabmc/half/bfloat16.h>
#include <vector_functions.h>


__CUDABMC_HD __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
__CUDABMC_HD __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
__CUDABMC_HD __nv_bfloat16 __double2bfloat16(double a) { return __cudabmc_bfloat16::from_double(a); }
__CUDABMC_HD float __bfloat162float(__nv_bfloat16 a) { return a; }
__CUDABMC_HD __nv_bfloat16 __float2bfloat16_rz(float a) {
    if (a != a) return __nv_bfloat16(a);
    return __cudabmc_bfloat16::of_bits((unsigned short)(__builtin_bit_cast(unsigned int, a) >> 16));
}
__CUDABMC_HD __nv_bfloat16 __float2bfloat16_rd(float a) {
    __nv_bfloat16 zero = __float2bfloat16_rz(a);
    return (float)zero > a ? __cudabmc_bfloat16::of_bits(__cudabmc_below(zero.__x)) : zero;
}
__CUDABMC_HD __nv_bfloat16 __float2bfloat16_ru(float a) {
    __nv_bfloat16 zero = __float2bfloat16_rz(a);
    return (float)zero < a ? __cudabmc_bfloat16::of_bits(__cudabmc_above(zero.__x)) : zero;
}

__CUDABMC_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__CUDABMC_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__CUDABMC_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__CUDABMC_HD __nv_bfloat162 __float2bfloat162_rn(float a) {
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
__CUDABMC_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
__CUDABMC_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) {
    return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y));
}
__CUDABMC_HD float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(a.x, a.y); }
__CUDABMC_HD float __low2float(__nv_bfloat162 a) { return a.x; }
__CUDABMC_HD float __high2float(__nv_bfloat162 a) { return a.y; }
__CUDABMC_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__CUDABMC_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__CUDABMC_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__CUDABMC_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__CUDABMC_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__CUDABMC_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__CUDABMC_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }

__CUDABMC_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
__CUDABMC_HD short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
__CUDABMC_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __cudabmc_bfloat16::of_bits(a); }
__CUDABMC_HD __nv_bfloat16 __short_as_bfloat16(short a) { return __cudabmc_bfloat16::of_bits((unsigned short)a); }

#include <cudabmc/half/integers.h>
__CUDABMC_INTEGERS(__nv_bfloat16, __cudabmc_bfloat16, bfloat16, __CUDABMC_FACE __device__)
