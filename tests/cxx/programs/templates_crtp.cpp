// Static polymorphism: the base knows the class that derives from it.
#include <cstdio>

template <class Self> struct Shape {
    double area() const { return self().width() * self().height(); }
    void print(const char *name) const { std::printf("%s %.2f\n", name, area()); }

  private:
    const Self &self() const { return static_cast<const Self &>(*this); }
};

struct Square : Shape<Square> {
    double side;
    explicit Square(double s) : side(s) {}
    double width() const { return side; }
    double height() const { return side; }
};

struct Strip : Shape<Strip> {
    double length;
    explicit Strip(double l) : length(l) {}
    double width() const { return length; }
    double height() const { return 0.5; }
};

template <class Self> struct Counted {
    static int alive;
    Counted() { ++alive; }
    Counted(const Counted &) { ++alive; }
    ~Counted() { --alive; }
};
template <class Self> int Counted<Self>::alive = 0;

struct Apple : Counted<Apple> {};
struct Pear : Counted<Pear> {};

int main() {
    Square(3).print("square");
    Strip(8).print("strip");
    Apple a, b(a);
    {
        Pear p, q;
        std::printf("%d %d\n", Apple::alive, Pear::alive);
    }
    std::printf("%d %d\n", Apple::alive, Pear::alive);
}
