// A temporary dies at the end of its full expression, unless a reference holds it.
#include <cstdio>

struct Noise {
    int id;
    explicit Noise(int i) : id(i) { std::printf("+%d ", id); }
    Noise(const Noise &o) : id(o.id + 100) { std::printf("c%d ", id); }
    ~Noise() { std::printf("-%d ", id); }
    int value() const { return id; }
};

Noise make(int i) { return Noise(i); }
int twice(const Noise &n) { return 2 * n.id; }

struct Holder {
    const Noise &held;
};

int main() {
    int a = make(1).value() + make(2).value();
    std::printf("= %d\n", a);
    const Noise &bound = make(3);
    std::printf("bound %d\n", bound.value());
    int b = twice(Noise(4));
    std::printf("= %d\n", b);
    {
        Holder holder{Noise(5)};
        std::printf("held %d ", holder.held.id);
    }
    std::printf("\n");
    bool both = make(6).value() == 6 && make(7).value() == 0;
    std::printf("both %d\n", both);
    int c = a > 0 ? make(8).value() : make(9).value();
    std::printf("c %d\n", c);
    for (int i = 0; make(10).value() == 10 && i < 2; ++i) std::printf("body ");
    std::printf("\nend\n");
}
