// Prints a digest of what the comparisons, forms with saturation and conversions from and to integers of the 16-bit
// formats give. Run with the headers of CUDA 13.0 it printed what small_float_functions.expected holds.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <cstring>

static uint64_t digest = 1469598103934665603u;
static void add(uint64_t value) {
    for (int i = 0; i < 8; i++, value >>= 8) digest = (digest ^ (value & 255)) * 1099511628211u;
}
static void show(const char *name) {
    printf("%s %016llx\n", name, (unsigned long long)digest);
    digest = 1469598103934665603u;
}

// Of the patterns that are no number only that they are none.
static uint16_t bits(__half x) {
    uint16_t b;
    memcpy(&b, &x, 2);
    return (b & 0x7fff) > 0x7c00 ? 0x7fff : b;
}
static uint16_t bits(__nv_bfloat16 x) {
    uint16_t b;
    memcpy(&b, &x, 2);
    return (b & 0x7fff) > 0x7f80 ? 0x7fff : b;
}
static uint32_t bits(__half2 x) { return bits(__low2half(x)) | (uint32_t)bits(__high2half(x)) << 16; }
static uint32_t bits(__nv_bfloat162 x) { return bits(__low2bfloat16(x)) | (uint32_t)bits(__high2bfloat16(x)) << 16; }

static uint32_t state = 12345;
static uint32_t any() {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
// Every third pair of patterns is equal, or differs in the sign alone.
static uint16_t like(uint16_t other) {
    uint32_t r = any();
    return r % 3 ? (uint16_t)any() : (uint16_t)(other ^ (r & 0x8000));
}

struct Half {
    typedef __half one;
    typedef __half2 two;
    static one of(uint16_t b) { return __ushort_as_half(b); }
    static two of(one a, one b) { return __halves2half2(a, b); }
};
struct Bfloat {
    typedef __nv_bfloat16 one;
    typedef __nv_bfloat162 two;
    static one of(uint16_t b) { return __ushort_as_bfloat16(b); }
    static two of(one a, one b) { return __halves2bfloat162(a, b); }
};

template <class F> static void comparisons(const char *name) {
    for (int i = 0; i < 30000; i++) {
        uint16_t p = any(), q = like(p), r = any(), s = like(r);
        typename F::one a = F::of(p), b = F::of(q), c = F::of(r), d = F::of(s);
        typename F::two x = F::of(a, c), y = F::of(b, d);
        int found = 0;
#define TEST(n) found = found * 2 + __h##n(a, b); found = found * 2 + __hb##n##2(x, y); add(bits(__h##n##2(x, y))); add(__h##n##2_mask(x, y));
        TEST(eq) TEST(ne) TEST(lt) TEST(gt) TEST(le) TEST(ge)
        TEST(equ) TEST(neu) TEST(ltu) TEST(gtu) TEST(leu) TEST(geu)
        add(found);
        add(bits(__hmax(a, b))), add(bits(__hmin(a, b))), add(bits(__hmax_nan(a, b))), add(bits(__hmin_nan(a, b)));
        add(bits(__hmax2(x, y))), add(bits(__hmin2(x, y))), add(bits(__hmax2_nan(x, y))), add(bits(__hmin2_nan(x, y)));
        add(__hisnan(a)), add(__hisinf(a) + 1), add(bits(__hisnan2(x)));
    }
    show(name);
}

template <class F> static void forms(const char *name) {
    for (int i = 0; i < 30000; i++) {
        typename F::one a = F::of(any()), b = F::of(any()), c = F::of(any()), d = F::of(any() & 0x3fff);
        typename F::two x = F::of(a, d), y = F::of(b, d);
        add(bits(__hadd_sat(a, b))), add(bits(__hsub_sat(a, b))), add(bits(__hmul_sat(a, b)));
        add(bits(__hadd_sat(d, d))), add(bits(__hadd2_sat(x, y))), add(bits(__hsub2_sat(x, y)));
        add(bits(__hmul2_sat(x, y))), add(bits(__hadd2_rn(x, y))), add(bits(__hsub2_rn(x, y))), add(bits(__hmul2_rn(x, y)));
        add(bits(__hadd_rn(a, b))), add(bits(__hsub_rn(a, b))), add(bits(__hmul_rn(a, b)));
        add(bits(__habs2(x))), add(bits(__hneg2(x)));
    }
    show(name);
}

#define TO(small, name) add(__##small##2##name##_rz(a));
#define TO_ALL(small) \
    TO(small, short) TO(small, ushort) TO(small, int) TO(small, uint) TO(small, ll) TO(small, ull) \
    TO(small, char) TO(small, uchar)
#define HALF(name, type)                                                                    \
    add(bits(__##name##2half_rn((type)n))), add(bits(__##name##2half_rz((type)n))),         \
        add(bits(__##name##2half_rd((type)n))), add(bits(__##name##2half_ru((type)n)));
#define BFLOAT(name, type) add(bits(__##name##2bfloat16_rn((type)n)));

static uint64_t integer(int i) {
    uint64_t n = (uint64_t)any() << 40;
    n ^= (uint64_t)any() << 20;
    n ^= any();
    n >>= any() % 64;
    return i & 1 ? 0 - n : n;
}

int main() {
    comparisons<Half>("half comparisons");
    comparisons<Bfloat>("bfloat16 comparisons");
    forms<Half>("half forms");
    forms<Bfloat>("bfloat16 forms");
    for (uint32_t i = 0; i < 65536; i++) {
        __half a = __ushort_as_half(i);
        TO_ALL(half)
    }
    show("half to integers");
    for (uint32_t i = 0; i < 65536; i++) {
        __nv_bfloat16 a = __ushort_as_bfloat16(i);
        TO_ALL(bfloat16)
    }
    show("bfloat16 to integers");
    for (int i = 0; i < 60000; i++) {
        uint64_t n = integer(i);
        HALF(short, short) HALF(ushort, unsigned short) HALF(int, int) HALF(uint, unsigned int) HALF(ll, long long)
        HALF(ull, unsigned long long)
    }
    show("integers to half");
    for (int i = 0; i < 60000; i++) {
        uint64_t n = integer(i);
        BFLOAT(short, short) BFLOAT(ushort, unsigned short) BFLOAT(int, int) BFLOAT(uint, unsigned int)
        BFLOAT(ll, long long) BFLOAT(ull, unsigned long long)
    }
    show("integers to bfloat16");
}
