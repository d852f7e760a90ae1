// Handlers and destructors of statics run in reverse order of registration.
#include <cstdio>
#include <cstdlib>

struct Last {
    const char *text;
    explicit Last(const char *t) : text(t) {}
    ~Last() { std::printf("destructor %s\n", text); }
};

Last global("global");

void one() { std::puts("handler one"); }
void two() {
    std::puts("handler two");
    static Last inside("inside handler");
}

int main() {
    std::atexit(one);
    static Last in_main("in main");
    std::atexit(two);
    Last automatic("automatic");
    std::puts("leaving");
    if (automatic.text) std::exit(3);
}
