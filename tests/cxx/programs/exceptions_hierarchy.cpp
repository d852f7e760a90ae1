// Catching through multiple and virtual bases adjusts the object.
#include <cstdio>

struct Error {
    int code = 1;
    virtual ~Error() = default;
    virtual const char *text() const { return "error"; }
};
struct Io : virtual Error {
    int io = 2;
    const char *text() const override { return "io"; }
};
struct Net : virtual Error {
    int net = 3;
};
struct Socket : Io, Net {
    int socket = 4;
    const char *text() const override { return "socket"; }
};
struct Plain {
    int plain = 5;
};
struct Mixed : Plain, Error {
    int mixed = 6;
};

template <class Thrown, class Caught> void test(const char *name) {
    try {
        throw Thrown();
    } catch (const Caught &c) {
        std::printf("%s caught, ", name);
    } catch (...) {
        std::printf("%s missed, ", name);
    }
}

int main() {
    test<Socket, Io>("io");
    test<Socket, Net>("net");
    test<Socket, Plain>("plain");
    test<Mixed, Error>("mixed");
    std::printf("\n");
    try {
        throw Socket();
    } catch (Net &n) {
        std::printf("%d %d %s\n", n.net, n.code, n.text());
    }
    try {
        throw Mixed();
    } catch (Error &e) {
        std::printf("%d %s\n", e.code, e.text());
    }
    try {
        static Socket s;
        throw &s;
    } catch (Error *e) {
        std::printf("%d\n", e->code);
    }
    try {
        throw static_cast<int *>(nullptr);
    } catch (const void *p) {
        std::printf("void %d\n", p == nullptr);
    }
    try {
        throw Socket();
    } catch (Error copy) {
        std::printf("%s\n", copy.text());
    }
}
