// Usual arithmetic conversions in one place.
#include <cstdio>
#include <type_traits>

template <class T> const char *name(T) {
    if (std::is_same<T, int>::value) return "int";
    if (std::is_same<T, unsigned>::value) return "unsigned";
    if (std::is_same<T, long>::value) return "long";
    if (std::is_same<T, unsigned long>::value) return "unsigned long";
    if (std::is_same<T, float>::value) return "float";
    if (std::is_same<T, double>::value) return "double";
    return "other";
}

int main() {
    char c = 1;
    short s = 2;
    unsigned u = 3;
    long l = 4;
    unsigned long ul = 5;
    float f = 6;
    std::printf("%s %s %s %s %s %s\n", name(c + c), name(s * 2u), name(u + l), name(l + ul), name(f + c), name(f + 1.0));
    std::printf("%s %s\n", name(true ? 1 : 2u), name('a' + true));
    std::printf("%u %ld %d\n", u - 4, u - 4l, (s - 3) < 0);
    std::printf("%d %d\n", -1 > u, static_cast<int>(u) > -1);
    short big = 32767;
    big = static_cast<short>(big + 1);
    std::printf("%d %d\n", big, (unsigned char)(~c));
    std::printf("%d %u\n", -5 >> 1, static_cast<unsigned>(-5) >> 28);
    long long product = 2000000000LL * 3;
    std::printf("%lld %d\n", product, static_cast<int>(product));
    bool b = 42;
    b += 5;
    std::printf("%d %d\n", b, !b + !!b);
}
