// Many exceptions in one run; continue and break inside handlers.
#include <cstdio>

struct Odd {
    int n;
};
struct Even {
    int n;
};

int f(int n) {
    if (n % 2) throw Odd{n};
    if (n % 4 == 0) throw Even{n};
    return n;
}

int main() {
    int odd = 0, even = 0, plain = 0;
    for (int i = 0; i < 20; ++i) {
        try {
            plain += f(i);
        } catch (const Odd &o) {
            odd += o.n;
            if (o.n == 15) break;
            continue;
        } catch (Even e) {
            even += e.n;
        }
    }
    std::printf("%d %d %d\n", odd, even, plain);
}
