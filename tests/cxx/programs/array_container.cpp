// A fixed array with the interface of a container.
#include <algorithm>
#include <array>
#include <cstdio>

template <std::size_t N> int sum(const std::array<int, N> &a) {
    int s = 0;
    for (int x : a) s += x;
    return s;
}

int main() {
    std::array<int, 5> a{5, 2, 8};
    std::printf("%d %zu %d\n", sum(a), a.size(), a.back());
    std::sort(a.begin(), a.end());
    for (int x : a) std::printf("%d ", x);
    std::printf("\n");
    std::array<int, 5> b = a;
    b[0] = -1;
    std::printf("%d %d %d\n", a == b, b < a, std::get<2>(b));
    b.fill(3);
    std::printf("%d\n", sum(b));
    try {
        b.at(5) = 1;
    } catch (const std::exception &) {
        std::puts("out of range");
    }
    std::array<std::array<char, 3>, 2> rows{{{'a', 'b', 'c'}, {'d', 'e', 'f'}}};
    for (auto &row : rows)
        for (char c : row) std::printf("%c", c);
    auto [x, y, z] = rows[1];
    std::printf(" %c%c%c %d\n", z, y, x, static_cast<int>(std::array<int, 0>().empty()));
}
