// Ownership moves; deleters run once; arrays; polymorphic targets.
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Base {
    virtual ~Base() { std::printf("~Base "); }
    virtual int id() const { return 0; }
};
struct Derived : Base {
    int n;
    explicit Derived(int i) : n(i) {}
    ~Derived() override { std::printf("~Derived%d ", n); }
    int id() const override { return n; }
};

struct Close {
    int *count;
    void operator()(int *p) const {
        ++*count;
        delete p;
    }
};

std::unique_ptr<Base> make(int n) { return std::make_unique<Derived>(n); }

int main() {
    auto a = make(1);
    std::unique_ptr<Base> b = std::move(a);
    std::printf("%d %d\n", a == nullptr, b->id());
    b = make(2);
    std::printf("\n");
    b.reset();
    std::printf("\n");
    int closed = 0;
    {
        std::unique_ptr<int, Close> p(new int(5), Close{&closed});
        std::unique_ptr<int, Close> q = std::move(p);
        std::printf("%d\n", *q);
    }
    std::printf("closed %d\n", closed);
    auto list = std::make_unique<int[]>(4);
    list[2] = 9;
    std::printf("%d %d\n", list[2], list[0]);
    std::vector<std::unique_ptr<Base>> all;
    for (int i = 5; i < 8; ++i) all.push_back(make(i));
    std::swap(all[0], all[2]);
    all.erase(all.begin() + 1);
    std::printf("\n%d %d\n", all[0]->id(), all[1]->id());
    Base *raw = all[1].release();
    all.clear();
    std::printf("\n");
    delete raw;
    std::printf("\n");
}
