// Long strings on the heap inside exceptions and unwound frames.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct ParseError : std::runtime_error {
    int line;
    std::string detail;
    ParseError(int l, std::string d) : std::runtime_error("line " + std::to_string(l) + ": " + d), line(l), detail(d) {}
};

std::string check(const std::vector<std::string> &lines) {
    std::string all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string copy = lines[i] + " with a long tail to be on the heap";
        if (lines[i].empty()) throw ParseError(static_cast<int>(i) + 1, "an empty line where some text was expected");
        all += copy[0];
    }
    return all;
}

int main() {
    try {
        std::printf("%s\n", check({"alpha", "beta"}).c_str());
        std::printf("%s\n", check({"alpha", "", "gamma"}).c_str());
    } catch (const ParseError &e) {
        std::printf("%s|%d|%zu\n", e.what(), e.line, e.detail.size());
    }
    try {
        try {
            check({""});
        } catch (ParseError &e) {
            e.detail = "changed";
            throw;
        }
    } catch (std::runtime_error &e) {
        std::printf("%s %s\n", e.what(), static_cast<ParseError &>(e).detail.c_str());
    }
}
