// A value or nothing.
#include <cstdio>
#include <optional>
#include <string>

struct Noisy {
    int v;
    explicit Noisy(int x) : v(x) { std::printf("+%d ", v); }
    Noisy(const Noisy &o) : v(o.v) { std::printf("c%d ", v); }
    ~Noisy() { std::printf("-%d ", v); }
};

std::optional<int> parse(const std::string &s) {
    int n = 0;
    for (char c : s) {
        if (c < '0' || c > '9') return std::nullopt;
        n = n * 10 + (c - '0');
    }
    return n;
}

int main() {
    std::printf("%d %d\n", parse("123").value(), parse("12x").value_or(-1));
    std::optional<Noisy> a;
    a.emplace(1);
    a.emplace(2);
    std::optional<Noisy> b = a;
    b.reset();
    std::printf("| %d %d\n", a.has_value(), bool(b));
    std::optional<std::string> text("abc");
    *text += "def";
    std::printf("%s %zu\n", text->c_str(), text->size());
    text = {};
    try {
        text.value();
    } catch (const std::bad_optional_access &) {
        std::puts("empty");
    }
    std::optional<int> x = 5, y;
    std::printf("%d %d %d %d\n", x > y, x == 5, y == std::nullopt, x < 6);
    std::swap(x, y);
    std::printf("%d %d\n", x.has_value(), *y);
}
