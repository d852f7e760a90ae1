// noexcept as an operator, and as a condition of templates.
#include <cstdio>
#include <type_traits>
#include <utility>

void may() {}
void never() noexcept {}
template <class T> void depends(T x) noexcept(noexcept(T(x))) {}

struct Safe {
    Safe(const Safe &) noexcept {}
    Safe() = default;
};
struct Risky {
    Risky() = default;
    Risky(const Risky &) {}
    Risky(Risky &&) noexcept(false) {}
};

int nothrow_work(int n) noexcept {
    try {
        if (n > 2) throw n;
        return 0;
    } catch (int i) {
        return i;
    }
}

int main() {
    std::printf("%d %d\n", noexcept(may()), noexcept(never()));
    std::printf("%d %d\n", noexcept(depends(std::declval<Safe &>())), noexcept(depends(std::declval<Risky &>())));
    std::printf("%d %d\n", std::is_nothrow_move_constructible<Safe>::value,
                std::is_nothrow_move_constructible<Risky>::value);
    std::printf("%d %d\n", nothrow_work(1), nothrow_work(8));
    std::printf("%d\n", std::is_nothrow_destructible<Risky>::value);
}
