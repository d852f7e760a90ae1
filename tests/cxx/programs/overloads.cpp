// Overload resolution: exact matches, promotions, conversions, templates, ellipsis.
#include <cstdio>

const char *f(int) { return "int"; }
const char *f(long) { return "long"; }
const char *f(double) { return "double"; }
const char *f(const char *) { return "text"; }
const char *f(bool) { return "bool"; }
template <class T> const char *f(T *) { return "pointer"; }

struct Wrapped {
    operator int() const { return 1; }
};

const char *g(...) { return "ellipsis"; }
const char *g(const Wrapped &) { return "wrapped"; }

struct Counter {
    int n = 0;
    int &at() { return n; }
    const int &at() const { return n; }
    const char *who() & { return "lvalue"; }
    const char *who() && { return "rvalue"; }
};

int main() {
    short s = 1;
    char c = 'c';
    float x = 1.5f;
    int i = 0;
    std::printf("%s %s %s %s %s %s %s\n", f(s), f(c), f(1L), f(x), f("t"), f(true), f(&i));
    std::printf("%s %s\n", g(1), g(Wrapped()));
    std::printf("%s\n", f(Wrapped() + 0));
    Counter counter;
    counter.at() = 8;
    const Counter &view = counter;
    std::printf("%d %s %s\n", view.at(), counter.who(), Counter().who());
}
