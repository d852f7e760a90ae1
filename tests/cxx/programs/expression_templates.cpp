// Lazy vectors: operators build a type that is evaluated once.
#include <cstdio>

template <class E> struct Expr {
    const E &self() const { return static_cast<const E &>(*this); }
};
template <class A, class B> struct Add : Expr<Add<A, B>> {
    const A &a;
    const B &b;
    Add(const A &x, const B &y) : a(x), b(y) {}
    double operator[](int i) const { return a[i] + b[i]; }
};
template <class A> struct Scale : Expr<Scale<A>> {
    const A &a;
    double k;
    Scale(const A &x, double f) : a(x), k(f) {}
    double operator[](int i) const { return a[i] * k; }
};
struct Vec : Expr<Vec> {
    double v[4];
    Vec(double a, double b, double c, double d) : v{a, b, c, d} {}
    double operator[](int i) const { return v[i]; }
    template <class E> Vec &operator=(const Expr<E> &e) {
        for (int i = 0; i < 4; ++i) v[i] = e.self()[i];
        return *this;
    }
};
template <class A, class B> Add<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
template <class A> Scale<A> operator*(double k, const Expr<A> &a) { return {a.self(), k}; }

int main() {
    Vec a(1, 2, 3, 4), b(10, 20, 30, 40), c(0, 0, 0, 0);
    c = a + 0.5 * b + 2 * (a + b);
    for (double x : c.v) std::printf("%.1f ", x);
    std::printf("\n");
}
