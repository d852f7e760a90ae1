// A destructor that throws and catches by itself while another exception is in flight.
#include <cstdio>
#include <exception>

struct Careful {
    int id;
    ~Careful() {
        try {
            throw id * 10;
        } catch (int n) {
            std::printf("inner %d (%d in flight)\n", n, std::uncaught_exceptions());
        }
    }
};

struct Loud {
    ~Loud() noexcept(false) {
        if (std::uncaught_exceptions() == 0) throw "from destructor";
        std::puts("quiet");
    }
};

int main() {
    try {
        Careful a{1}, b{2};
        throw 'c';
    } catch (char c) {
        std::printf("outer %c\n", c);
    }
    try {
        Loud loud;
    } catch (const char *s) {
        std::puts(s);
    }
    try {
        Loud loud;
        throw 1;
    } catch (int) {
        std::puts("one");
    }
}
