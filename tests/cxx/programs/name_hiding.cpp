// Names of derived classes hide those of bases; using brings them back; virtual with other signatures.
#include <cstdio>

struct Base {
    int f(int) { return 1; }
    int f(double) { return 2; }
    virtual int g(int) { return 3; }
    virtual int g(const char *) { return 4; }
    virtual ~Base() = default;
    int data = 10;
};

struct Hiding : Base {
    int f(const char *) { return 5; }
    int g(int) override { return 6; }
    double data = 2.5;
};

struct Using : Base {
    using Base::f;
    using Base::g;
    int f(const char *) { return 7; }
    int g(int) override { return 8; }
};

int main() {
    Hiding h;
    Using u;
    std::printf("%d %d\n", h.f("x"), h.Base::f(1));
    std::printf("%d %d %d\n", u.f(1), u.f(1.5), u.f("x"));
    Base &b = h;
    std::printf("%d %d %d\n", b.g(1), b.g("x"), h.g(1));
    std::printf("%d %d\n", u.g(1), u.g("x"));
    std::printf("%.1f %d %d\n", h.data, h.Base::data, b.data);
}
