// C++17 guarantees that a prvalue initialises its target without copies.
#include <cstdio>

struct Pinned {
    int value;
    explicit Pinned(int v) : value(v) { std::printf("pinned %d at its place\n", v); }
    Pinned(const Pinned &) = delete;
    Pinned(Pinned &&) = delete;
    ~Pinned() { std::printf("gone %d\n", value); }
};

Pinned make(int v) { return Pinned(v); }
Pinned choose(bool big) { return big ? make(1000) : make(1); }

struct Box {
    Pinned inside;
    explicit Box(int v) : inside(make(v)) {}
};

int take(Pinned p) { return p.value; }

int main() {
    Pinned a = make(7);
    Pinned b = choose(a.value > 5);
    Box box(42);
    std::printf("%d\n", take(make(3)));
    Pinned array[2] = {make(11), make(12)};
    auto *heap = new Pinned(make(99));
    delete heap;
    return a.value + array[1].value - 19 + (b.value - 1000) + (box.inside.value - 42);
}
