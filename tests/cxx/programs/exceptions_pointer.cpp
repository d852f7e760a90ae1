// exception_ptr, current_exception, rethrow_exception, nested exceptions, uncaught_exceptions.
#include <cstdio>
#include <exception>
#include <stdexcept>

std::exception_ptr keep(int n) {
    try {
        if (n) throw std::runtime_error("kept");
        throw 5;
    } catch (...) {
        return std::current_exception();
    }
}

void show(std::exception_ptr p) {
    try {
        if (p) std::rethrow_exception(p);
        std::puts("none");
    } catch (const std::exception &e) {
        std::printf("exception %s\n", e.what());
    } catch (int i) {
        std::printf("int %d\n", i);
    }
}

struct Watch {
    ~Watch() { std::printf("unwinding %d\n", std::uncaught_exceptions()); }
};

void unwrap(const std::exception &e) {
    std::printf("%s", e.what());
    try {
        std::rethrow_if_nested(e);
        std::printf("\n");
    } catch (const std::exception &inner) {
        std::printf(" <- ");
        unwrap(inner);
    }
}

int main() {
    auto a = keep(1), b = keep(0);
    auto c = a;
    show(a);
    show(b);
    show(c);
    show(nullptr);
    std::printf("%d %d\n", a == c, a == b);
    show(std::make_exception_ptr(7));
    { Watch calm; }
    try {
        Watch w;
        throw 1;
    } catch (int) {
    }
    try {
        try {
            throw std::runtime_error("cause");
        } catch (...) {
            std::throw_with_nested(std::logic_error("effect"));
        }
    } catch (const std::exception &e) {
        unwrap(e);
    }
}
