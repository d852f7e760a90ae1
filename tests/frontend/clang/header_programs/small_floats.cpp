// Prints a digest of what the conversions and operations of the 16- and 8-bit formats give. Run with the headers of
// CUDA 13.0 it printed what small_floats.expected holds.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

static uint64_t digest = 1469598103934665603u;
static void add(uint32_t value) {
    for (int i = 0; i < 4; i++, value >>= 8) digest = (digest ^ (value & 255)) * 1099511628211u;
}
static void show(const char *name) {
    printf("%s %016llx\n", name, (unsigned long long)digest);
    digest = 1469598103934665603u;
}

// Of the patterns that are no number only that they are none.
static uint32_t bits(float x) {
    uint32_t b;
    memcpy(&b, &x, 4);
    return x != x ? 0x7fc00000 : b;
}
static uint32_t bits(__half x) {
    uint16_t b;
    memcpy(&b, &x, 2);
    return (b & 0x7fff) > 0x7c00 ? 0x7fff : b;
}
static uint32_t bits(__nv_bfloat16 x) {
    uint16_t b;
    memcpy(&b, &x, 2);
    return (b & 0x7fff) > 0x7f80 ? 0x7fff : b;
}

static uint32_t state = 12345;
static uint16_t any() {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}
static __half half_number() { return __ushort_as_half(any()); }
static __nv_bfloat16 bfloat_number() { return __ushort_as_bfloat16(any()); }

template <class Function> static void floats(const char *name, bool numbers_only, Function function) {
    for (uint64_t pattern = 0; pattern < 0x100000000u; pattern += 39989) {
        float x;
        uint32_t word = (uint32_t)pattern;
        memcpy(&x, &word, 4);
        if (x == x || !numbers_only) add(function(x));
    }
    show(name);
}
template <class Function> static void often(const char *name, Function function) {
    for (int i = 0; i < 50000; i++) function();
    show(name);
}

int main() {
    for (uint32_t i = 0; i < 65536; i++) add(bits(__half2float(__ushort_as_half(i))));
    show("half to float");
    for (uint32_t i = 0; i < 65536; i++) add(bits(__bfloat162float(__ushort_as_bfloat16(i))));
    show("bfloat16 to float");
    floats("half nearest", false, [](float x) { return bits(__float2half(x)); });
    floats("half to zero", true, [](float x) { return bits(__float2half_rz(x)); });
    floats("half up", true, [](float x) { return bits(__float2half_ru(x)); });
    floats("half down", true, [](float x) { return bits(__float2half_rd(x)); });
    floats("bfloat16 nearest", false, [](float x) { return bits(__float2bfloat16(x)); });
    floats("bfloat16 to zero", true, [](float x) { return bits(__float2bfloat16_rz(x)); });
    floats("bfloat16 up", true, [](float x) { return bits(__float2bfloat16_ru(x)); });
    floats("bfloat16 down", true, [](float x) { return bits(__float2bfloat16_rd(x)); });
    floats("e4m3", false, [](float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3); });
    floats("e4m3 overflowing", false, [](float x) { return __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3); });
    floats("e5m2", false, [](float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2); });
    floats("e5m2 overflowing", false, [](float x) { return __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2); });
    for (int i = 0; i < 256; i++) {
        add(bits(__half(__nv_cvt_fp8_to_halfraw(i, __NV_E4M3))));
        add(bits(__half(__nv_cvt_fp8_to_halfraw(i, __NV_E5M2))));
    }
    show("fp8 to half");
    for (cudaRoundMode rounding : {cudaRoundZero, cudaRoundPosInf}) {
        floats("e8m0", false, [=](float x) { return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, rounding); });
        floats("e8m0 overflowing", false, [=](float x) { return __nv_cvt_float_to_e8m0(x, __NV_NOSAT, rounding); });
        for (int i = -1100; i < 1024; i++)
            for (double x : {ldexp(1.0, i), ldexp(-1.0, i), ldexp(1.0 + 1e-12, i), ldexp(1.75, i)})
                add(__nv_cvt_double_to_e8m0(x, __NV_NOSAT, rounding));
        show("e8m0 of double");
        for (uint32_t i = 0; i < 65536; i++) {
            __nv_bfloat16_raw x = __ushort_as_bfloat16(i);
            add(__nv_cvt_bfloat16raw_to_e8m0(x, i & 1 ? __NV_NOSAT : __NV_SATFINITE, rounding));
        }
        show("e8m0 of bfloat16");
    }
    for (int i = 0; i < 256; i++) {
        __nv_fp8_e8m0 x;
        x.__x = i;
        add(bits(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(i)))), add(bits((float)x)), add(bits(__half(x))), add((bool)x);
        add(__nv_fp8_e8m0(i).__x), add(__nv_fp8_e8m0(__ushort_as_half(i * 257)).__x);
        add(__nv_fp8x2_e8m0(make_float2(i, -1.0f / i)).__x);
        add(__nv_fp8x4_e8m0(make_float4(i, 0.3f, 1e30f * i, -7)).__x);
    }
    show("e8m0 to others");
    often("half arithmetic", [] {
        __half a = half_number(), b = half_number();
        add(bits(__hadd(a, b))), add(bits(__hsub(a, b))), add(bits(__hmul(a, b))), add(bits(__hdiv(a, b)));
        add(bits(__hneg(a))), add(bits(__habs(a))), add(bits(__hmax(a, b))), add(bits(__hmin(a, b)));
    });
    often("half comparisons", [] {
        __half a = half_number(), b = half_number();
        add(a < b), add(a <= b), add(a == a), add(a == b), add(a != b), add(a != a), add(__hne(a, b));
        add(__hltu(a, b)), add(__hisnan(a)), add(__hisinf(a));
    });
    often("half to integers", [] {
        __half a = half_number();
        if (__hisnan(a) || __hisinf(a)) return;
        add(__half2int_rz(a)), add(__half2short_rz(a)), add(__half2uint_rz(a)), add(__half2ll_rz(a));
    });
    often("integers to both", [] {
        int n = (int)(any() * 65536u) >> (any() & 15);
        add(bits(__int2half_rn(n))), add(bits(__uint2half_rn(n))), add(bits(__int2bfloat16_rn(n)));
    });
    often("bfloat16 arithmetic", [] {
        __nv_bfloat16 a = bfloat_number(), b = bfloat_number();
        add(bits(__hadd(a, b))), add(bits(__hsub(a, b))), add(bits(__hmul(a, b))), add(bits(__hdiv(a, b)));
    });
    printf("%zu %zu %zu\n", sizeof(__half2), alignof(__half2), alignof(__nv_bfloat162));
}
