// Unique ordered elements, own comparison, multiset, erase while iterating.
#include <cstdio>
#include <cstring>
#include <set>

struct ByLength {
    bool operator()(const char *a, const char *b) const {
        std::size_t x = std::strlen(a), y = std::strlen(b);
        return x != y ? x < y : std::strcmp(a, b) < 0;
    }
};

int main() {
    std::set<int> s;
    for (int x : {5, 1, 5, 3, 1, 9}) s.insert(x);
    for (int x : s) std::printf("%d ", x);
    std::printf("(%zu)\n", s.size());
    for (auto it = s.begin(); it != s.end();) it = *it % 3 ? s.erase(it) : ++it;
    for (int x : s) std::printf("%d ", x);
    std::printf("\n");
    std::set<const char *, ByLength> words{"pear", "fig", "banana", "kiwi", "fig"};
    for (const char *w : words) std::printf("%s ", w);
    std::printf("\n");
    std::multiset<int> m{2, 1, 2, 3, 2};
    std::printf("%zu %zu\n", m.count(2), m.size());
    m.erase(m.find(2));
    std::printf("%zu\n", m.count(2));
    m.erase(2);
    for (int x : m) std::printf("%d ", x);
    std::set<int> a{1, 2, 3}, b{2, 3, 4};
    a.merge(b);
    std::printf("\n%zu %zu\n", a.size(), b.size());
}
