// Generators by classes with state, and ranges over them.
#include <cstdio>

class Collatz {
    long n;

  public:
    explicit Collatz(long start) : n(start) {}
    struct End {};
    struct Iterator {
        long n;
        bool last = false;
        long operator*() const { return n; }
        Iterator &operator++() {
            if (n == 1)
                last = true;
            else
                n = n % 2 ? 3 * n + 1 : n / 2;
            return *this;
        }
        bool operator!=(End) const { return !last; }
    };
    Iterator begin() const { return {n}; }
    End end() const { return {}; }
};

template <class F> struct Take {
    F f;
    int n;
    template <class G> void each(G g) {
        for (int i = 0; i < n; ++i) g(f());
    }
};
template <class F> Take(F, int) -> Take<F>;

int main() {
    for (long x : Collatz(6)) std::printf("%ld ", x);
    std::printf("\n");
    Take take{[a = 0, b = 1]() mutable {
                  int r = a;
                  a = b;
                  b += r;
                  return r;
              },
              10};
    take.each([](int x) { std::printf("%d ", x); });
    std::printf("\n");
}
