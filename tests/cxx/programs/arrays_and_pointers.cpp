// Multi-dimensional arrays, pointer arithmetic, arrays of pointers, decay.
#include <cstddef>
#include <cstdio>

template <class T, std::size_t N> constexpr std::size_t length(T (&)[N]) { return N; }

int sum(const int (*rows)[3], int n) {
    int s = 0;
    for (int i = 0; i < n; ++i)
        for (int x : rows[i]) s += x;
    return s;
}

int main() {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    std::printf("%d %d %d\n", sum(m, 2), m[1][0], *(*(m + 1) + 2));
    int *flat = &m[0][0];
    std::printf("%zu %zu %d\n", length(m), sizeof m / sizeof m[0], static_cast<int>(&m[1][0] - &m[0][0]));
    (void)flat;
    const char *names[] = {"zero", "one", "two"};
    const char **p = names + 1;
    std::printf("%s %s %c\n", *p, p[1], **p);
    int v[] = {10, 20, 30, 40};
    int *q = v;
    int a = *q++, b = *++q, c = (*q)--;
    std::printf("%d %d %d %d\n", a, b, c, v[2]);
    std::printf("%d %d\n", static_cast<int>(q - v), q > v);
    std::ptrdiff_t back = v - (v + 4);
    std::printf("%d %d\n", static_cast<int>(back), 2 [v]);
    char text[] = "abc";
    text[1] = 'X';
    std::printf("%s %zu\n", text, sizeof text);
    int cube[2][2][2] = {};
    cube[1][0][1] = 5;
    int total = 0;
    for (auto &plane : cube)
        for (auto &row : plane)
            for (int x : row) total += x;
    std::printf("%d\n", total);
}
