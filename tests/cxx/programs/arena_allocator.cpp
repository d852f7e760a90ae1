// A container with an allocator of its own.
#include <cstddef>
#include <cstdio>
#include <new>
#include <vector>

struct Arena {
    alignas(16) unsigned char room[1024];
    std::size_t used = 0;
    int calls = 0;
};

template <class T> struct Allocator {
    using value_type = T;
    Arena *arena;
    explicit Allocator(Arena *a) : arena(a) {}
    template <class U> Allocator(const Allocator<U> &o) : arena(o.arena) {}
    T *allocate(std::size_t n) {
        std::size_t bytes = (n * sizeof(T) + 15) / 16 * 16;
        if (arena->used + bytes > sizeof arena->room) throw std::bad_alloc();
        void *p = arena->room + arena->used;
        arena->used += bytes;
        ++arena->calls;
        return static_cast<T *>(p);
    }
    void deallocate(T *, std::size_t) { --arena->calls; }
    template <class U> bool operator==(const Allocator<U> &o) const { return arena == o.arena; }
    template <class U> bool operator!=(const Allocator<U> &o) const { return arena != o.arena; }
};

int main() {
    Arena arena;
    {
        std::vector<int, Allocator<int>> v{Allocator<int>(&arena)};
        v.reserve(10);
        for (int i = 0; i < 10; ++i) v.push_back(i * i);
        std::printf("%d %d %zu\n", v[9], arena.calls, arena.used);
        try {
            v.resize(500);
        } catch (const std::bad_alloc &) {
            std::printf("full at %zu\n", v.size());
        }
    }
    std::printf("%d\n", arena.calls);
}
