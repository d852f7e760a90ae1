// Counted ownership, weak observers, aliasing, enable_shared_from_this, cycles broken by weak_ptr.
#include <cstdio>
#include <memory>

struct Node : std::enable_shared_from_this<Node> {
    int id;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> back;
    explicit Node(int i) : id(i) {}
    ~Node() { std::printf("~%d ", id); }
    std::shared_ptr<Node> self() { return shared_from_this(); }
};

int main() {
    std::weak_ptr<Node> watch;
    {
        auto a = std::make_shared<Node>(1);
        auto b = std::make_shared<Node>(2);
        a->next = b;
        b->back = a;
        watch = b;
        std::printf("%ld %ld %ld\n", a.use_count(), b.use_count(), watch.use_count());
        std::printf("%d\n", b->back.lock()->id);
        auto again = a->self();
        std::printf("%ld\n", a.use_count());
        std::shared_ptr<int> part(a, &a->id);
        *part = 10;
        std::printf("%d %ld\n", a->id, a.use_count());
        if (auto locked = watch.lock()) std::printf("alive %d\n", locked->id);
    }
    std::printf("\nexpired %d\n", watch.expired());
    std::shared_ptr<int> custom(new int(3), [](int *p) {
        std::printf("delete %d\n", *p);
        delete p;
    });
    auto copy = custom;
    custom.reset();
    std::printf("%d %ld\n", *copy, copy.use_count());
    copy = nullptr;
    try {
        std::shared_ptr<Node> bad(watch);
    } catch (const std::bad_weak_ptr &) {
        std::puts("bad weak");
    }
    std::shared_ptr<void> any = std::make_shared<double>(2.5);
    std::printf("%.1f\n", *std::static_pointer_cast<double>(any));
}
