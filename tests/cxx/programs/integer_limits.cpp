// numeric_limits, wrap-around of unsigned numbers, conversions, shifts.
#include <climits>
#include <cstdint>
#include <cstdio>
#include <limits>

int main() {
    std::printf("%d %d %u\n", std::numeric_limits<int>::min(), std::numeric_limits<int>::max(),
                std::numeric_limits<unsigned>::max());
    std::printf("%ld %lu\n", std::numeric_limits<long>::min(), std::numeric_limits<unsigned long>::max());
    std::printf("%d %d %d\n", std::numeric_limits<int>::digits, std::numeric_limits<char>::is_signed,
                std::numeric_limits<short>::digits10);
    std::printf("%g %g %d\n", static_cast<double>(std::numeric_limits<float>::epsilon()),
                std::numeric_limits<double>::max(), std::numeric_limits<double>::has_infinity);
    std::printf("%g %d\n", std::numeric_limits<double>::infinity(), std::numeric_limits<float>::max_digits10);
    unsigned u = 0;
    --u;
    unsigned char c = 255;
    ++c;
    std::uint16_t h = 65535;
    h = static_cast<std::uint16_t>(h * h);
    std::printf("%u %d %d\n", u, c, h);
    std::printf("%d %d %d\n", static_cast<signed char>(300), static_cast<int>(3000000000u), static_cast<short>(-40000));
    std::printf("%d %d %u\n", -7 / 2, -7 % 2, -7u / 2);
    std::printf("%d %u %d\n", -16 >> 2, 0x80000000u >> 31, 1 << 30);
    std::printf("%d %d\n", -1 < 1u, -1 < static_cast<long>(1u));
    std::int64_t big = INT64_MAX;
    std::printf("%lu %d\n", static_cast<std::uint64_t>(big) + 1, CHAR_BIT);
    std::printf("%d\n", 'a' + 1 == 'b' && !(5 & 2) && (5 ^ 3) == 6 && ~0 == -1);
}
