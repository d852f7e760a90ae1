// Algorithms that write: transform, remove, unique, rotate, reverse, partition, merge.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

static void show(const char *name, const std::vector<int> &v) {
    std::printf("%s:", name);
    for (int x : v) std::printf(" %d", x);
    std::printf("\n");
}

int main() {
    std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<int> w(8);
    std::transform(v.begin(), v.end(), w.begin(), [](int x) { return x * x; });
    show("squares", w);
    std::transform(v.begin(), v.end(), w.begin(), w.begin(), [](int a, int b) { return b - a; });
    show("differences", w);
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 3 == 0; }), v.end());
    show("removed", v);
    std::rotate(v.begin(), v.begin() + 2, v.end());
    show("rotated", v);
    std::reverse(v.begin() + 1, v.end());
    show("reversed", v);
    std::vector<int> d{1, 1, 2, 2, 2, 3, 1};
    d.erase(std::unique(d.begin(), d.end()), d.end());
    show("unique", d);
    std::vector<int> p{1, 2, 3, 4, 5, 6};
    auto middle = std::stable_partition(p.begin(), p.end(), [](int x) { return x % 2 == 0; });
    show("partitioned", p);
    std::printf("%d\n", static_cast<int>(middle - p.begin()));
    std::vector<int> merged;
    std::vector<int> a{1, 4, 9}, b{2, 4, 8, 10};
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged));
    show("merged", merged);
    std::replace(merged.begin(), merged.end(), 4, 40);
    std::fill_n(merged.begin(), 2, -5);
    show("replaced", merged);
    std::vector<int> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    show("both", both);
    std::swap_ranges(a.begin(), a.end(), b.begin());
    show("swapped", b);
    std::generate(a.begin(), a.end(), [n = 10]() mutable { return n -= 3; });
    std::copy_backward(a.begin(), a.begin() + 2, a.end());
    show("generated", a);
}
