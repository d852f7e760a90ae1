// Fold expressions over several operators.
#include <cstdio>

template <class... T> auto sum(T... x) { return (x + ... + 0); }
template <class... T> auto minus_left(T... x) { return (... - x); }
template <class... T> auto minus_right(T... x) { return (x - ...); }
template <class... T> bool all(T... x) { return (... && x); }
template <class... T> bool any(T... x) { return (x || ...); }
template <class... T> void print(T... x) { ((std::printf("%d ", x)), ...); }

template <int... Bits> constexpr unsigned mask = ((1u << Bits) | ... | 0u);

struct Chain {
    int n;
};
Chain operator+(Chain a, Chain b) { return {a.n * 10 + b.n}; }

int main() {
    std::printf("%d %d\n", sum(), sum(1, 2, 3, 4));
    std::printf("%d %d\n", minus_left(10, 3, 2), minus_right(10, 3, 2));
    std::printf("%d %d %d %d\n", all(), all(true, false), any(), any(false, true));
    print(1, 2, 3);
    std::printf("\n%u\n", mask<0, 3, 5>);
    std::printf("%d\n", (Chain{1} + Chain{2} + Chain{3}).n);
}
