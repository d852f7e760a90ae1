/* Conversions of __half and __half2 (CUDA Math API, "Half Precision Conversion and Data Movement"). */
#pragma once
#include <cudabmc/half/half.h>
#include <vector_functions.h>


__CUDABMC_HD __half __float2half(float a) { return __half(a); }
__CUDABMC_HD __half __float2half_rn(float a) { return __half(a); }
__CUDABMC_HD __half __double2half(double a) { return __half(a); }
__CUDABMC_HD float __half2float(__half a) { return a; }
/* From the nearest to the one on the other side where it lies on the wrong one. */
__CUDABMC_HD __half __float2half_rd(float a) {
    __half near = __half(a);
    return (float)near > a ? __cudabmc_half::of_bits(__cudabmc_below(__cudabmc_half::bits(near))) : near;
}
__CUDABMC_HD __half __float2half_ru(float a) {
    __half near = __half(a);
    return (float)near < a ? __cudabmc_half::of_bits(__cudabmc_above(__cudabmc_half::bits(near))) : near;
}
__CUDABMC_HD __half __float2half_rz(float a) { return a < 0 ? __float2half_ru(a) : __float2half_rd(a); }

__CUDABMC_HD __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__CUDABMC_HD __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__CUDABMC_HD __half2 __half2half2(__half a) { return __half2(a, a); }
__CUDABMC_HD __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
__CUDABMC_HD __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__CUDABMC_HD __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
__CUDABMC_HD float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
__CUDABMC_HD float __low2float(__half2 a) { return a.x; }
__CUDABMC_HD float __high2float(__half2 a) { return a.y; }
__CUDABMC_HD __half __low2half(__half2 a) { return a.x; }
__CUDABMC_HD __half __high2half(__half2 a) { return a.y; }
__CUDABMC_HD __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__CUDABMC_HD __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__CUDABMC_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__CUDABMC_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__CUDABMC_HD __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

__CUDABMC_HD unsigned short __half_as_ushort(__half a) { return __cudabmc_half::bits(a); }
__CUDABMC_HD short __half_as_short(__half a) { return (short)__cudabmc_half::bits(a); }
__CUDABMC_HD __half __ushort_as_half(unsigned short a) { return __cudabmc_half::of_bits(a); }
__CUDABMC_HD __half __short_as_half(short a) { return __cudabmc_half::of_bits((unsigned short)a); }

#include <cudabmc/half/integers.h>
__CUDABMC_INTEGERS(__half, __cudabmc_half, half, __CUDABMC_HD)
