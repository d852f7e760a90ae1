/* Arithmetic on the way to a format of 16 bits. */
#pragma once
#include <crt/host_defines.h>



/* a * b + c rounded to odd, so that rounding once more gives what rounding once would (Boldo and Melquiond,
   "Emulation of a FMA and correctly rounded sums", 2008). The product of two numbers of 16 bits is exact. */
__CUDABMC_INLINE __host__ __device__ double __cudabmc_fma_to_odd(double a, double b, double c) {
    double product = a * b, sum = product + c;
    if (!(sum - sum == 0)) return sum; /* an infinity or no number */
    double of_c = sum - product;
    double error = (product - (sum - of_c)) + (c - of_c);
    if (error == 0) return sum;
    long long bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if ((bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, sizeof bits);
    return sum;
}

/* The neighbour of a number, as bits in sign and magnitude. */
__CUDABMC_INLINE __host__ __device__ unsigned short __cudabmc_above(unsigned short bits) {
    return bits == 0x8000 ? 1 : bits & 0x8000 ? bits - 1 : bits + 1;
}
__CUDABMC_INLINE __host__ __device__ unsigned short __cudabmc_below(unsigned short bits) {
    return bits == 0 ? 0x8001 : bits & 0x8000 ? bits + 1 : bits - 1;
}
