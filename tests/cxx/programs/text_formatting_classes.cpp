// An own string builder with variadic parts, no streams.
#include <cstdio>
#include <string>
#include <vector>

std::string piece(int x) { return std::to_string(x); }
std::string piece(const char *s) { return s; }
std::string piece(const std::string &s) { return '"' + s + '"'; }
std::string piece(bool b) { return b ? "yes" : "no"; }
template <class T> std::string piece(const std::vector<T> &v) {
    std::string s = "[";
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (i) s += ", ";
        s += piece(v[i]);
    }
    return s + "]";
}
template <class... T> std::string join(const T &...x) { return (std::string() + ... + piece(x)); }

int main() {
    std::puts(join("list ", std::vector<int>{1, 2, 3}, " flag ", true).c_str());
    std::puts(join(std::vector<std::string>{"a", "b"}, ": ", 42, std::string(" end")).c_str());
    std::puts(join(std::vector<std::vector<int>>{{1}, {}, {2, 3}}).c_str());
    std::puts(join().c_str());
}
