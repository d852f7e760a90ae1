// One of several types: index, get, visit, assignment between alternatives.
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

template <class... F> struct Overloaded : F... {
    using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

using Value = std::variant<int, double, std::string>;

int main() {
    std::vector<Value> values{1, 2.5, std::string("three"), 4};
    for (auto &v : values) {
        std::visit(Overloaded{[](int i) { std::printf("int %d, ", i); }, [](double d) { std::printf("double %.1f, ", d); },
                              [](const std::string &s) { std::printf("text %s, ", s.c_str()); }},
                   v);
    }
    std::printf("\n");
    Value v = 3;
    std::printf("%zu %d\n", v.index(), std::holds_alternative<int>(v));
    v = "a text that is longer than a short string";
    std::printf("%zu %zu\n", v.index(), std::get<std::string>(v).size());
    v = 9.75;
    std::printf("%.2f %d\n", std::get<1>(v), std::get_if<int>(&v) == nullptr);
    try {
        std::get<0>(v);
    } catch (const std::bad_variant_access &) {
        std::puts("bad access");
    }
    Value a = 1, b = 2.0;
    int which = std::visit([](auto x, auto y) -> int { return sizeof(x) * 100 + sizeof(y); }, std::variant<char, short>('c'),
                           std::variant<int, double>(2.0));
    std::printf("%d %d %d\n", which, a < b, a == Value(1));
    std::variant<std::monostate, int> maybe;
    std::printf("%zu\n", maybe.index());
}
