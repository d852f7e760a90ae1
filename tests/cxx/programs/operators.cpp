// Operators of a class: arithmetic, comparison, increment, index, call, conversion, arrow.
#include <cstdio>

class Ratio {
    long n, d;
    static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

  public:
    Ratio(long num = 0, long den = 1) : n(num), d(den) {
        long g = gcd(n < 0 ? -n : n, d);
        if (g) n /= g, d /= g;
    }
    friend Ratio operator+(Ratio a, Ratio b) { return {a.n * b.d + b.n * a.d, a.d * b.d}; }
    friend Ratio operator*(Ratio a, Ratio b) { return {a.n * b.n, a.d * b.d}; }
    Ratio operator-() const { return {-n, d}; }
    Ratio &operator+=(Ratio o) { return *this = *this + o; }
    friend bool operator<(Ratio a, Ratio b) { return a.n * b.d < b.n * a.d; }
    friend bool operator==(Ratio a, Ratio b) { return a.n == b.n && a.d == b.d; }
    Ratio &operator++() { return *this += 1; }
    Ratio operator++(int) {
        Ratio old = *this;
        ++*this;
        return old;
    }
    explicit operator double() const { return static_cast<double>(n) / d; }
    explicit operator bool() const { return n != 0; }
    void print() const { std::printf("%ld/%ld ", n, d); }
};

struct Grid {
    int cells[6] = {0, 1, 2, 3, 4, 5};
    int &operator()(int r, int c) { return cells[r * 3 + c]; }
    int *operator[](int r) { return cells + 3 * r; }
    Grid *operator->() { return this; }
    Grid operator,(int x) {
        Grid g = *this;
        g.cells[0] = x;
        return g;
    }
};

int main() {
    Ratio a(1, 2), b(1, 3);
    (a + b).print();
    (a * b).print();
    (-a).print();
    (a++).print();
    a.print();
    (a += 2 + b).print();
    std::printf("\n%d %d %d %.4f\n", b < a, a == b, a ? 1 : 0, double(a));
    Grid g;
    g(1, 2) = 50;
    g[0][1] = 10;
    std::printf("%d %d %d %d\n", g->cells[5], g(0, 1), g[1][0], (g, 99).cells[0]);
}
