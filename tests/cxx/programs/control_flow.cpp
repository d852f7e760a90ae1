// switch with fall-through, goto, labelled exits, nested loops, conditional operators.
#include <cstdio>
#include <initializer_list>

int classify(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 10; break;
    case 3: {
        int y = x * 2;
        r = y;
        break;
    }
    case 10 ... 19: r = 1000; break;
    default: r = -1;
    case 4: r -= 5;
    }
    return r;
}

int main() {
    for (int x : {0, 1, 2, 3, 4, 15}) std::printf("%d ", classify(x));
    std::printf("\n");
    int n = 0;
again:
    if (++n < 5) goto again;
    std::printf("%d\n", n);
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            if (i * j == 6) {
                std::printf("%d %d\n", i, j);
                goto out;
            }
out:
    int i = 10;
    do {
        if (i % 2) continue;
        std::printf("%d ", i);
    } while (--i > 4);
    std::printf("\n");
    int steps = 0;
    for (long c = 27; c != 1; c = c % 2 ? 3 * c + 1 : c / 2) ++steps;
    std::printf("%d\n", steps);
    int a = 5, b = 7;
    (a > b ? a : b) = 100;
    int comma = (a++, b--, a + b);
    std::printf("%d %d %d\n", a, b, comma);
    if (int k = a - 6; k == 0) std::puts("zero");
    switch (int z = b % 4; z) {
    case 3: std::puts("three"); break;
    default: std::printf("%d\n", z);
    }
}
