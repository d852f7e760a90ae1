// volatile accesses, const_cast, mutable, constexpr members.
#include <cstdio>

volatile int shared_flag = 1;

struct Cache {
    int value;
    mutable int hits = 0;
    explicit Cache(int v) : value(v) {}
    int get() const {
        ++hits;
        return value;
    }
};

int length(const char *s) {
    int n = 0;
    while (*s++) ++n;
    return n;
}

void fill(char *p, int n) {
    for (int i = 0; i < n; ++i) p[i] = static_cast<char>('a' + i);
}

int main() {
    volatile int local = 5;
    local = local + shared_flag;
    local += 2;
    std::printf("%d\n", local);
    const Cache c(9);
    c.get();
    c.get();
    int value = c.get();
    std::printf("%d %d\n", value, c.hits);
    char room[4] = {};
    const char *view = room;
    fill(const_cast<char *>(view), 3);
    std::printf("%s %d\n", view, length(view));
    volatile double d = 0.5;
    d *= 3;
    std::printf("%.2f\n", d);
}
