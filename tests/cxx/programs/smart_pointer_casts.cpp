// Casts of shared pointers, comparison, owners in containers.
#include <cstdio>
#include <map>
#include <memory>
#include <string>

struct Base {
    virtual ~Base() = default;
    int b = 1;
};
struct Derived : Base {
    int d = 2;
};

int main() {
    std::shared_ptr<Base> base = std::make_shared<Derived>();
    auto derived = std::dynamic_pointer_cast<Derived>(base);
    std::printf("%d %ld\n", derived->d, base.use_count());
    std::shared_ptr<Base> plain = std::make_shared<Base>();
    std::printf("%d\n", std::dynamic_pointer_cast<Derived>(plain) == nullptr);
    std::shared_ptr<const Base> constant = base;
    std::const_pointer_cast<Base>(constant)->b = 9;
    std::printf("%d %ld\n", derived->b, base.use_count());
    std::map<std::string, std::shared_ptr<Base>> all{{"a", base}, {"b", plain}};
    base.reset();
    std::printf("%ld\n", all["a"].use_count());
    all.erase("a");
    std::printf("%ld %d\n", derived.use_count(), derived == constant);
    std::unique_ptr<Base> unique = std::make_unique<Derived>();
    std::shared_ptr<Base> shared = std::move(unique);
    std::printf("%d %ld\n", unique == nullptr, shared.use_count());
}
