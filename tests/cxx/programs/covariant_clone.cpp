// Virtual functions that return a derived pointer, also through a second base.
#include <cstdio>

struct Left {
    long pad = 1;
    virtual ~Left() = default;
};
struct Clone {
    virtual ~Clone() = default;
    virtual Clone *clone() const = 0;
    virtual int id() const = 0;
};
struct Thing : Left, Clone {
    int n;
    explicit Thing(int i) : n(i) {}
    Thing *clone() const override { return new Thing(n + 1); }
    int id() const override { return n; }
};
struct Special : Thing {
    using Thing::Thing;
    Special *clone() const override { return new Special(n * 10); }
};

int main() {
    Special special(5);
    Thing thing(7);
    const Clone *all[] = {&special, &thing};
    for (const Clone *c : all) {
        Clone *copy = c->clone();
        Clone *again = copy->clone();
        std::printf("%d %d %d\n", c->id(), copy->id(), again->id());
        delete again;
        delete copy;
    }
    Thing *t = &special;
    Thing *u = t->clone();
    std::printf("%d %ld\n", u->n, u->pad);
    delete u;
}
