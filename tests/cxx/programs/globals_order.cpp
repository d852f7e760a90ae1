// Globals with constructors, static members, statics of functions, and their destruction.
#include <cstdio>

struct Trace {
    const char *name;
    int value;
    explicit Trace(const char *n, int v) : name(n), value(v) { std::printf("+%s(%d)\n", name, value); }
    ~Trace() { std::printf("-%s\n", name); }
};

int seed = 5;
int compute() { return seed * 2; }

Trace first("first", compute());
Trace second("second", first.value + 1);

struct Owner {
    static Trace member;
    static const int constant = 8;
    static inline int counter = 3;
};
Trace Owner::member("member", second.value + Owner::constant);

Trace &local() {
    static Trace t("local", 99);
    return t;
}

namespace {
Trace hidden("hidden", ++Owner::counter);
}

int main() {
    std::printf("main %d\n", Owner::counter);
    local();
    local().value = 1;
    static Trace late("late", local().value);
}
