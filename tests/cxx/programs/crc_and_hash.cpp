// Bit tricks on unsigned numbers: CRC-32, FNV, xorshift, popcounts.
#include <cstdint>
#include <cstdio>
#include <cstring>

std::uint32_t crc(const char *s, std::size_t n) {
    std::uint32_t c = ~0u;
    for (std::size_t i = 0; i < n; ++i) {
        c ^= static_cast<unsigned char>(s[i]);
        for (int k = 0; k < 8; ++k) c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
    }
    return ~c;
}

std::uint64_t xorshift(std::uint64_t &s) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
}

int main() {
    std::printf("%08x\n", crc("123456789", 9));
    std::uint64_t state = 88172645463325252ull;
    for (int i = 0; i < 3; ++i) std::printf("%lu ", static_cast<unsigned long>(xorshift(state)));
    std::printf("\n%d %d %d %d\n", __builtin_popcount(0xf0f0u), __builtin_clz(1u), __builtin_ctz(8u),
                __builtin_popcountll(~0ull));
    std::uint32_t x = 0x12345678;
    std::printf("%08x %08x\n", (x << 8) | (x >> 24), __builtin_bswap32(x));
    float f = -1.5f;
    std::uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    std::printf("%08x\n", bits);
}
