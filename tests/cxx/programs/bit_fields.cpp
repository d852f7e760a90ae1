// Bit-fields: packing, signs, wrap-around, unions with integers.
#include <cstdio>

struct Flags {
    unsigned a : 3;
    unsigned b : 5;
    int c : 4;
    unsigned : 0;
    unsigned d : 1;
    bool e : 1;
};

struct Wide {
    unsigned long x : 40;
    unsigned long y : 24;
};

enum class Mode : unsigned { off, on, automatic };
struct Packed {
    Mode mode : 2;
    unsigned char level : 6;
};

int main() {
    Flags f{};
    f.a = 9;
    f.b = 31;
    f.c = -3;
    f.d = 1;
    f.e = true;
    std::printf("%u %u %d %u %d %zu\n", f.a, f.b, f.c, f.d, f.e, sizeof(Flags));
    ++f.b;
    f.c -= 6;
    f.a += 7;
    std::printf("%u %u %d\n", f.a, f.b, f.c);
    Wide w{0xffffffffffull, 0x123456};
    w.x += 2;
    std::printf("%lu %lx %zu\n", static_cast<unsigned long>(w.x), static_cast<unsigned long>(w.y), sizeof(Wide));
    Packed p{Mode::automatic, 33};
    p.level *= 3;
    std::printf("%d %d %zu\n", static_cast<int>(p.mode), p.level, sizeof(Packed));
    Flags copy = f;
    copy.b = 7;
    std::printf("%u %u\n", f.b, copy.b);
}
