// Equal keys keep their order of insertion.
#include <cstdio>
#include <map>

int main() {
    std::multimap<int, const char *> m;
    m.insert({2, "two"});
    m.insert({1, "one"});
    m.insert({2, "zwei"});
    m.emplace(2, "deux");
    m.insert({3, "three"});
    for (auto &p : m) std::printf("%d:%s ", p.first, p.second);
    std::printf("\n");
    auto range = m.equal_range(2);
    int n = 0;
    for (auto it = range.first; it != range.second; ++it) n += it->second[0];
    std::printf("%d %zu\n", n, m.count(2));
    std::size_t gone = m.erase(2);
    std::printf("%zu %zu\n", gone, m.size());
    std::printf("%s %s\n", m.begin()->second, m.rbegin()->second);
}
