// Braces: initializer_list constructors, aggregates, nested lists, narrowing-free conversion.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

struct Sum {
    int total = 0;
    Sum(std::initializer_list<int> list) {
        for (int x : list) total += x;
    }
    Sum(int a, int b) : total(a * b) {}
};

struct Inner {
    int a, b = 5;
};
struct Outer {
    Inner first;
    Inner list[2];
    const char *name = "unnamed";
};

int longest(std::initializer_list<const char *> words) {
    std::size_t best = 0;
    for (auto w : words) best = std::string(w).size() > best ? std::string(w).size() : best;
    return static_cast<int>(best);
}

int main() {
    Sum braces{3, 4}, parens(3, 4), empty{};
    std::printf("%d %d %d\n", braces.total, parens.total, empty.total);
    Outer o{{1}, {{2, 3}}};
    std::printf("%d %d %d %d %d %d %s\n", o.first.a, o.first.b, o.list[0].a, o.list[0].b, o.list[1].a, o.list[1].b, o.name);
    std::vector<int> ones(3, 1), pair{3, 1};
    std::printf("%zu %zu\n", ones.size(), pair.size());
    std::vector<std::vector<int>> triangle{{1}, {1, 1}, {1, 2, 1}};
    int s = 0;
    for (auto &row : triangle)
        for (int x : row) s += x;
    std::printf("%d %d\n", s, longest({"one", "three", "six"}));
    for (auto x : {1.5, 2.5}) std::printf("%.1f ", x);
    int zeros[5] = {7};
    std::printf("%d %d\n", zeros[0], zeros[4]);
}
