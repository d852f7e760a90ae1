// Unwinding through frames, loops and temporaries destroys in reverse order.
#include <cstdio>
#include <memory>

struct T {
    char c;
    explicit T(char x) : c(x) { std::printf("%c", c); }
    T(const T &o) : c(o.c) { std::printf("(%c)", c); }
    ~T() { std::printf("~%c", c); }
};

int level(int n, T) {
    T a(static_cast<char>('a' + n));
    if (n == 3) throw n;
    return level(n + 1, T('x')) + 1;
}

int both(const T &, const T &) { throw 'q'; }
struct Both {
    Both(const T &a, const T &b) { both(a, b); }
};

int main() {
    try {
        level(0, T('s'));
    } catch (int i) {
        std::printf(" %d\n", i);
    }
    try {
        Both{T('1'), T('2')};
    } catch (char c) {
        std::printf(" %c\n", c);
    }
    try {
        auto owner = std::make_unique<T>('u');
        std::shared_ptr<T> shared(new T('v'));
        for (int i = 0; i < 5; ++i) {
            T t(static_cast<char>('0' + i));
            if (i == 2) throw i;
        }
    } catch (...) {
        std::printf(" end\n");
    }
}
