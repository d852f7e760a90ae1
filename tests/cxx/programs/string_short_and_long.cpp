// Short strings live inside the object, long ones on the heap; both behave the same.
#include <cstdio>
#include <string>
#include <utility>

int main() {
    std::string s("short"), l("a text that does certainly not fit into the object itself");
    std::string a = s, b = l;
    a += '!';
    b += b;
    std::printf("%s %zu %zu\n", a.c_str(), b.size(), l.size());
    std::string moved = std::move(b);
    std::printf("%zu %d\n", moved.size(), b.empty());
    a.swap(moved);
    std::printf("%zu %s\n", a.size(), moved.c_str());
    for (int i = 0; i < 40; ++i) moved.push_back(static_cast<char>('a' + i % 26));
    std::printf("%s\n", moved.c_str());
    moved.resize(7);
    moved.shrink_to_fit();
    std::printf("%s|%zu\n", moved.c_str(), moved.size());
    std::string filled(5, '*'), part(l, 2, 4), range(l.begin() + 7, l.begin() + 11);
    std::printf("%s %s %s\n", filled.c_str(), part.c_str(), range.c_str());
    s = s + " and " + l.substr(0, 6) + '.';
    std::printf("%s\n", s.c_str());
    s.clear();
    std::printf("%d %zu\n", s.empty(), s.size());
    std::string self = "abc";
    self += self;
    self.insert(3, self);
    self = self;
    std::printf("%s\n", self.c_str());
    s.assign("nul\0inside", 10);
    std::printf("%zu %d\n", s.size(), s[3] == 0);
}
