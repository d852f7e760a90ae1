// Growth, insertion, erasure, assignment, comparison.
#include <cstdio>
#include <vector>

static void show(const char *what, const std::vector<int> &v) {
    std::printf("%s:", what);
    for (int x : v) std::printf(" %d", x);
    std::printf("\n");
}

int main() {
    std::vector<int> v{3, 1, 2};
    v.push_back(9);
    show("pushed", v);
    v.insert(v.begin() + 1, 7);
    v.insert(v.end(), 2, 5);
    int more[] = {100, 200};
    v.insert(v.begin(), more, more + 2);
    show("inserted", v);
    v.erase(v.begin() + 3);
    v.erase(v.begin(), v.begin() + 2);
    show("erased", v);
    std::vector<int> w(v), z(3, 4);
    w.resize(8, -1);
    show("resized", w);
    std::printf("%d %d %d\n", v == w, v < w, z > v);
    w.assign({1, 2});
    w.swap(z);
    show("swapped", w);
    v.pop_back();
    std::printf("%d %d %zu %d\n", v.front(), v.back(), v.size(), v.empty());
    v.clear();
    v.shrink_to_fit();
    std::printf("%zu %zu\n", v.size(), v.capacity());
    v.reserve(10);
    const int *before = v.data();
    for (int i = 0; i < 10; ++i) v.push_back(i);
    std::printf("%d %zu\n", before == v.data(), v.capacity());
    std::vector<std::vector<int>> grid(2, std::vector<int>(3, 1));
    grid[1][2] = 5;
    int sum = 0;
    for (auto &row : grid)
        for (int x : row) sum += x;
    std::printf("%d\n", sum);
    for (auto it = z.rbegin(); it != z.rend(); ++it) std::printf("%d ", *it);
    std::printf("\n");
}
