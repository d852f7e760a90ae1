// Which special member runs, and what a moved-from object keeps.
#include <cstdio>
#include <utility>

struct Buffer {
    int *data;
    int size;
    explicit Buffer(int n) : data(new int[n]), size(n) {
        for (int i = 0; i < n; ++i) data[i] = i * i;
        std::puts("make");
    }
    Buffer(const Buffer &o) : data(new int[o.size]), size(o.size) {
        for (int i = 0; i < size; ++i) data[i] = o.data[i];
        std::puts("copy");
    }
    Buffer(Buffer &&o) noexcept : data(o.data), size(o.size) {
        o.data = nullptr;
        o.size = 0;
        std::puts("move");
    }
    Buffer &operator=(Buffer o) noexcept {
        std::swap(data, o.data);
        std::swap(size, o.size);
        std::puts("assign");
        return *this;
    }
    ~Buffer() {
        std::printf("destroy %d\n", size);
        delete[] data;
    }
    int sum() const {
        int s = 0;
        for (int i = 0; i < size; ++i) s += data[i];
        return s;
    }
};

Buffer pick(bool first) {
    Buffer a(3), b(5);
    if (first) return a;
    return b;
}

int main() {
    Buffer one(4);
    Buffer two = one;
    Buffer three = std::move(one);
    std::printf("%d %d %d\n", one.size, two.sum(), three.sum());
    two = pick(false);
    std::printf("%d\n", two.sum());
    two = three;
    two = std::move(three);
    std::printf("%d %d\n", two.sum(), three.size);
}
