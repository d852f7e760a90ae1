// Linear and binary searches, counts, comparisons of ranges.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> v{1, 3, 3, 3, 7, 9, 12};
    std::printf("%d %d\n", std::binary_search(v.begin(), v.end(), 7), std::binary_search(v.begin(), v.end(), 8));
    std::printf("%d %d\n", static_cast<int>(std::lower_bound(v.begin(), v.end(), 3) - v.begin()),
                static_cast<int>(std::upper_bound(v.begin(), v.end(), 3) - v.begin()));
    auto r = std::equal_range(v.begin(), v.end(), 3);
    std::printf("%d\n", static_cast<int>(r.second - r.first));
    std::printf("%d %d\n", *std::find(v.begin(), v.end(), 9), *std::find_if(v.begin(), v.end(), [](int x) { return x > 4; }));
    std::printf("%d %d\n", static_cast<int>(std::count(v.begin(), v.end(), 3)),
                static_cast<int>(std::count_if(v.begin(), v.end(), [](int x) { return x % 3 == 0; })));
    std::printf("%d %d %d\n", std::all_of(v.begin(), v.end(), [](int x) { return x > 0; }),
                std::any_of(v.begin(), v.end(), [](int x) { return x > 100; }),
                std::none_of(v.begin(), v.end(), [](int x) { return x == 5; }));
    int needle[] = {3, 7};
    std::printf("%d\n", static_cast<int>(std::search(v.begin(), v.end(), needle, needle + 2) - v.begin()));
    std::printf("%d\n", static_cast<int>(std::adjacent_find(v.begin(), v.end()) - v.begin()));
    std::vector<int> w = v;
    w[4] = 8;
    auto m = std::mismatch(v.begin(), v.end(), w.begin());
    std::printf("%d %d %d\n", *m.first, *m.second, std::equal(v.begin(), v.begin() + 4, w.begin()));
    std::printf("%d\n", std::lexicographical_compare(v.begin(), v.end(), w.begin(), w.end()));
    auto mm = std::minmax_element(v.begin(), v.end());
    std::printf("%d %d %d %d\n", *mm.first, *mm.second, std::min({4, 2, 8}), std::clamp(15, 0, 10));
}
