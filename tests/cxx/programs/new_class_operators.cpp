// Class-specific operator new and delete, over-aligned types, sized delete.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

struct Pool {
    int value = 3;
    static int live;
    static void *operator new(std::size_t n) {
        ++live;
        return std::malloc(n);
    }
    static void operator delete(void *p, std::size_t n) {
        live -= n == sizeof(Pool) ? 1 : 100;
        std::free(p);
    }
};
int Pool::live = 0;

struct alignas(64) Wide {
    float x[16];
};

struct Throws {
    static int freed;
    explicit Throws(int i) {
        if (i) throw i;
    }
    static void *operator new(std::size_t n) { return std::malloc(n); }
    static void operator delete(void *p) {
        ++freed;
        std::free(p);
    }
};
int Throws::freed = 0;

int main() {
    Pool *p = new Pool;
    std::printf("%d %d\n", p->value, Pool::live);
    delete p;
    std::printf("%d\n", Pool::live);
    Wide *w = new Wide;
    Wide *many = new Wide[2];
    w->x[15] = 1.5f;
    std::printf("%d %d %.1f\n", reinterpret_cast<std::uintptr_t>(w) % 64 == 0,
                reinterpret_cast<std::uintptr_t>(many) % 64 == 0, w->x[15]);
    delete w;
    delete[] many;
    try {
        new Throws(1);
    } catch (int) {
        std::printf("freed %d\n", Throws::freed);
    }
    void *raw = ::operator new(10);
    ::operator delete(raw);
    void *aligned = ::operator new(32, std::align_val_t(32));
    ::operator delete(aligned, std::align_val_t(32));
}
