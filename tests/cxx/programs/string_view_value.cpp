// Views into text: no copies, substrings, searching, comparison.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

std::vector<std::string_view> split(std::string_view text, char by) {
    std::vector<std::string_view> parts;
    while (true) {
        auto at = text.find(by);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

int main() {
    std::string line = "alpha,beta,,gamma";
    for (auto part : split(line, ',')) std::printf("[%.*s]", static_cast<int>(part.size()), part.data());
    std::printf("\n");
    constexpr std::string_view v = "hello world";
    static_assert(v.size() == 11);
    std::printf("%zu %zu %zu\n", v.find("o"), v.rfind("o"), v.find_first_of("rw"));
    std::printf("%d %d %d\n", v.compare("hello") > 0, v == "hello world", v.substr(6) < "worm");
    std::string_view tail = v;
    tail.remove_suffix(6);
    std::string copy(tail);
    copy += '!';
    std::printf("%s %c%c\n", copy.c_str(), v.front(), v.back());
    try {
        v.substr(12);
    } catch (const std::exception &) {
        std::puts("out of range");
    }
}
