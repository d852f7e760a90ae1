/* The types __half and __half2. */
#pragma once
#include <cudabmc/half/exact.h>
#include <type_traits>

struct __nv_bfloat16;

struct __half_raw {
    unsigned short x;
};
struct __align__(4) __half2_raw {
    unsigned short x, y;
};

struct __align__(2) __half {
    __half() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    __attribute__((nodebug)) __host__ __device__ constexpr __half(T value)
        : __x(__builtin_bit_cast(unsigned short, (_Float16)value)) {}
    __attribute__((nodebug)) __host__ __device__ constexpr __half(const __half_raw &raw)
        : __x(raw.x) {}
    explicit inline __host__ __device__ __half(const __nv_bfloat16 &value); /* in cuda_bf16.h */
    __attribute__((nodebug)) __host__ __device__ constexpr operator float() const {
        return (float)__builtin_bit_cast(_Float16, __x);
    }
    __attribute__((nodebug)) __host__ __device__ constexpr operator __half_raw() const { return {__x}; }
    __attribute__((nodebug)) __host__ __device__ operator __half_raw() const volatile { return {__x}; }

    unsigned short __x; /* as libcu++ expects it */
};

struct __align__(4) __half2 {
    __half x, y;

    __half2() = default;
    __attribute__((nodebug)) __host__ __device__ constexpr __half2(const __half &low, const __half &high)
        : x(low), y(high) {}
    __attribute__((nodebug)) __host__ __device__ constexpr __half2(const __half2_raw &raw)
        : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    __attribute__((nodebug)) __host__ __device__ constexpr operator __half2_raw() const {
        return __half2_raw{__half_raw(x).x, __half_raw(y).x};
    }
};

/* What the functions over both formats need to know. */
struct __cudabmc_half {
    static constexpr int precision = 11;
    static constexpr double largest = 65504.0;
    __CUDABMC_FACE __host__ __device__ double to_double(__half value) { return value_of(value); }
    __CUDABMC_FACE __host__ __device__ __half from_double(double value) { return __half(value); }
    __CUDABMC_FACE __host__ __device__ __half add(__half a, __half b) { return of(value_of(a) + value_of(b)); }
    __CUDABMC_FACE __host__ __device__ __half sub(__half a, __half b) { return of(value_of(a) - value_of(b)); }
    __CUDABMC_FACE __host__ __device__ __half mul(__half a, __half b) { return of(value_of(a) * value_of(b)); }
    __CUDABMC_FACE __host__ __device__ __half div(__half a, __half b) { return of(value_of(a) / value_of(b)); }
    __CUDABMC_FACE __host__ __device__ unsigned short bits(__half value) { return value.__x; }
    __CUDABMC_FACE __host__ __device__ __half of_bits(unsigned short bits) { return __half(__half_raw{bits}); }

private:
    __CUDABMC_FACE __host__ __device__ _Float16 value_of(__half value) {
        return __builtin_bit_cast(_Float16, value.__x);
    }
    __CUDABMC_FACE __host__ __device__ __half of(_Float16 value) {
        return of_bits(__builtin_bit_cast(unsigned short, value));
    }
};
