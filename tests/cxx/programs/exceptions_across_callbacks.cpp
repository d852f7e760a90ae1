// Exceptions leave callbacks of algorithms, std::function and visitors.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3, 4, 5};
    int seen = 0;
    try {
        std::for_each(v.begin(), v.end(), [&](int x) {
            ++seen;
            if (x == 3) throw std::string("three");
        });
    } catch (const std::string &s) {
        std::printf("%s %d\n", s.c_str(), seen);
    }
    std::function<int(int)> f = [](int x) {
        if (x > 2) throw x;
        return x;
    };
    int sum = 0;
    for (int x : v) {
        try {
            sum += f(x);
        } catch (int e) {
            sum += 100 * e;
        }
    }
    std::printf("%d\n", sum);
    try {
        std::sort(v.begin(), v.end(), [n = 0](int a, int b) mutable {
            if (++n > 3) throw n;
            return a > b;
        });
    } catch (int n) {
        std::printf("sort stopped at %d\n", n);
    }
}
