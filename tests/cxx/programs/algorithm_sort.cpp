// Sorting in several ways, and what each promises.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

static void show(const std::vector<int> &v) {
    for (int x : v) std::printf("%d ", x);
    std::printf("\n");
}

int main() {
    std::vector<int> v;
    unsigned x = 12345;
    for (int i = 0; i < 25; ++i) {
        x = x * 1103515245u + 12345u;
        v.push_back(static_cast<int>((x >> 16) % 50));
    }
    auto w = v;
    std::sort(w.begin(), w.end());
    show(w);
    std::sort(w.begin(), w.end(), std::greater<int>());
    show(w);
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < 12; ++i) pairs.push_back({v[i] % 3, i});
    std::stable_sort(pairs.begin(), pairs.end(), [](auto &a, auto &b) { return a.first < b.first; });
    for (auto &p : pairs) std::printf("%d/%d ", p.first, p.second);
    std::printf("\n");
    w = v;
    std::nth_element(w.begin(), w.begin() + 10, w.end());
    std::printf("%d %d\n", w[10], *std::max_element(w.begin(), w.begin() + 10) <= w[10]);
    w = v;
    std::partial_sort(w.begin(), w.begin() + 5, w.end());
    w.resize(5);
    show(w);
    std::printf("%d %d\n", std::is_sorted(w.begin(), w.end()), std::is_sorted(v.begin(), v.end()));
    w = v;
    std::make_heap(w.begin(), w.end());
    std::pop_heap(w.begin(), w.end());
    std::printf("%d\n", w.back());
    w.pop_back();
    std::sort_heap(w.begin(), w.end());
    std::printf("%d %d\n", w.front(), w.back());
}
