// Bindings to arrays, structs, pairs and tuples, by value and by reference.
#include <cstdio>
#include <map>
#include <tuple>

struct Point {
    int x;
    double y;
    const char *name;
};

struct Rgb {
    unsigned r : 5, g : 6, b : 5;
};

int main() {
    int list[] = {1, 2, 3};
    auto [a, b, c] = list;
    auto &[ra, rb, rc] = list;
    ra = 10;
    rc = 30;
    std::printf("%d %d %d %d %d %d\n", a, b, c, list[0], rb, list[2]);
    Point p{4, 2.5, "p"};
    auto &[x, y, name] = p;
    x *= 2;
    std::printf("%d %.1f %s\n", p.x, y, name);
    auto [q, r] = std::make_pair(17 / 5, 17 % 5);
    std::printf("%d %d\n", q, r);
    const auto &[i, j, k] = std::make_tuple(1, 'z', 2.5);
    std::printf("%d %c %.1f\n", i, j, k);
    std::map<int, int> m{{1, 10}, {2, 20}};
    for (auto &[key, value] : m) value += key;
    if (auto [it, fresh] = m.insert({2, 0}); !fresh) std::printf("%d %d\n", it->first, it->second);
    Rgb colour{31, 40, 7};
    auto [red, green, blue] = colour;
    std::printf("%u %u %u\n", red, green, blue);
}
