/* Conversions between integers and the formats of 16 bits (CUDA Math API, "Half Precision Conversion and Data
   Movement", "Bfloat16 Precision Conversion and Data Movement"), for all rounding modes. */
#pragma once
#include <cudabmc/half/exact.h>

/* Out of range gives the nearest integer. No number gives 0, and the middle of the range for 64 bits. */
template <class To> __CUDABMC_HD To __cudabmc_half_to(double value) {
    const double low = (double)(To)(To(0) < To(-1) ? To(0) : To(1) << (8 * sizeof(To) - 1));
    const double high = (double)(To) ~(To)low;
    if (value != value) return sizeof(To) == 8 ? (To)(1ull << 63) : To(0);
    return value <= low ? (To)low : value >= high ? (To) ~(To)low : (To)value;
}

enum __cudabmc_rounding { __cudabmc_rn, __cudabmc_rz, __cudabmc_rd, __cudabmc_ru };

/* The number nearest to an integer in a direction, from its sign and size. FORMAT knows how many bits it keeps. */
template <class FORMAT>
__CUDABMC_HD auto __cudabmc_of_integer(unsigned long long size, bool negative, __cudabmc_rounding mode) {
    const bool outwards = mode == (negative ? __cudabmc_rd : __cudabmc_ru);
    int length = 0;
    for (unsigned long long rest = size; rest; rest >>= 1) length++;
    const int shift = length > FORMAT::precision ? length - FORMAT::precision : 0;
    unsigned long long kept = size >> shift;
    const unsigned long long dropped = size - (kept << shift), middle = shift ? 1ull << (shift - 1) : 0;
    if (dropped) kept += mode == __cudabmc_rn ? dropped > middle || (dropped == middle && (kept & 1)) : outwards;
    double value = (double)kept * (double)(1ull << shift);
    if (value > FORMAT::largest) value = mode == __cudabmc_rn || outwards ? __builtin_inf() : FORMAT::largest;
    return FORMAT::from_double(negative ? -value : value);
}
template <class FORMAT, class Integer>
__CUDABMC_HD auto __cudabmc_of_integer(Integer value, __cudabmc_rounding mode) {
    const bool negative = value < 0;
    const unsigned long long size = (unsigned long long)value;
    return __cudabmc_of_integer<FORMAT>(negative ? 0 - size : size, negative, mode);
}

/* SIDES: whether conversions from integers in other directions than to the nearest are for the host, too. */
#define __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, name, type)                                                     \
    __CUDABMC_FACE __device__ type __##small##2##name##_rn(ONE h) { return __cudabmc_half_to<type>(__builtin_rint(FORMAT::to_double(h))); }  \
    __CUDABMC_HD type __##small##2##name##_rz(ONE h) { return __cudabmc_half_to<type>(__builtin_trunc(FORMAT::to_double(h))); } \
    __CUDABMC_FACE __device__ type __##small##2##name##_rd(ONE h) { return __cudabmc_half_to<type>(__builtin_floor(FORMAT::to_double(h))); } \
    __CUDABMC_FACE __device__ type __##small##2##name##_ru(ONE h) { return __cudabmc_half_to<type>(__builtin_ceil(FORMAT::to_double(h))); }  \
    __CUDABMC_HD ONE __##name##2##small##_rn(type i) { return __cudabmc_of_integer<FORMAT>(i, __cudabmc_rn); }         \
    SIDES ONE __##name##2##small##_rz(type i) { return __cudabmc_of_integer<FORMAT>(i, __cudabmc_rz); }         \
    SIDES ONE __##name##2##small##_rd(type i) { return __cudabmc_of_integer<FORMAT>(i, __cudabmc_rd); }         \
    SIDES ONE __##name##2##small##_ru(type i) { return __cudabmc_of_integer<FORMAT>(i, __cudabmc_ru); }

#define __CUDABMC_INTEGERS(ONE, FORMAT, small, SIDES)                                                                         \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, short, short)                                                       \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, ushort, unsigned short)                                             \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, int, int)                                                           \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, uint, unsigned int)                                                 \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, ll, long long)                                                      \
    __CUDABMC_ROUNDED_INTEGERS(ONE, FORMAT, small, SIDES, ull, unsigned long long)                                            \
    __CUDABMC_HD signed char __##small##2char_rz(ONE h) { return __cudabmc_half_to<signed char>(__builtin_trunc(FORMAT::to_double(h))); } \
    __CUDABMC_HD unsigned char __##small##2uchar_rz(ONE h) { return __cudabmc_half_to<unsigned char>(__builtin_trunc(FORMAT::to_double(h))); }
