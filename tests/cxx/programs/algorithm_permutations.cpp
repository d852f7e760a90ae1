// next_permutation, prev_permutation, is_permutation over text and numbers.
#include <algorithm>
#include <cstdio>
#include <string>

int main() {
    std::string s = "abcd";
    int n = 0;
    do {
        if (++n % 6 == 0) std::printf("%s ", s.c_str());
    } while (std::next_permutation(s.begin(), s.end()));
    std::printf("%d %s\n", n, s.c_str());
    int a[] = {3, 1, 2};
    std::prev_permutation(a, a + 3);
    std::printf("%d%d%d\n", a[0], a[1], a[2]);
    int b[] = {1, 2, 2};
    n = 1;
    while (std::next_permutation(b, b + 3)) ++n;
    int c[] = {2, 1, 2};
    std::printf("%d %d\n", n, std::is_permutation(b, b + 3, c));
}
