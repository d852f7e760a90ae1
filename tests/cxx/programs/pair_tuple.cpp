// Pairs and tuples: make, tie, apply, concatenate, compare.
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

std::tuple<int, double, std::string> record(int id) { return {id, id * 1.5, "r" + std::to_string(id)}; }

int main() {
    auto p = std::make_pair(3, 'x');
    auto [n, c] = p;
    std::printf("%d %c %d\n", n, c, p < std::make_pair(3, 'y'));
    auto t = record(4);
    std::printf("%d %.1f %s\n", std::get<0>(t), std::get<double>(t), std::get<2>(t).c_str());
    int id;
    std::string name;
    std::tie(id, std::ignore, name) = record(7);
    std::printf("%d %s\n", id, name.c_str());
    auto joined = std::tuple_cat(std::make_tuple(1, 2), std::make_pair('a', 4));
    std::printf("%zu %d\n", std::tuple_size<decltype(joined)>::value, std::get<3>(joined));
    int sum = std::apply([](auto... x) { return (0 + ... + static_cast<int>(x)); }, joined);
    std::printf("%d\n", sum);
    std::printf("%d %d\n", std::make_tuple(1, 2, 3) < std::make_tuple(1, 3, 0), record(1) == record(1));
    int a = 1, b = 2;
    std::tie(a, b) = std::make_pair(b, a);
    std::printf("%d %d\n", a, b);
    auto refs = std::forward_as_tuple(a, b);
    std::get<0>(refs) = 50;
    std::printf("%d\n", a);
    std::pair<std::string, int> piece(std::piecewise_construct, std::make_tuple(3, 'z'), std::make_tuple(8));
    std::printf("%s %d\n", piece.first.c_str(), piece.second);
}
