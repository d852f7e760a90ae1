// Pointers to data members, to functions, to virtual functions, through bases.
#include <cstdio>

struct Base {
    int x = 1;
    virtual ~Base() = default;
    virtual int f(int a) { return a + x; }
    int g(int a) { return a * x; }
};
struct Second {
    int y = 5;
    int h(int a) { return a - y; }
};
struct Derived : Base, Second {
    int z = 9;
    int f(int a) override { return a + 1000; }
};

int call(Derived &d, int (Derived::*member)(int), int a) { return (d.*member)(a); }

int main() {
    Derived d;
    int Derived::*data[] = {&Derived::x, &Derived::y, &Derived::z};
    for (int Derived::*m : data) std::printf("%d ", d.*m);
    std::printf("\n");
    int (Derived::*functions[])(int) = {&Base::f, &Base::g, &Second::h, &Derived::f};
    for (auto f : functions) std::printf("%d ", call(d, f, 7));
    std::printf("\n");
    int (Base::*virtual_member)(int) = &Base::f;
    Base plain;
    Base *p = &d;
    std::printf("%d %d\n", (plain.*virtual_member)(2), (p->*virtual_member)(2));
    int Base::*none = nullptr;
    int (Base::*no_function)(int) = nullptr;
    std::printf("%d %d %d\n", none == nullptr, no_function == nullptr, virtual_member != nullptr);
    d.*data[0] = 77;
    std::printf("%d %d\n", d.x, virtual_member == &Base::f);
}
