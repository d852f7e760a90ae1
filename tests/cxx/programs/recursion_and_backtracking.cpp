// Queens, subsets and flood fill.
#include <cstdio>
#include <string>
#include <vector>

int queens(int n, int row, unsigned cols, unsigned left, unsigned right) {
    if (row == n) return 1;
    int count = 0;
    for (unsigned free = ~(cols | left | right) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += queens(n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

void subsets(const std::vector<int> &v, std::size_t i, int rest, std::string text, int &found) {
    if (rest == 0) {
        std::printf("%s; ", text.c_str());
        ++found;
        return;
    }
    if (i == v.size() || rest < 0) return;
    subsets(v, i + 1, rest - v[i], text + std::to_string(v[i]) + ' ', found);
    subsets(v, i + 1, rest, text, found);
}

int fill(char (&map)[4][6], int r, int c) {
    if (r < 0 || c < 0 || r > 3 || c > 4 || map[r][c] != '.') return 0;
    map[r][c] = '#';
    return 1 + fill(map, r + 1, c) + fill(map, r - 1, c) + fill(map, r, c + 1) + fill(map, r, c - 1);
}

int main() {
    std::printf("%d\n", queens(5, 0, 0, 0, 0));
    int found = 0;
    subsets({1, 2, 3, 4, 5}, 0, 6, "", found);
    std::printf("%d\n", found);
    char map[4][6] = {"..x..", ".xx..", "x...x", ".x..."};
    std::printf("%d %s\n", fill(map, 0, 3), map[3]);
}
