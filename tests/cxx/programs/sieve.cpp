// Primes, with a vector of bool and with bits.
#include <cstdio>
#include <vector>

int main() {
    const int n = 200;
    std::vector<bool> composite(n + 1);
    int count = 0, last = 0;
    for (int i = 2; i <= n; ++i) {
        if (composite[i]) continue;
        ++count;
        last = i;
        for (int j = i * i; j <= n; j += i) composite[j] = true;
    }
    std::printf("%d %d\n", count, last);
}
