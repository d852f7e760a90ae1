// Default arguments are evaluated at each call, and belong to the static type.
#include <cstdio>

int calls = 0;
int next() { return ++calls; }

int add(int a, int b = 10, int c = next()) { return a * 100 + b + c; }

struct Base {
    virtual ~Base() = default;
    virtual int f(int x = 1) const { return x; }
};

struct Derived : Base {
    int f(int x = 2) const override { return 10 * x; }
};

template <class T, int N = 3> struct Repeat {
    T sum(T x = T(2)) const {
        T s{};
        for (int i = 0; i < N; ++i) s += x;
        return s;
    }
};

int main() {
    int a = add(1), b = add(1), c = add(1, 2);
    std::printf("%d %d %d %d\n", a, b, c, add(1, 2, 3));
    std::printf("calls %d\n", calls);
    Derived d;
    const Base &base = d;
    std::printf("%d %d\n", d.f(), base.f());
    std::printf("%d %.1f\n", Repeat<int>().sum(), Repeat<double, 2>().sum(1.5));
}
