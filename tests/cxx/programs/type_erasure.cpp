// A value with virtual behaviour hidden inside.
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

class Shape {
    struct Concept {
        virtual ~Concept() = default;
        virtual double area() const = 0;
        virtual std::unique_ptr<Concept> clone() const = 0;
    };
    template <class T> struct Holder final : Concept {
        T value;
        explicit Holder(T v) : value(std::move(v)) {}
        double area() const override { return value.area(); }
        std::unique_ptr<Concept> clone() const override { return std::make_unique<Holder>(value); }
    };
    std::unique_ptr<Concept> self;

  public:
    template <class T> Shape(T v) : self(std::make_unique<Holder<T>>(std::move(v))) {}
    Shape(const Shape &o) : self(o.self->clone()) {}
    Shape(Shape &&) noexcept = default;
    Shape &operator=(Shape o) noexcept {
        self = std::move(o.self);
        return *this;
    }
    double area() const { return self->area(); }
};

struct Square {
    double a;
    double area() const { return a * a; }
};
struct Box {
    double w, h;
    double area() const { return w * h; }
};

int main() {
    std::vector<Shape> shapes{Square{2}, Box{3, 4}};
    shapes.push_back(shapes[1]);
    shapes.push_back(Square{0.5});
    double total = 0;
    for (const auto &s : shapes) total += s.area();
    std::printf("%.2f %zu\n", total, shapes.size());
    shapes[0] = Box{10, 10};
    std::printf("%.1f %.1f\n", shapes[0].area(), shapes[2].area());
}
