// Composition of lambdas, and lambdas as comparators and keys.
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

template <class F, class G> auto compose(F f, G g) {
    return [=](auto... x) { return f(g(x...)); };
}

auto power(int n) {
    return [n](int x) {
        int r = 1;
        for (int i = 0; i < n; ++i) r *= x;
        return r;
    };
}

int main() {
    auto f = compose(power(2), [](int a, int b) { return a + b; });
    std::printf("%d\n", f(3, 4));
    auto by_last = [](const std::string &a, const std::string &b) { return a.back() < b.back(); };
    std::set<std::string, decltype(by_last)> s(by_last);
    for (const char *w : {"abz", "xya", "mnm", "opz"}) s.insert(w);
    for (auto &w : s) std::printf("%s ", w.c_str());
    std::vector<int> v{1, 2, 3, 4, 5, 6};
    int limit = 3, passed = 0;
    v.erase(std::remove_if(v.begin(), v.end(), [limit, &passed](int x) { return x <= limit && ++passed; }), v.end());
    std::printf("%zu %d\n", v.size(), passed);
    auto fix = [](auto self, int n) -> long { return n ? n * self(self, n - 1) : 1; };
    std::printf("%ld\n", fix(fix, 10));
}
