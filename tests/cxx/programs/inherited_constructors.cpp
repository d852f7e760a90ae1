// using Base::Base, delegating constructors, member initialisers, explicit.
#include <cstdio>

struct Base {
    int a, b;
    explicit Base(int x) : a(x), b(-1) {}
    Base(int x, int y) : a(x), b(y) {}
};

struct Derived : Base {
    using Base::Base;
    int c = a + b;
};

struct Delegating {
    int v;
    const char *by;
    Delegating() : Delegating(7) { by = "default"; }
    explicit Delegating(int x) : Delegating(x, "int") {}
    Delegating(int x, const char *s) : v(x), by(s) {}
    Delegating(double) = delete;
};

struct Convertible {
    int v;
    Convertible(int x) : v(x + 1) {}
    operator int() const { return v * 2; }
};

int take(Convertible c) { return c; }

int main() {
    Derived one(5), two(3, 4);
    std::printf("%d %d %d, %d %d %d\n", one.a, one.b, one.c, two.a, two.b, two.c);
    Delegating d, e(9);
    std::printf("%d %s, %d %s\n", d.v, d.by, e.v, e.by);
    std::printf("%d %d\n", take(10), static_cast<int>(Convertible(1)) + 1);
}
