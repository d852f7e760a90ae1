// A caught exception decides the exit status; destructors run before the end of main.
#include <cstdio>
#include <stdexcept>

struct End {
    ~End() { std::puts("end of main"); }
};

static int work(int n) {
    if (n == 3) throw std::invalid_argument("three");
    return n;
}

int main() {
    End end;
    int sum = 0;
    try {
        for (int i = 0;; ++i) sum += work(i);
    } catch (const std::invalid_argument &e) {
        std::printf("%s after %d\n", e.what(), sum);
        return 40 + sum;
    }
}
