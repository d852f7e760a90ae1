// Interfaces, pure virtual destructors, visitors with double dispatch.
#include <cstdio>
#include <memory>
#include <vector>

struct Number;
struct Sum;
struct Product;
struct Visitor {
    virtual ~Visitor() = 0;
    virtual void visit(const Number &) = 0;
    virtual void visit(const Sum &) = 0;
    virtual void visit(const Product &) = 0;
};
Visitor::~Visitor() {}

struct Node {
    virtual ~Node() = default;
    virtual void accept(Visitor &v) const = 0;
};
using Pointer = std::unique_ptr<Node>;
struct Number : Node {
    int n;
    explicit Number(int i) : n(i) {}
    void accept(Visitor &v) const override { v.visit(*this); }
};
struct Binary : Node {
    Pointer a, b;
    Binary(Pointer x, Pointer y) : a(std::move(x)), b(std::move(y)) {}
};
struct Sum : Binary {
    using Binary::Binary;
    void accept(Visitor &v) const override { v.visit(*this); }
};
struct Product : Binary {
    using Binary::Binary;
    void accept(Visitor &v) const override { v.visit(*this); }
};

struct Evaluate : Visitor {
    int result = 0;
    int of(const Node &n) {
        n.accept(*this);
        return result;
    }
    void visit(const Number &n) override { result = n.n; }
    void visit(const Sum &s) override {
        int a = of(*s.a);
        result = a + of(*s.b);
    }
    void visit(const Product &p) override {
        int a = of(*p.a);
        result = a * of(*p.b);
    }
};
struct Print : Visitor {
    void visit(const Number &n) override { std::printf("%d", n.n); }
    void both(const Binary &b, char c) {
        std::printf("(");
        b.a->accept(*this);
        std::printf(" %c ", c);
        b.b->accept(*this);
        std::printf(")");
    }
    void visit(const Sum &s) override { both(s, '+'); }
    void visit(const Product &p) override { both(p, '*'); }
};

template <class T, class... A> Pointer make(A &&...a) { return std::make_unique<T>(std::forward<A>(a)...); }

int main() {
    auto tree = make<Sum>(make<Number>(2), make<Product>(make<Number>(3), make<Sum>(make<Number>(4), make<Number>(5))));
    Print print;
    tree->accept(print);
    Evaluate evaluate;
    std::printf(" = %d\n", evaluate.of(*tree));
}
