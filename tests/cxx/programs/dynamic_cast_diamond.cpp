// Casts in a hierarchy with a virtual base and with an ambiguous one.
#include <cstdio>

struct Top {
    int id = 0;
    virtual ~Top() = default;
};
struct Left : virtual Top {
    int l = 1;
};
struct Right : virtual Top {
    int r = 2;
};
struct Bottom : Left, Right {
    int b = 3;
};

struct Base {
    virtual ~Base() = default;
};
struct A : Base {
    int a = 1;
};
struct B : Base {
    int b = 2;
};
struct Twice : A, B {
    int t = 3;
};
struct Hidden : private A {
    A *open() { return this; }
};

int main() {
    Bottom bottom;
    Top *top = &bottom;
    std::printf("%d %d %d\n", dynamic_cast<Left *>(top)->l, dynamic_cast<Right *>(top)->r,
                dynamic_cast<Bottom *>(top)->b);
    Left *left = &bottom;
    std::printf("%d\n", dynamic_cast<Right *>(left) == static_cast<Right *>(&bottom));
    Twice twice;
    Base *by_a = static_cast<A *>(&twice);
    std::printf("%d %d\n", dynamic_cast<B *>(by_a)->b, dynamic_cast<Twice *>(by_a)->t);
    Hidden hidden;
    Base *base = hidden.open();
    std::printf("%d %d\n", dynamic_cast<Hidden *>(base) == nullptr, dynamic_cast<A *>(base)->a);
    Left plain;
    top = &plain;
    std::printf("%d %d\n", dynamic_cast<Bottom *>(top) == nullptr, dynamic_cast<Left *>(top) == &plain);
}
