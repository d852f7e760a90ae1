// Computed by the compiler, used as array bounds, checked again at run time.
#include <cstdio>

constexpr int gcd(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

struct Point {
    int x, y;
    constexpr Point(int a, int b) : x(a), y(b) {}
    constexpr int dot(const Point &o) const { return x * o.x + y * o.y; }
};

template <int N> struct Squares {
    int value[N];
    constexpr Squares() : value() {
        for (int i = 0; i < N; ++i) value[i] = i * i;
    }
};

constexpr Squares<8> table;
static_assert(table.value[7] == 49, "computed at compile time");

constexpr unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; ++s) h = (h ^ static_cast<unsigned char>(*s)) * 16777619u;
    return h;
}

int select(const char *s) {
    switch (hash(s)) {
    case hash("red"): return 1;
    case hash("green"): return 2;
    default: return 0;
    }
}

int main() {
    int array[gcd(48, 36)] = {};
    std::printf("%d %d\n", static_cast<int>(sizeof(array) / sizeof(int)), gcd(17, 5));
    constexpr Point p(3, 4);
    std::printf("%d\n", p.dot(p));
    int s = 0;
    for (int v : table.value) s += v;
    std::printf("%d\n", s);
    std::printf("%d %d %d %u\n", select("red"), select("green"), select("blue"), hash("kernel"));
}
