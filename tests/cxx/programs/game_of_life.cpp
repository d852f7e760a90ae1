// A stencil over a torus with two buffers.
#include <cstdio>
#include <utility>

constexpr int N = 8;
using Board = unsigned char[N][N];

int neighbours(const Board &b, int r, int c) {
    int n = 0;
    for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc)
            if (dr || dc) n += b[(r + dr + N) % N][(c + dc + N) % N];
    return n;
}

int main() {
    Board a = {}, b = {};
    a[0][1] = a[1][2] = a[2][0] = a[2][1] = a[2][2] = 1;
    for (int step = 0; step < 4; ++step) {
        for (int r = 0; r < N; ++r)
            for (int c = 0; c < N; ++c) {
                int n = neighbours(a, r, c);
                b[r][c] = n == 3 || (n == 2 && a[r][c]);
            }
        std::swap(a, b);
    }
    for (auto &row : a) {
        for (int x : row) std::putchar(x ? '#' : '.');
        std::putchar('\n');
    }
}
