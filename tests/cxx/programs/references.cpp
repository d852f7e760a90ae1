// References alias; const references extend lifetimes; rvalue references bind temporaries.
#include <cstdio>
#include <utility>

void swap_ints(int &a, int &b) {
    int t = a;
    a = b;
    b = t;
}

int &largest(int *first, int n) {
    int *best = first;
    for (int i = 1; i < n; ++i)
        if (first[i] > *best) best = first + i;
    return *best;
}

const char *kind(int &) { return "lvalue"; }
const char *kind(const int &) { return "const lvalue"; }
const char *kind(int &&) { return "rvalue"; }

template <class T> const char *forwarded(T &&x) { return kind(std::forward<T>(x)); }

int main() {
    int a = 1, b = 2;
    swap_ints(a, b);
    std::printf("%d %d\n", a, b);
    int list[] = {3, 9, 4};
    largest(list, 3) = -1;
    std::printf("%d %d %d\n", list[0], list[1], list[2]);
    const int c = 5;
    std::printf("%s, %s, %s, %s\n", kind(a), kind(c), kind(7), kind(std::move(a)));
    std::printf("%s, %s, %s\n", forwarded(a), forwarded(c), forwarded(7));
    int(&whole)[3] = list;
    for (int &x : whole) x *= 10;
    std::printf("%d %d %d\n", list[0], list[1], list[2]);
    int *p = &a;
    int *&alias = p;
    alias = &b;
    *p += 40;
    std::printf("%d %d\n", a, b);
    int &&temporary = 6 * 7;
    ++temporary;
    std::printf("%d\n", temporary);
}
