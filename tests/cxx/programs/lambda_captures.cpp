// Captures by value, by reference, with initialiser, of this; generic and mutable lambdas.
#include <cstdio>
#include <utility>

struct Adder {
    int base;
    auto by_this() {
        return [this](int x) { return base + x; };
    }
    auto by_copy() {
        return [*this](int x) { return base + x; };
    }
};

template <class F> int apply(F &&f, int n) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += f(i);
    return s;
}

int main() {
    int a = 1, b = 2;
    auto by_value = [a, b] { return a + b; };
    auto by_reference = [&] { return a + b; };
    a = 10;
    std::printf("%d %d\n", by_value(), by_reference());
    auto counter = [n = 0]() mutable { return ++n; };
    counter();
    auto copy = counter;
    int two = counter(), three = counter();
    std::printf("%d %d %d\n", two, three, copy());
    auto generic = [](auto x, auto y) { return x * y; };
    std::printf("%d %.2f\n", generic(6, 7), generic(1.5, 2));
    Adder adder{100};
    auto live = adder.by_this();
    auto frozen = adder.by_copy();
    adder.base = 200;
    std::printf("%d %d\n", live(1), frozen(1));
    std::printf("%d\n", apply([&b](int i) { return b += i; }, 4));
    int (*plain)(int) = [](int x) { return x * x; };
    std::printf("%d\n", plain(12));
    auto nested = [a](int x) { return [a, x](int y) { return a * 100 + x * 10 + y; }; };
    std::printf("%d\n", nested(2)(3));
}
