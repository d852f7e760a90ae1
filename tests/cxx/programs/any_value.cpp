// Any type at all, with the type checked when it is taken out.
#include <any>
#include <cstdio>
#include <string>

struct Big {
    int data[20];
    static int alive;
    explicit Big(int x) : data{x} { ++alive; }
    Big(const Big &o) : data{o.data[0] + 1} { ++alive; }
    ~Big() { --alive; }
};
int Big::alive = 0;

int main() {
    std::any a = 5;
    std::printf("%d\n", std::any_cast<int>(a));
    a = std::string("text");
    std::printf("%s %d\n", std::any_cast<std::string &>(a).c_str(), a.type() == typeid(std::string));
    try {
        std::any_cast<double>(a);
    } catch (const std::bad_any_cast &) {
        std::puts("bad cast");
    }
    {
        std::any big = Big(10);
        std::any copy = big;
        std::printf("%d %d\n", std::any_cast<Big &>(copy).data[0], Big::alive);
        std::any moved = std::move(copy);
        std::printf("%d %d\n", moved.has_value(), std::any_cast<Big>(&moved)->data[0]);
        big.reset();
        std::printf("%d %d\n", big.has_value(), Big::alive);
    }
    std::printf("%d %d\n", Big::alive, std::any_cast<int>(&a) == nullptr);
}
