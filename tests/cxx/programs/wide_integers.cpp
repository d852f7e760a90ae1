// 128 bit integers and long arithmetic.
#include <cstdint>
#include <cstdio>

using u128 = unsigned __int128;
using i128 = __int128;

void print(u128 x) {
    char digits[40];
    int n = 0;
    do {
        digits[n++] = static_cast<char>('0' + static_cast<int>(x % 10));
        x /= 10;
    } while (x);
    while (n) std::putchar(digits[--n]);
    std::putchar('\n');
}

std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t m) {
    return static_cast<std::uint64_t>(static_cast<u128>(a) * b % m);
}

std::uint64_t power(std::uint64_t a, std::uint64_t e, std::uint64_t m) {
    std::uint64_t r = 1;
    for (; e; e >>= 1, a = mul_mod(a, a, m))
        if (e & 1) r = mul_mod(r, a, m);
    return r;
}

int main() {
    u128 x = 1;
    for (int i = 1; i <= 30; ++i) x *= i;
    print(x);
    print(~static_cast<u128>(0));
    i128 s = -static_cast<i128>(1) << 100;
    std::printf("%ld %d\n", static_cast<long>(s >> 64), s < 0);
    print(static_cast<u128>(-(s + 1)));
    std::printf("%lu\n", power(3, 1000000007, 998244353));
    std::printf("%lu\n", power(2, 61, (1ull << 61) - 1));
    std::printf("%.1f\n", static_cast<double>(x >> 60));
}
